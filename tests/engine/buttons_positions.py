"""Short ways to write positions of Buttons."""

from collections.abc import Iterable
from dataclasses import replace

from games.engine.buttons.board import Cell
from games.engine.buttons.events import Dealt, Hand, Rolled
from games.engine.buttons.layouts import LAYOUTS, Colour
from games.engine.buttons.rules import ButtonsRules
from games.engine.buttons.state import ButtonsState, Phase, Standing
from games.engine.core import Event
from games.engine.replay import positions, replay_checked

RED, YELLOW, GREEN, BLUE = Colour
HANDS: dict[int, tuple[Hand, ...]] = {
    2: ((RED, BLUE), (YELLOW, GREEN)),
    3: ((RED,), (YELLOW,), (GREEN,)),
    4: ((RED,), (YELLOW,), (GREEN,), (BLUE,)),
}
TABLES = {players: ButtonsRules(players) for players in HANDS}

Cells = Iterable[Cell]


def dealt(players: int = 2) -> Dealt:
    """Return a deal in which player 0 begins and has layout 1A."""
    return Dealt(None, tuple(LAYOUTS)[:players], HANDS[players], 0)


def start(players: int = 2) -> ButtonsState:
    """Return the position in which player 0 makes the first decision."""
    rules = TABLES[players]
    return rules.apply_event(rules.initial_state(), dealt(players))


def position(
    *buttons: Cells,
    stars: Iterable[Cells] = (),
    out: Iterable[int] = (),
    players: int = 2,
) -> ButtonsState:
    """Return a position in which player 0 rolls or opts out.

    buttons, stars: the cells of player 0, 1, ...  out: players who opted out already.
    """
    state, gone = start(players), set(out)
    return replace(
        state,
        buttons=_fill(buttons, players),
        stars=_fill(stars, players),
        standing=tuple(Standing.OPTED_OUT if p in gone else Standing.IN for p in range(players)),
        taken=tuple((p in gone) * (2 if players == 2 else 1) for p in range(players)),
    )


def counting(
    *buttons: Cells, stars: Iterable[Cells] = (), players: int = 2, hands: tuple[Hand, ...] = ()
) -> ButtonsState:
    """Return a position in which everybody who has buttons places stars."""
    state = position(*buttons, stars=stars, out=range(players), players=players)
    return replace(
        state,
        phase=Phase.STARS,
        cards=hands or state.cards,
        pending=frozenset(p for p in range(players) if state.buttons[p]),
    )


def _fill(cells: Iterable[Cells], players: int) -> tuple[frozenset[Cell], ...]:
    given = [frozenset(own) for own in cells]
    return (*given, *[frozenset[Cell]()] * (players - len(given)))


def roll(dice: str, player: int = 0) -> Rolled:
    """Return the roll written as in "42 2344": white, gold, a space, the black dice."""
    first, _, black = dice.partition(" ")
    return Rolled(player, int(first[0]), int(first[1]), tuple(map(int, black)))


def after(state: ButtonsState, *events: Event) -> ButtonsState:
    """Return the position after the events, each of which must be legal."""
    rules = TABLES[len(state.standing)]
    for event in events:
        rules.check_event(state, event)
        state = rules.apply_event(state, event)
    return state


def played(players: int, *events: Event) -> ButtonsState:
    """Return the position after a deal and the events, which must be legal."""
    log = [dealt(players), *events]
    states = replay_checked(TABLES[players], log)
    assert states == positions(TABLES[players], log)
    return states[-1]


def legal(state: ButtonsState, player: int = 0) -> list[str]:
    """Return the texts of what the player may do."""
    return list(map(str, TABLES[len(state.standing)].legal_actions(state, player)))
