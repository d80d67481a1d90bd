"""Names, prompts and ends of games in words."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.buttons.analysis import longest_line
from games.engine.buttons.board import LINE, Cell, winning_lines
from games.engine.buttons.events import Declined, Placed, StarsPlaced
from games.engine.buttons.layouts import Colour
from games.engine.buttons.scoring import ENOUGH_OF_COLOUR, ENOUGH_STARS, score
from games.engine.buttons.state import ButtonsState, Phase
from games.engine.buttons.variant import ButtonsVariant
from games.engine.core import Outcome
from games.pov import Pov
from games.presenters.buttons.position import Scene, state_of
from games.presenters.names import listed, name_of, separated
from games.presenters.shared import ANALYSIS_BOTS, About, BotText, Box

ABOUT = About(
    name="Buttons",
    box=Box("Benjamin Schwer", "Noris", 2015, age=8, minutes=30),
    pitch=gettext_lazy(
        "Sew buttons where the dice tell you to. Opt out before you bust, and some turn into "
        "stars. Get five stars in a line to win."
    ),
    asks=gettext_lazy("%(name)s: roll or opt out?"),
    hold=gettext_lazy("Opt out"),
    moments=gettext_lazy("Pause at busts and when stars are counted"),
)

BOTS: Mapping[str, BotText] = {
    **ANALYSIS_BOTS,
    "careful": BotText(
        gettext_lazy("Careful"),
        gettext_lazy("Keeps its layout open and opts out in time."),
    ),
    "greedy": BotText(
        gettext_lazy("Greedy"),
        gettext_lazy("Fills its layout and rolls for more stars, sometimes once too often."),
    ),
    "tailor": BotText(
        gettext_lazy("Tailor"),
        gettext_lazy("Sews four buttons on the colours of its cards, then opts out."),
    ),
    "apprentice": BotText(
        gettext_lazy("Apprentice"),
        gettext_lazy("Sews like the Tailor, but puts its stars anywhere. A good first opponent."),
    ),
    "rookie": BotText(
        gettext_lazy("Rookie"),
        gettext_lazy("Sews four buttons anywhere, then opts out. Easy to beat."),
    ),
    "random": BotText(
        gettext_lazy("Random"),
        gettext_lazy("Makes any legal move, at random."),
    ),
}
"""The bots, strongest first."""

LEVELS = ("rookie", "apprentice", "tailor", "careful", "oracle")
"""The bots of the levels, level 1 first."""

NERVE = gettext_lazy("%(share)s of its rounds end in a bust.")

COLOURS = {
    Colour.RED: gettext_lazy("red"),
    Colour.YELLOW: gettext_lazy("yellow"),
    Colour.GREEN: gettext_lazy("green"),
    Colour.BLUE: gettext_lazy("blue"),
}


def colour_name(colour: Colour) -> str:
    return str(COLOURS[colour])


class Card(NamedTuple):
    """A card of a hand. words: its name.  tip: its effect."""

    colour: str
    words: str
    tip: str


@dataclass(frozen=True, slots=True)
class ColourRow:
    """A colour in the list of stars to earn.

    count: the player's buttons on it.  is_own: whether the player holds the colour's card.
    is_out: whether the colour's card is out of the game.
    """

    colour: str
    name: str
    count: int
    is_own: bool
    is_out: bool

    @property
    def pips(self) -> tuple[bool, ...]:
        """For each button that the colour needs to earn stars, whether it is there."""
        return tuple(number < self.count for number in range(ENOUGH_OF_COLOUR))

    @property
    def tip(self) -> str:
        """The effect of its card."""
        return _card_tip(self.name)

    @property
    def stars(self) -> int:
        """The stars that enough buttons on this colour earn."""
        return 1 + self.is_own

    @property
    def words(self) -> str:
        """The count and the stars, for screen readers."""
        text = ngettext(
            "%(count)d of %(enough)d buttons for %(n)d star",
            "%(count)d of %(enough)d buttons for %(n)d stars",
            self.stars,
        )
        return text % {"count": self.count, "enough": ENOUGH_OF_COLOUR, "n": self.stars}


def goal_words(laid: frozenset[Cell]) -> str:
    """Return the number of stars and the longest line, each with the number that wins (BT-18)."""
    return _("★ %(stars)d/%(enough)d · line %(line)d/%(long)d") % {
        "stars": len(laid),
        "enough": ENOUGH_STARS,
        "line": longest_line(laid),
        "long": LINE,
    }


def cards(state: ButtonsState, player: int) -> tuple[Card, ...]:
    """Return the player's hand, none before the deal."""
    hand = state.cards[player] if state.cards else ()
    # Translators: %(colour)s is a colour: red, yellow, green or blue.
    card = _("%(colour)s card")
    names = [(colour.value, colour_name(colour)) for colour in hand]
    return tuple(Card(colour, card % {"colour": name}, _card_tip(name)) for colour, name in names)


def _card_tip(colour: str) -> str:
    # Translators: %(colour)s is a colour: red, yellow, green or blue.
    text = _("With this card, three or more %(colour)s buttons earn two stars, not one.")
    return text % {"colour": colour}


def cell_words(cell: Cell) -> str:
    """Return the cell as row and column: "(4,2)"."""
    return f"({cell[0]},{cell[1]})"


def at(cells: Iterable[Cell]) -> str:
    """Return the cells in order: "(4,2) and (4,3)"."""
    return listed([cell_words(cell) for cell in sorted(cells)])


def decision(now: Scene, player: int) -> str:
    """Return the player's decision in the present scene, or ""."""
    for event in now.events:
        if event.player == player:
            match event:
                case Placed(cell=cell):
                    # Translators: %(cell)s is a row and a column, such as "(5,6)".
                    return _("placed %(cell)s") % {"cell": cell_words(cell)}
                case Declined():
                    return _("declined")
                case StarsPlaced(cells=cells):
                    count = len(cells)
                    text = ngettext("placed %(n)d star", "placed %(n)d stars", count)
                    return text % {"n": count}
    return ""


TYPING_ORDER = gettext_lazy("white, gold, then the others.")


def stars(count: int) -> str:
    return ngettext("%(n)d star", "%(n)d stars", count) % {"n": count}


def prompt(pov: Pov) -> str:
    if not pov.live:
        return ""
    state = state_of(pov)
    return _own_prompt(pov, state) if pov.my_turn else _others_prompt(pov, state)


def _own_prompt(pov: Pov, state: ButtonsState) -> str:
    if state.phase is Phase.STARS:
        earned = score(state, pov.player or 0).stars
        return ngettext("Place %(n)d star.", "Place %(n)d stars.", earned) % {"n": earned}
    if state.phase is Phase.TURN:
        if state.buttons[state.turn_player]:
            return _("Your turn: roll or opt out.")
        return _("Your turn: roll the dice.")
    if state.rolled and state.rolled.player == pov.player:
        return _("Place a button in row %(row)d.") % {"row": state.rolled.white}
    return _("Use this roll too?")


def _others_prompt(pov: Pov, state: ButtonsState) -> str:
    names = listed(name_of(pov.seats, player) for player in pov.active)
    if state.phase is Phase.TURN:
        if state.buttons[state.turn_player]:
            return _("%(name)s decides: roll or opt out.") % {"name": names}
        return _("%(name)s rolls next.") % {"name": names}
    if state.phase is Phase.STARS:
        # Translators: %(names)s is a list such as "Anna and Ben".
        return _("Still placing stars: %(names)s.") % {"names": names}
    # Translators: %(names)s is a list such as "Anna and Ben".
    return _("Still deciding: %(names)s.") % {"names": names}


def won(pov: Pov, outcome: Outcome) -> str:
    """Return how the winners have won, in a sentence."""
    if outcome.termination != "line":
        count = len(state_of(pov).stars[outcome.winners[0]])
        # Translators: %(stars)s is such as "12 stars".
        return _("%(stars)s: twelve or more win.") % {"stars": stars(count)}
    lines = [line for player in outcome.winners for line in won_by(pov, player)]
    if len(lines) > 1:
        return _("Five stars or more in a line.")
    ((row, column), *_between, (last_row, _last_column)) = cells = lines[0]
    told = {"n": len(cells), "row": row, "column": column}
    if row == last_row:
        return _("%(n)d stars in a line, in row %(row)d.") % told
    return _("%(n)d stars in a line, in column %(column)d.") % told


def won_by(pov: Pov, player: int) -> tuple[tuple[Cell, ...], ...]:
    """Return the lines of stars that won the player the game, if any did."""
    outcome = pov.outcome
    if outcome is None or outcome.termination != "line" or player not in outcome.winners:
        return ()
    return winning_lines(state_of(pov).stars[player])


def colour_rows(state: ButtonsState, player: int) -> tuple[ColourRow, ...]:
    """Return the player's progress in each colour, and the stars it earns."""
    counted, hand = state.colours(player), state.cards[player]
    dealt = {card for cards_held in state.cards for card in cards_held}
    return tuple(
        ColourRow(
            colour.value,
            colour_name(colour),
            counted[colour],
            is_own=colour in hand,
            is_out=colour not in dealt,
        )
        for colour in Colour
    )


def options(variant: ButtonsVariant) -> list[str]:
    if variant.layouts is None:
        return [_("Layouts are dealt at random.")]
    # Translators: %(names)s is a list of layouts, such as "1A, 3B".
    return [_("Layouts: %(names)s.") % {"names": separated(variant.layouts)}]


def layout_words(
    state: ButtonsState, player: int, name: str, lines: Sequence[Sequence[Cell]] = ()
) -> str:
    """Return the pieces on a layout, for screen readers. lines: the lines of stars that won."""
    if not state.layouts:
        return _("The layout of %(name)s hasn't been dealt yet.") % {"name": name}
    texts = {
        "name": name,
        "buttons": at(state.buttons[player]) or _("none"),
        "stars": at(state.stars[player]) or _("none"),
    }
    # Translators: lists of cells, such as "(2,3) and (4,5)", or "none".
    told = [_("Layout of %(name)s. Buttons: %(buttons)s. Stars: %(stars)s.") % texts]
    # Translators: two cells, each a row and a column, such as "(2,1)".
    line = _("Winning line: %(first)s to %(last)s.")
    told += [
        line % {"first": cell_words(cells[0]), "last": cell_words(cells[-1])} for cells in lines
    ]
    return " ".join(told)


def keys(pov: Pov) -> str:
    """Return the keyboard shortcuts; games that are not stored, such as lessons, have fewer."""
    if pov.game.own_dice:
        return _(
            "Keys: 1 to 6 type in dice or choose a column, O opts out, P places, D declines, "
            "Y confirms a bust."
        )
    told = [_("Keys: R rolls, O opts out, 1 to 6 choose a column, P places, D declines.")]
    if pov.game.pk is not None and not pov.game.pass_and_play:
        told.append(_("Shift+D declines until you cancel."))
    return " ".join(told)
