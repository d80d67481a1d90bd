"""The lesson of Buttons."""

from django.utils.translation import gettext_lazy as _

from games.engine.buttons.events import Declined, OptedOut, Placed, Rolled, StarsPlaced
from games.engine.buttons.rules import ButtonsRules
from games.presenters.buttons.examples import ADA as YOU
from games.presenters.buttons.examples import BO as BOT
from games.presenters.buttons.examples import last_one_in, position
from games.presenters.lessons import Lesson, Question, Reply, Step

BOT_PLACES = (Placed(BOT, (5, 6)),)
BOT_DECLINES = (Declined(BOT),)

CELL = Step(
    title=_("Row and column"),
    text=_(
        "Your dice say where a button may lie: the white one names the row, each black one a "
        "column. Three buttons on one colour earn you a star."
    ),
    question=_("Tap a ringed cell, then place your button."),
    start=position(),
    events=[Rolled(YOU, 5, 6, (2, 3, 5, 5))],
    rule=_(
        "White die: the row. Black dice, the gold one among them: the columns. Who rolls must "
        "place a button if a cell is free."
    ),
    replies={
        "place:5,2": Reply(
            good=True,
            then=BOT_PLACES,
            text=_("You hold the card of red, which makes red worth more."),
        ),
        "place:5,5": Reply(
            good=True,
            then=BOT_PLACES,
            text=_("You hold the card of red, which makes red worth more."),
        ),
        "place:5,3": Reply(
            then=BOT_PLACES,
            text=_(
                "But your cards are red and blue: on those colours buttons are worth more than on "
                "yellow."
            ),
        ),
        "place:5,6": Reply(
            then=BOT_PLACES,
            text=_(
                "That is the column of the gold die, which the bot could use as well. On red, "
                "whose card you hold, the button is worth more."
            ),
        ),
    },
)

GOLD = Step(
    title=_("The gold die"),
    text=_(
        "The bot has rolled. In the row of the white and the column of the gold die everybody "
        "else may place a button, too."
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
    rule=_("On the rolls of others you may use the gold cell or decline. Declining costs nothing."),
    replies={
        "place:2,1": Reply(
            good=True,
            text=_("A second red button, and you did not even have to roll."),
        ),
        "decline": Reply(
            text=_(
                "Sometimes a cell is in your way. But this one is red, your colour, and closes "
                "nothing that you need."
            ),
        ),
    },
)

NEIGHBOURS = Step(
    title=_("Never side by side"),
    text=_(
        "Your dice name five cells of row 3, but three are crossed out: a star lies on one, the "
        "others touch a button of yours."
    ),
    question=_("Which of the two open cells do you take?"),
    start=position([(2, 2), (4, 6)], stars=[(3, 3)]),
    events=[Rolled(YOU, 3, 1, (2, 3, 4, 6))],
    rule=_(
        "No button next to a button of yours: above, below, left or right. Diagonally is fine, "
        "and so is next to a star."
    ),
    replies={
        "place:3,1": Reply(
            good=True,
            then=BOT_DECLINES,
            text=_("At the edge a button closes fewer cells around it. That keeps your rows open."),
        ),
        "place:3,4": Reply(
            then=BOT_DECLINES,
            text=_(
                "Next to a star a button may lie. But in the middle it closes more cells around "
                "it than at the edge."
            ),
        ),
    },
)

COLOURS = Step(
    title=_("Colours and cards"),
    text=_(
        "You have two buttons on red and two on green. A third one makes a colour count. You "
        "hold the cards of red and blue."
    ),
    question=_("Red or green?"),
    start=position([(2, 1), (5, 2), (2, 3), (6, 3)]),
    events=[Rolled(YOU, 4, 5, (2, 2, 3, 3))],
    rule=_(
        "Opting out earns 1 star, 1 more for each colour with three buttons, and 1 more for "
        "each of those whose card they hold."
    ),
    replies={
        "place:4,3": Reply(
            good=True,
            then=BOT_DECLINES,
            text=_(
                "Three on red are worth two stars to you: one for the colour, one for its card."
            ),
        ),
        "place:4,5": Reply(
            then=BOT_DECLINES,
            text=_(
                "Three on green are worth one star. Three on red would have been worth two, "
                "because you hold the card of red."
            ),
        ),
    },
)

ENOUGH = Step(
    title=_("Roll or opt out"),
    text=_(
        "The bot is out and took two dice along. You have three on red: three stars if you opt "
        "out now. If a roll leaves you no cell, you bust."
    ),
    question=_("Roll once more, or opt out?"),
    start=last_one_in([(2, 1), (4, 3), (5, 5), (1, 4), (6, 2), (2, 6)]),
    rule=_(
        "A bust takes your buttons of this round, and you are out of it without a star. Stars "
        "of earlier rounds stay. Opting out keeps the buttons for the count."
    ),
    replies={
        "opt-out": Reply(
            good=True,
            text=_("Three stars: one for opting out, one for red, and one for the card of red."),
        ),
        "roll": Reply(
            dice=(2, 1, 2, 6),
            text=_(
                "Bust! In row 2 every cell that the dice name is taken or touches a button of "
                "yours. Your buttons are gone, and so are three stars."
            ),
        ),
    },
)

STARS = Step(
    title=_("From buttons to stars"),
    text=_(
        "Three buttons on green: you earn two stars. They take the places of two buttons and stay. "
        "The best places are set, and the gold band is your longest line."
    ),
    question=_("Tap a ringed button to move a star, or place them."),
    start=last_one_in([(2, 3), (4, 5), (6, 1)], stars=[(2, 1), (2, 2), (2, 4)]),
    events=[OptedOut(YOU)],
    rule=_("Five stars in an unbroken row or column win. So do twelve anywhere."),
    replies={
        "stars:2,3+4,5": Reply(
            good=True,
            text=_("Now four stars lie in a line: one more at its end, and you have won."),
        ),
        "stars:2,3+6,1": Reply(
            good=True,
            text=_("Now four stars lie in a line: one more at its end, and you have won."),
        ),
        "stars:4,5+6,1": Reply(
            text=_(
                "Two more stars. But the button in row 2 would have closed the gap: four stars "
                "in a line, one short of the win."
            ),
        ),
    },
)

WIN = Step(
    title=_("The fifth star"),
    text=_(
        "Four stars lie in row 2, and a button lies at the end of their line. Opting out brings "
        "one star."
    ),
    question=_("Roll, or opt out?"),
    start=last_one_in([(2, 5), (5, 2)], stars=[(2, 1), (2, 2), (2, 3), (2, 4), (5, 6)]),
    rule=_("To opt out you need at least one button of this round. It brings at least one star."),
    replies={
        "opt-out": Reply(
            good=True,
            then=[StarsPlaced(YOU, ((2, 5),))],
            text=_("The button becomes your fifth star in the line. You win!"),
        ),
        "roll": Reply(
            dice=(2, 1, 4, 6),
            text=_(
                "Bust! The button at the end of the line is gone. One star was all you needed, "
                "and opting out would have brought it."
            ),
        ),
    },
)

QUESTIONS = (
    Question(
        text=_("What does the white die name?"),
        options=(_("The column"), _("The row"), _("The colour")),
        right=1,
        why=_("The white die names the row, each black die a column."),
        section="turn",
    ),
    Question(
        text=_("You have rolled. Which columns may you choose from?"),
        options=(
            _("Those of all black dice, the gold one among them"),
            _("Only that of the gold die"),
            _("All six"),
        ),
        right=0,
        why=_("The player who rolls chooses any free cell in the columns of the black dice."),
        section="turn",
    ),
    Question(
        text=_("Somebody else has rolled. What may you do?"),
        options=(
            _("Nothing"),
            _("Place a button in any column of their dice"),
            _("Use the cell of the white and the gold die, or decline"),
        ),
        right=2,
        why=_("The gold die is open to everybody in the round. Declining costs nothing."),
        section="turn",
    ),
    Question(
        text=_("Where may you not place a button?"),
        options=(
            _("Left or right of a button of yours"),
            _("Diagonally next to a button of yours"),
            _("Next to a star"),
        ),
        right=0,
        why=_(
            "Not above, below, left or right of a button of yours. Diagonally and next to a star "
            "is fine."
        ),
        section="cells",
    ),
    Question(
        text=_("When do you bust?"),
        options=(
            _("When you roll doubles"),
            _("When your roll leaves you no free cell"),
            _("When somebody else opts out"),
        ),
        right=1,
        why=_("A roll of yours that you cannot use is a bust."),
        section="bust",
    ),
    Question(
        text=_("What does a bust cost you?"),
        options=(
            _("Your stars, too"),
            _("Only this turn"),
            _("Your buttons of this round, and you are out of it"),
        ),
        right=2,
        why=_("The buttons come off without being counted. Stars stay."),
        section="bust",
    ),
    Question(
        text=_("What happens to your buttons when you opt out?"),
        options=(
            _("They stay until they are counted"),
            _("They come off at once"),
            _("They stay for the next round"),
        ),
        right=0,
        why=_("They stay for the count at the end of the round. Then all buttons leave."),
        section="bust",
    ),
    Question(
        text=_("Three buttons on red, two on blue, and no card for red. How many stars?"),
        options=(_("One"), _("Two"), _("Five")),
        right=1,
        why=_("One for opting out, one for three on red. Two on blue are too few."),
        section="stars",
    ),
    Question(
        text=_("And if you hold the card of red?"),
        options=(_("Still as many"), _("Twice as many"), _("One more")),
        right=2,
        why=_("The card of a colour that counts brings one more star."),
        section="stars",
    ),
    Question(
        text=_("What wins?"),
        options=(
            _("Five stars in an unbroken row or column, or twelve anywhere"),
            _("Five stars anywhere"),
            _("Five stars in a diagonal line"),
        ),
        right=0,
        why=_("Five in an unbroken row or column, or twelve anywhere. Diagonals do not count."),
        section="end",
    ),
)

LESSON = Lesson(
    rules=ButtonsRules(2),
    steps=(CELL, GOLD, NEIGHBOURS, COLOURS, ENOUGH, STARS, WIN),
    questions=QUESTIONS,
)
