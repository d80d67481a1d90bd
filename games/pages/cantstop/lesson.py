"""The lesson of Can't Stop."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.engine.cantstop.board import LENGTHS
from games.engine.cantstop.events import Rolled, SplitChosen, Stopped
from games.pages.cantstop.examples import ADA as YOU
from games.pages.cantstop.examples import BO as BOT
from games.pages.cantstop.examples import STANDARD, position
from games.pages.lessons import Lesson, Question, Reply, Step

SPLIT = Step(
    title=_("Pair the dice"),
    text=_(
        "Claim three columns to win. Pair your dice: each sum moves you up in its column. Rings "
        "show where."
    ),
    question=_("Which pair of sums do you take?"),
    start=position(),
    events=[Rolled(YOU, (2, 6, 3, 5))],
    rule=_(
        "Likely sums have long columns: 7 has 13 spaces, 2 and 12 have 3. Two equal sums move "
        "one runner up two spaces."
    ),
    replies={
        "split:8+8": Reply(
            good=True,
            text=_("Both sums are 8, so one runner goes up two spaces. Your other two stay free."),
        ),
        "split:7+9": Reply(
            good=True,
            text=_("Two runners are out. 7 is the most likely sum, so you'll see it again."),
        ),
        "split:5+11": Reply(
            text=_("But 11 is rare: 2 of 36 rolls of two dice make 11, and 6 make 7."),
        ),
    },
)

ROLL_ON = Step(
    title=_("Roll again or stop"),
    text=_(
        "Your runner is on 8. Roll as often as you like. But if you can't use a roll, your turn "
        "ends and you lose what it gained."
    ),
    question=_("Two runners are free. Roll again, or stop?"),
    start=position(),
    events=[Rolled(YOU, (2, 6, 3, 5)), SplitChosen(YOU, (8, 8))],
    rule=_("A turn begins with a roll. Each time you've moved, roll again or stop."),
    replies={
        "roll": Reply(
            good=True,
            dice=(3, 4, 4, 6),
            text=_(
                "With a free runner you can use any open column's sum, so there's almost no risk."
            ),
        ),
        "stop": Reply(
            text=_(
                "Two spaces are safe now. But there was no risk yet: with a free runner you can "
                "use any open column's sum."
            ),
        ),
    },
)

LAST_RUNNER = Step(
    title=_("The last free runner"),
    text=_(
        "Runners are on 7 and 8, and one is free. Each sum needs its own runner or the free one."
    ),
    question=_("What do you take?"),
    start=position(runners={7: 2, 8: 2}),
    events=[Rolled(YOU, (1, 4, 5, 6))],
    rule=_(
        "You have three runners: three columns a turn, no more. If both sums work, you use both. "
        "If only one works, you use that one."
    ),
    replies={
        "split:7+9": Reply(
            good=True,
            text=_("Both sums count: your runner on 7 goes up, and the free one starts on 9."),
        ),
        "split:6": Reply(
            good=True,
            text=_(
                "6 and 10 both needed your last runner, so you chose one. 6, 7 and 8 are the "
                "safest three columns."
            ),
        ),
        "split:10": Reply(
            text=_(
                "6 and 10 both needed your last runner, so you chose one. 6 comes up more often "
                "than 10."
            ),
        ),
        "split:5": Reply(
            text=_(
                "5 and 11 both needed your last runner, so you chose one. 7 and 9 would have "
                "moved two runners."
            ),
        ),
        "split:11": Reply(
            text=_(
                "5 and 11 both needed your last runner, so you chose one. But 11 is rare, and 7 "
                "and 9 would have moved two runners."
            ),
        ),
    },
)

BUST = Step(
    title=_("Enough is enough"),
    text=_(
        "No runner is free: only 3, 5 and 12 help you now. More than one roll in three misses "
        "them all. That's a bust."
    ),
    question=_("Roll again, or stop?"),
    start=position({6: 3}, {7: 4, 9: 2}, runners={3: 2, 5: 2}),
    events=[Rolled(YOU, (1, 4, 6, 6)), SplitChosen(YOU, (5, 12))],
    rule=_(
        "If you can't use any sum, you bust. You lose what this turn gained, nothing else. Your "
        "markers stay."
    ),
    replies={
        "stop": Reply(
            good=True,
            text=_("Your markers move up to your runners. No one can take that from you."),
        ),
        "roll": Reply(
            dice=(2, 2, 4, 4),
            text=_(
                "Bust! The dice make 4 and 8, or 6 twice, and you have no runner there. Your "
                "runners come off. Your marker on 6 stays."
            ),
        ),
    },
)

CLOSED = Step(
    title=_("Markers and closed columns"),
    text=_(
        "A new turn. The bot owns column 7, so it's closed. Your marker is on 8. A runner starts "
        "one space above it."
    ),
    question=_("Which pair of sums do you take?"),
    start=position({8: 4}, {9: 3, 4: 2}, owned={7: BOT}),
    events=[Rolled(YOU, (3, 4, 3, 5))],
    rule=_(
        "No one moves in a claimed column. Other players' markers don't block you: you share the "
        "space."
    ),
    replies={
        "split:8": Reply(
            good=True,
            text=_(
                "7 is closed, so only 8 counts: from space 4 to space 5. Two runners stay free."
            ),
        ),
        "split:6+9": Reply(
            good=True,
            text=_(
                "You place two runners. On 9 you'll meet the bot's marker: you can share its space."
            ),
        ),
    },
)

CLAIM = Step(
    title=_("Claim a column"),
    text=_(
        "Your runner is at the top of 10. But it isn't yours yet: only stopping claims a column."
    ),
    question=_("Roll again, or stop?"),
    start=position({6: 2, 10: 5}, {7: 4, 10: 3}, runners={6: 4, 8: 2, 10: LENGTHS[10] - 1}),
    events=[Rolled(YOU, (4, 6, 1, 1)), SplitChosen(YOU, (10,))],
    rule=_(
        "Stop with a runner at the top to claim the column. It closes for everyone, and others' "
        "markers there come off."
    ),
    replies={
        "stop": Reply(
            good=True,
            text=_("Column 10 is yours! The bot's marker is gone, and the column is closed."),
        ),
        "roll": Reply(
            dice=(1, 1, 2, 2),
            text=_("Bust! You lose the top of column 10. Your markers stay where they were."),
        ),
    },
)

WIN = Step(
    title=_("The third column"),
    text=_("You own 3 and 9. You're one space short on 7, and no runner is free."),
    question=_("Which sum wins?"),
    start=position(
        {5: 2, 7: 9},
        {6: 5, 8: 3},
        runners={5: 4, 7: LENGTHS[7] - 1, 10: 2},
        owned={3: YOU, 9: YOU, 12: BOT},
    ),
    events=[Rolled(YOU, (3, 4, 2, 6))],
    rule=_("The first to claim three columns wins right away."),
    replies={
        "split:7": Reply(
            good=True,
            then=[Stopped(YOU)],
            text=_("Your runner reaches the top, you stop, and 7 is your third column. You win!"),
        ),
        "split:5+10": Reply(
            text=_(
                "Two runners go up. But 7 would have taken you to the top: stop there, and you win."
            ),
        ),
    },
)

QUESTIONS = (
    Question(
        text=_("How do you win?"),
        options=(
            _("Reach the top of column 7"),
            _("Claim three columns first"),
            _("Climb the most spaces"),
        ),
        right=1,
        why=_("The first to claim three columns wins right away."),
        section="claim",
    ),
    Question(
        text=_("You rolled 1, 2, 4, 6. Which pair of sums can you take?"),
        options=(_("3 and 10"), _("5 and 6"), _("7 and 8")),
        right=0,
        why=_("1 and 2 make 3, 4 and 6 make 10. You use each die once."),
        section="splits",
    ),
    Question(
        text=_("Both sums are 8. What moves?"),
        options=(
            _("One runner, one space"),
            _("Two runners, one space each"),
            _("One runner, two spaces"),
        ),
        right=2,
        why=_("Two equal sums move one runner up two spaces."),
        section="splits",
    ),
    Question(
        text=_("In how many columns can you move in one turn?"),
        options=(_("In two"), _("In three"), _("In as many as you like")),
        right=1,
        why=_("You have three runners, and a runner never changes columns."),
        section="turn",
    ),
    Question(
        text=_("Both your sums work. What do you move?"),
        options=(
            pgettext_lazy("sums", "Both"),
            _("One of them, whichever you choose"),
            _("Only the higher one"),
        ),
        right=0,
        why=_("You choose the pair. Then you must make every advance it allows."),
        section="splits",
    ),
    Question(
        text=_("When is a roll a bust?"),
        options=(
            _("When two dice are equal"),
            _("When a runner reaches the top"),
            _("When you can't use any of its sums"),
        ),
        right=2,
        why=_("If you can't use any sum, you bust."),
        section="bust",
    ),
    Question(
        text=_("What does a bust cost you?"),
        options=(
            _("Everything this turn gained"),
            _("All your markers"),
            _("One of your columns"),
        ),
        right=0,
        why=_("Your runners come off. Markers and columns from earlier turns stay."),
        section="bust",
    ),
    Question(
        text=_("When is a column yours?"),
        options=(
            _("As soon as your runner reaches the top"),
            _("When you stop with a runner at the top"),
            _("When no one else has a marker in it"),
        ),
        right=1,
        why=_("Only stopping claims a column. If you bust first, you lose the top."),
        section="claim",
    ),
    Question(
        text=_("The bot owns column 7. Who can still move there?"),
        options=(
            pgettext_lazy("may move in a column", "No one"),
            _("Only the bot"),
            _("Everyone but the bot"),
        ),
        right=0,
        why=_("A claimed column is closed to everyone."),
        section="claim",
    ),
    Question(
        text=_("Which column is the longest?"),
        options=(_("Columns 2 and 12"), _("They're all the same"), _("Column 7")),
        right=2,
        why=_("7 is the most likely sum and has 13 spaces. 2 and 12 have 3."),
        section="board",
    ),
)

LESSON = Lesson(
    rules=STANDARD,
    steps=(SPLIT, ROLL_ON, LAST_RUNNER, BUST, CLOSED, CLAIM, WIN),
    learnt=_("You can pair dice, climb with three runners, and stop before a bust."),
    questions=QUESTIONS,
)
