"""The lesson of Buttons."""

from django.utils.translation import gettext_lazy as _

from games.engine.buttons.events import Declined, OptedOut, Placed, Rolled, StarsPlaced
from games.engine.buttons.rules import ButtonsRules
from games.pages.buttons.examples import ADA as YOU
from games.pages.buttons.examples import BO as BOT
from games.pages.buttons.examples import last_one_in, position
from games.pages.lessons import Lesson, Question, Reply, Step

BOT_PLACES = (Placed(BOT, (5, 6)),)
BOT_DECLINES = (Declined(BOT),)

CELL = Step(
    title=_("Row and column"),
    text=_(
        "Your dice say where you can place a button: the white one names the row, each black one "
        "a column. Three buttons on a colour earn a star."
    ),
    question=_("Choose a ringed cell, then place your button."),
    start=position(),
    events=[Rolled(YOU, 5, 6, (2, 3, 5, 5))],
    rule=_(
        "White die: row. Black dice, including the gold one: columns. If you rolled, you must "
        "place a button on a free cell."
    ),
    replies={
        "place:5,2": Reply(
            good=True,
            then=BOT_PLACES,
            text=_("You hold the red card, so red is worth more."),
        ),
        "place:5,5": Reply(
            good=True,
            then=BOT_PLACES,
            text=_("You hold the red card, so red is worth more."),
        ),
        "place:5,3": Reply(
            then=BOT_PLACES,
            text=_(
                "But your cards are red and blue: buttons on those are worth more than on yellow."
            ),
        ),
        "place:5,6": Reply(
            then=BOT_PLACES,
            text=_(
                "That's the gold die's column, which the bot could use too. Red is worth "
                "more: you hold its card."
            ),
        ),
    },
)

GOLD = Step(
    title=_("The gold die"),
    text=_(
        "The bot rolled. Everyone else can place a button too: in the white die's row and the "
        "gold die's column."
    ),
    question=_("Place or decline?"),
    start=position(),
    events=[
        Rolled(YOU, 5, 6, (2, 3, 5, 5)),
        Placed(YOU, (5, 5)),
        Placed(BOT, (5, 6)),
        Rolled(BOT, 2, 1, (2, 3, 4, 6)),
        Placed(BOT, (2, 3)),
    ],
    rule=_("When others roll, use the gold cell or decline. Declining costs nothing."),
    replies={
        "place:2,1": Reply(
            good=True,
            text=_("A second red button, and you didn't even have to roll."),
        ),
        "decline": Reply(
            text=_(
                "Sometimes a button gets in your way. But this one is on red, your colour, and "
                "blocks nothing you need."
            ),
        ),
    },
)

NEIGHBOURS = Step(
    title=_("Never side by side"),
    text=_(
        "Your dice name five cells in row 3, but three are crossed out: one has a star, the "
        "others touch your buttons."
    ),
    question=_("Which of the two open cells do you take?"),
    start=position([(2, 2), (4, 6)], stars=[(3, 3)]),
    events=[Rolled(YOU, 3, 1, (2, 3, 4, 6))],
    rule=_(
        "No button right above, below, left or right of your own. Diagonal is fine, and so is "
        "next to a star."
    ),
    replies={
        "place:3,1": Reply(
            good=True,
            then=BOT_DECLINES,
            text=_("At the edge, a button blocks fewer cells. That keeps your rows open."),
        ),
        "place:3,4": Reply(
            then=BOT_DECLINES,
            text=_(
                "Next to a star is fine. But in the middle, a button blocks more cells than at "
                "the edge."
            ),
        ),
    },
)

COLOURS = Step(
    title=_("Colours and cards"),
    text=_(
        "You have two buttons on red and two on green. A third makes a colour count. You hold the "
        "red and blue cards."
    ),
    question=_("Red or green?"),
    start=position([(2, 1), (5, 2), (2, 3), (6, 3)]),
    events=[Rolled(YOU, 4, 5, (2, 2, 3, 3))],
    rule=_(
        "Opting out earns 1 star, 1 more for each colour with three buttons, and 1 more if you "
        "hold its card."
    ),
    replies={
        "place:4,3": Reply(
            good=True,
            then=BOT_DECLINES,
            text=_("Three on red earn you two stars: one for the colour, one for its card."),
        ),
        "place:4,5": Reply(
            then=BOT_DECLINES,
            text=_(
                "Three on green earn one star. Three on red would have earned two, because you "
                "hold the red card."
            ),
        ),
    },
)

ENOUGH = Step(
    title=_("Roll or opt out"),
    text=_(
        "The bot is out and took two dice with it. You have three on red: opt out now for three "
        "stars. If a roll leaves you no free cell, you bust."
    ),
    question=_("Roll again, or opt out?"),
    start=last_one_in([(2, 1), (4, 3), (5, 5), (1, 4), (6, 2), (2, 6)]),
    rule=_(
        "A bust takes this round's buttons, and you earn no stars. Earlier stars stay. If you opt "
        "out, your buttons count."
    ),
    replies={
        "opt-out": Reply(
            good=True,
            text=_("Three stars: one for opting out, one for red and one for the red card."),
        ),
        "roll": Reply(
            dice=(2, 1, 2, 6),
            text=_(
                "Bust! In row 2, every cell your dice name is taken or touches your buttons. You "
                "lose your buttons, and three stars."
            ),
        ),
    },
)

STARS = Step(
    title=_("From buttons to stars"),
    text=_(
        "Three buttons on green: you earn two stars. They replace two buttons and stay. We picked "
        "the best places. The gold band is your longest line."
    ),
    question=_("Choose a ringed button to move a star there, or place your stars."),
    start=last_one_in([(2, 3), (4, 5), (6, 1)], stars=[(2, 1), (2, 2), (2, 4)]),
    events=[OptedOut(YOU)],
    rule=_("Five stars in an unbroken row or column win. So do twelve anywhere."),
    replies={
        "stars:2,3+4,5": Reply(
            good=True,
            text=_("Four stars in a line! One more at its end, and you win."),
        ),
        "stars:2,3+6,1": Reply(
            good=True,
            text=_("Four stars in a line! One more at its end, and you win."),
        ),
        "stars:4,5+6,1": Reply(
            text=_(
                "Two more stars. But the button in row 2 would have closed the gap: four in a "
                "line, one short of winning."
            ),
        ),
    },
)

WIN = Step(
    title=_("The fifth star"),
    text=_(
        "You have four stars in row 2, and a button at the end of their line. Opting out earns "
        "one star."
    ),
    question=_("Roll, or opt out?"),
    start=last_one_in([(2, 5), (5, 2)], stars=[(2, 1), (2, 2), (2, 3), (2, 4), (5, 6)]),
    rule=_("To opt out, you need a button from this round. You earn at least one star."),
    replies={
        "opt-out": Reply(
            good=True,
            then=[StarsPlaced(YOU, ((2, 5),))],
            text=_("Your button becomes the fifth star in the line. You win!"),
        ),
        "roll": Reply(
            dice=(2, 1, 4, 6),
            text=_("Bust! The button at the end of the line is gone. One star was all you needed."),
        ),
    },
)

QUESTIONS = (
    Question(
        text=_("What does the white die decide?"),
        options=(_("The column"), _("The row"), _("The colour")),
        right=1,
        why=_("The white die names the row, each black die a column."),
        section="turn",
    ),
    Question(
        text=_("You rolled. Which columns can you use?"),
        options=(
            _("Those of all black dice, including the gold one"),
            _("Only the gold die's"),
            _("All six"),
        ),
        right=0,
        why=_("If you rolled, you can use any free cell in the black dice's columns."),
        section="turn",
    ),
    Question(
        text=_("Someone else rolled. What can you do?"),
        options=(
            _("Nothing"),
            _("Place a button in any of their columns"),
            _("Use the gold cell, or decline"),
        ),
        right=2,
        why=_("The gold die is open to everyone in the round. Declining costs nothing."),
        section="turn",
    ),
    Question(
        text=_("Where can't you place a button?"),
        options=(
            _("Right beside your own button"),
            _("Diagonal to your own button"),
            _("Next to a star"),
        ),
        right=0,
        why=_(
            "Not right beside, above or below your own button. Diagonal or next to a star is fine."
        ),
        section="cells",
    ),
    Question(
        text=_("When do you bust?"),
        options=(
            _("When you roll doubles"),
            _("When your roll leaves you no free cell"),
            _("When someone else opts out"),
        ),
        right=1,
        why=_("If you can't use your own roll, you bust."),
        section="bust",
    ),
    Question(
        text=_("What does a bust cost you?"),
        options=(
            _("Your stars too"),
            _("Only this turn"),
            _("This round's buttons, and you're out of the round"),
        ),
        right=2,
        why=_("Your buttons come off and don't count. Stars stay."),
        section="bust",
    ),
    Question(
        text=_("What happens to your buttons when you opt out?"),
        options=(
            _("They stay until they're counted"),
            _("They come off right away"),
            _("They stay for the next round"),
        ),
        right=0,
        why=_(
            "They stay until they're counted at the end of the round. Then all buttons come off."
        ),
        section="bust",
    ),
    Question(
        text=_(
            "You opt out with three buttons on red, two on blue, and no red card. How many stars?"
        ),
        options=(_("One"), _("Two"), _("Five")),
        right=1,
        why=_("One for opting out, one for three on red. Two on blue aren't enough."),
        section="stars",
    ),
    Question(
        text=_("And with the red card?"),
        options=(_("The same"), _("Twice as many"), _("One more")),
        right=2,
        why=_("If a colour counts, its card earns one more star."),
        section="stars",
    ),
    Question(
        text=_("Which of these wins the game?"),
        options=(
            _("Five stars in an unbroken row or column, or twelve anywhere"),
            _("Five stars anywhere"),
            _("Five stars on a diagonal"),
        ),
        right=0,
        why=_("Five in an unbroken row or column, or twelve anywhere. Diagonals don't count."),
        section="end",
    ),
)

LESSON = Lesson(
    rules=ButtonsRules(2),
    steps=(CELL, GOLD, NEIGHBOURS, COLOURS, ENOUGH, STARS, WIN),
    learnt=_("You can place buttons, turn them into stars, and opt out before a bust."),
    questions=QUESTIONS,
)
