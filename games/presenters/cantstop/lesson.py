"""The lesson of Can't Stop."""

from django.utils.translation import gettext_lazy as _

from games.engine.cantstop.board import LENGTHS
from games.engine.cantstop.events import Rolled, SplitChosen, Stopped
from games.presenters.cantstop.examples import ADA as YOU
from games.presenters.cantstop.examples import BO as BOT
from games.presenters.cantstop.examples import STANDARD, position
from games.presenters.lessons import Lesson, Question, Reply, Step

SPLIT = Step(
    title=_("Split the dice"),
    text=_(
        "Claim three columns and you win. Your dice make two pairs, and each sum moves you up in "
        "its column. Rings show where."
    ),
    question=_("Which split do you take?"),
    start=position(),
    events=[Rolled(YOU, (2, 6, 3, 5))],
    rule=_(
        "Likely sums have long columns: 7 has 13 spaces, 2 and 12 have 3. Two equal sums move "
        "one runner up two spaces."
    ),
    replies={
        "split:8+8": Reply(
            good=True,
            text=_(
                "Both pairs make 8, so one runner goes up two spaces. Your other two runners "
                "stay free."
            ),
        ),
        "split:7+9": Reply(
            good=True,
            text=_(
                "Two runners are on their way. 7 is the most likely sum, so you will meet it again."
            ),
        ),
        "split:5+11": Reply(
            text=_("But 11 rarely comes up: 2 of 36 throws of two dice make it, and 6 make a 7."),
        ),
    },
)

ROLL_ON = Step(
    title=_("Roll again or stop"),
    text=_(
        "Your runner stands on 8. You may roll as often as you like. But a roll that you cannot "
        "use ends your turn, and its gain is lost."
    ),
    question=_("Two runners are free. Roll again, or stop?"),
    start=position(),
    events=[Rolled(YOU, (2, 6, 3, 5)), SplitChosen(YOU, (8, 8))],
    rule=_("A turn begins with a roll. After each split you roll again or stop."),
    replies={
        "roll": Reply(
            good=True,
            dice=(3, 4, 4, 6),
            text=_(
                "While a runner is free, you can use any sum of an open column, so "
                "there is next to no risk."
            ),
        ),
        "stop": Reply(
            text=_(
                "Two spaces are safe now. But there was no risk yet: with free runners any sum "
                "of an open column can be used."
            ),
        ),
    },
)

LAST_RUNNER = Step(
    title=_("The last free runner"),
    text=_(
        "Runners stand on 7 and 8, and one is free. A sum needs its own runner, or the free one."
    ),
    question=_("What do you take?"),
    start=position(runners={7: 2, 8: 2}),
    events=[Rolled(YOU, (1, 4, 5, 6))],
    rule=_(
        "You have three runners: three columns in a turn, no more. If both sums of a split can "
        "be used, both are. If only one can, that one is."
    ),
    replies={
        "split:7+9": Reply(
            good=True,
            text=_("Both sums count: your runner on 7 goes up, and the free one starts on 9."),
        ),
        "split:6": Reply(
            good=True,
            text=_(
                "6 and 10 both need a runner, and one is left, so you chose. 6, 7 and 8 are the "
                "safest three columns there are."
            ),
        ),
        "split:10": Reply(
            text=_(
                "6 and 10 both need a runner, and one is left, so you chose. 6 would come more "
                "often than 10."
            ),
        ),
        "split:5": Reply(
            text=_(
                "5 and 11 both need a runner, and one is left, so you chose. 7 and 9 would have "
                "moved two runners."
            ),
        ),
        "split:11": Reply(
            text=_(
                "5 and 11 both need a runner, and one is left, so you chose. But 11 rarely "
                "comes up, and 7 and 9 would have moved two runners."
            ),
        ),
    },
)

BUST = Step(
    title=_("Enough is enough"),
    text=_(
        "No runner is free: only 3, 5 and 12 help you now. More than one roll in three can use "
        "none of them. That is a bust."
    ),
    question=_("Roll again, or stop?"),
    start=position({6: 3}, {7: 4, 9: 2}, runners={3: 2, 5: 2}),
    events=[Rolled(YOU, (1, 4, 6, 6)), SplitChosen(YOU, (5, 12))],
    rule=_(
        "It is a bust when no sum can be used. It takes what this turn has gained, and nothing "
        "else: your markers stay."
    ),
    replies={
        "stop": Reply(
            good=True,
            text=_(
                "Your markers go up to where the runners stood, and nobody can take that from you."
            ),
        ),
        "roll": Reply(
            dice=(2, 2, 4, 4),
            text=_(
                "Bust! The dice make 4 and 8, or 6 twice, and you have no runner there. The "
                "runners come off. Your marker on 6 stays."
            ),
        ),
    },
)

CLOSED = Step(
    title=_("Markers and closed columns"),
    text=_(
        "A new turn. The bot owns column 7: it is closed. Your marker from before stands on 8, "
        "and a runner starts one space above it."
    ),
    question=_("Which split do you take?"),
    start=position({8: 4}, {9: 3, 4: 2}, owned={7: BOT}),
    events=[Rolled(YOU, (3, 4, 3, 5))],
    rule=_(
        "Nobody moves in a column that is owned. Markers of others are not in your way: spaces "
        "are shared."
    ),
    replies={
        "split:8": Reply(
            good=True,
            text=_("7 is closed, so only 8 moves: from space 4 to space 5. Two runners stay free."),
        ),
        "split:6+9": Reply(
            good=True,
            text=_(
                "Two runners start. On 9 you will pass the bot's marker: spaces are shared here."
            ),
        ),
    },
)

CLAIM = Step(
    title=_("Claim a column"),
    text=_(
        "Your runner has reached the top of 10. But it is not yours yet: a column is claimed "
        "only by stopping."
    ),
    question=_("Roll again, or stop?"),
    start=position({6: 2, 10: 5}, {7: 4, 10: 3}, runners={6: 4, 8: 2, 10: LENGTHS[10] - 1}),
    events=[Rolled(YOU, (4, 6, 1, 1)), SplitChosen(YOU, (10,))],
    rule=_(
        "Stop with a runner on the top to claim a column. It is then closed to everybody, and "
        "the markers of others leave it."
    ),
    replies={
        "stop": Reply(
            good=True,
            text=_("Column 10 is yours! The bot's marker has left it, and nobody moves there now."),
        ),
        "roll": Reply(
            dice=(1, 1, 2, 2),
            text=_(
                "Bust! That was the top of column 10, lost with the turn. Your markers are where "
                "they were before it."
            ),
        ),
    },
)

WIN = Step(
    title=_("The third column"),
    text=_("You own 3 and 9. One space is missing on 7, and no runner is free."),
    question=_("Which split wins?"),
    start=position(
        {5: 2, 7: 9},
        {6: 5, 8: 3},
        runners={5: 4, 7: LENGTHS[7] - 1, 10: 2},
        owned={3: YOU, 9: YOU, 12: BOT},
    ),
    events=[Rolled(YOU, (3, 4, 2, 6))],
    rule=_("The first to own three columns wins, at once."),
    replies={
        "split:7": Reply(
            good=True,
            then=[Stopped(YOU)],
            text=_("The runner reaches the top, you stop, and column 7 is your third. You win!"),
        ),
        "split:5+10": Reply(
            text=_(
                "Two runners go up. But the 7 would have reached the top: stop there, and the "
                "third column is yours."
            ),
        ),
    },
)

QUESTIONS = (
    Question(
        text=_("How do you win?"),
        options=(
            _("By reaching the top of column 7"),
            _("By being the first to own three columns"),
            _("By having climbed the most spaces"),
        ),
        right=1,
        why=_("The first to own three columns has won, at once."),
        section="claim",
    ),
    Question(
        text=_("You roll 1, 2, 4 and 6. Which two sums make a split?"),
        options=(_("3 and 10"), _("5 and 6"), _("7 and 8")),
        right=0,
        why=_("1 and 2 make 3, 4 and 6 make 10. Each die is used once."),
        section="splits",
    ),
    Question(
        text=_("Both pairs make 8. What moves?"),
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
        why=_("There are three runners, and none changes its column within a turn."),
        section="turn",
    ),
    Question(
        text=_("Both sums of your split can be used. What do you move?"),
        options=(_("Both"), _("One of them, as you like"), _("Only the higher one")),
        right=0,
        why=_("You choose the split. All that it allows is moved."),
        section="splits",
    ),
    Question(
        text=_("When is a roll a bust?"),
        options=(
            _("When two dice are equal"),
            _("When a runner reaches the top"),
            _("When none of its sums can be used"),
        ),
        right=2,
        why=_("If no sum can be used, the roll is a bust."),
        section="bust",
    ),
    Question(
        text=_("What does a bust cost you?"),
        options=(
            _("All that this turn has gained"),
            _("All your markers"),
            _("A column that you own"),
        ),
        right=0,
        why=_("The runners come off. Markers and columns of earlier turns stay."),
        section="bust",
    ),
    Question(
        text=_("When is a column yours?"),
        options=(
            _("As soon as your runner reaches its top"),
            _("When you stop with a runner on its top"),
            _("When nobody else has a marker in it"),
        ),
        right=1,
        why=_("Only a stop claims a column. A bust before it loses the top."),
        section="claim",
    ),
    Question(
        text=_("The bot owns column 7. Who may still move there?"),
        options=(_("Nobody"), _("Only the bot"), _("Everybody but the bot")),
        right=0,
        why=_("A column that is owned is closed to everybody."),
        section="claim",
    ),
    Question(
        text=_("Which column is the longest?"),
        options=(_("Columns 2 and 12"), _("All have the same length"), _("Column 7")),
        right=2,
        why=_("7 is the most likely sum and has 13 spaces. 2 and 12 have 3."),
        section="board",
    ),
)

LESSON = Lesson(
    rules=STANDARD,
    steps=(SPLIT, ROLL_ON, LAST_RUNNER, BUST, CLOSED, CLAIM, WIN),
    questions=QUESTIONS,
)
