"""The positions that the pages of rules and strategy draw, as states of the engine."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache

from games.engine.buttons.arrangements import arrangements
from games.engine.buttons.board import NO_CELLS, Cell
from games.engine.buttons.events import Dealt, Hand, OptedOut, Placed, Rolled, StarsPlaced
from games.engine.buttons.layouts import LAYOUTS, Colour
from games.engine.buttons.rules import ButtonsRules
from games.engine.buttons.state import DICE, ButtonsState, Standing, dice_taken
from games.engine.core import Event
from games.pages.examples import Example, after
from games.presenters.buttons.geometry import WHOLE
from games.presenters.buttons.position import state_of

ADA, BO = range(2)
RED, YELLOW, GREEN, BLUE = Colour

# The cards of the players in the examples, by number of players.
HANDS: Mapping[int, tuple[Hand, ...]] = {
    2: ((RED, BLUE), (YELLOW, GREEN)),
    4: ((RED,), (YELLOW,), (GREEN,), (BLUE,)),
}

# Number of buttons in the examples that show how much it matters where buttons lie.
SPREAD_OUT = 5

Cells = Iterable[Cell]


def dealt(players: int = 2) -> ButtonsState:
    """Return the position in which Ada makes the first decision."""
    rules = ButtonsRules(players)
    deal = Dealt(None, tuple(LAYOUTS)[:players], HANDS[players], ADA)
    return rules.apply_event(rules.initial_state(), deal)


def position(ada: Cells = (), bo: Cells = (), stars: Cells = ()) -> ButtonsState:
    """Return a position with these buttons and Ada's stars, before Ada rolls or opts out."""
    return replace(
        dealt(), buttons=(frozenset(ada), frozenset(bo)), stars=(frozenset(stars), NO_CELLS)
    )


def last_one_in(ada: Cells, stars: Cells = ()) -> ButtonsState:
    """Return a position in which Ada is alone in the round, after a bust of Bo."""
    state = position(ada, stars=stars)
    return replace(state, standing=(Standing.IN, Standing.BUST), taken=(0, dice_taken(2)))


_COUNT = last_one_in([(2, 1), (3, 6), (4, 3), (1, 2), (3, 4), (6, 1), (5, 6)])
_LINE = last_one_in(
    [(2, 3), (4, 4), (6, 2)], stars=[(2, 1), (2, 2), (2, 4), (2, 5), (5, 2), (5, 6)]
)


@cache
def examples() -> dict[str, Example]:
    """Return every example by its name."""
    found: dict[str, Example] = {}

    def add(name: str, start: ButtonsState, *events: Event, side: int | None = ADA) -> None:
        # side: the player whose layout alone is shown, None for all
        pov = after(ButtonsRules(len(start.standing)), start, events, side)
        found[name] = Example(name, pov, WHOLE)

    roll = Rolled(ADA, 5, 6, (2, 3, 5, 5))
    five = arrangements(DICE)[SPREAD_OUT]
    add("setup", dealt())
    add("roll", position([(2, 4)], [(1, 2)]), roll, side=None)
    placed = roll, Placed(ADA, (5, 3)), Placed(BO, (5, 6))
    add("placed", position([(2, 4)], [(1, 2)]), *placed, side=None)
    near = Rolled(ADA, 3, 1, (2, 3, 4, 6))
    add("neighbours", position([(2, 2), (4, 6)], stars=[(3, 3)]), near)
    bust = Rolled(ADA, 5, 3, (2, 2, 6, 6))
    add("bust", position([(1, 4), (5, 2)], [(2, 5)], stars=[(5, 6)]), bust, side=None)
    add("count", _COUNT, OptedOut(ADA))
    stars = StarsPlaced(ADA, ((2, 1), (3, 4), (3, 6), (4, 3)))
    add("stars", _COUNT, OptedOut(ADA), stars)
    add("line_before", _LINE, OptedOut(ADA))
    add("line", _LINE, OptedOut(ADA), StarsPlaced(ADA, ((2, 3),)))
    add("safest", position(five.safest))
    add("riskiest", position(five.riskiest))
    return found


@cache
def cards_by_round() -> tuple[tuple[Hand, ...], ...]:
    """Return the hands of four players in one round and in the next."""
    first = replace(dealt(4), buttons=(frozenset({(1, 1)}),) * 4)
    rules = ButtonsRules(4)
    out = [OptedOut(player) for player in range(4)]
    stars = [StarsPlaced(player, ((1, 1),)) for player in range(4)]
    pov = after(rules, first, [*out, *stars])
    return first.cards, state_of(pov).cards
