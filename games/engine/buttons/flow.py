"""The course of a game of Buttons: the effect of each event, turns, rounds and the end."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, TypeVar

from games.engine.buttons.board import NO_CELLS
from games.engine.buttons.deal import holder_of_red
from games.engine.buttons.events import Dealt, Declined, OptedOut, Placed, Rolled, StarsPlaced
from games.engine.buttons.scoring import result
from games.engine.buttons.state import ButtonsState, Phase, Standing, dice_taken
from games.engine.core import Event, Outcome, Resigned, Ruled, TimedOut
from games.engine.dice import RollAddress

T = TypeVar("T")


def apply(state: ButtonsState, event: Event) -> ButtonsState:
    """Return the position after a legal event. `state` must already have the new `seq`."""
    match event:
        case Dealt():
            return _start_round(replace(state, layouts=event.layouts, cards=event.cards))
        case Rolled():
            return _rolled(state, event)
        case Placed() | Declined() | StarsPlaced():
            pending = state.pending - {event.actor}
            return _settled(replace(state, pending=pending, **_pieces_after(state, event)))
        case OptedOut():
            return _settled(_out(state, event.actor, Standing.OPTED_OUT))
        case Resigned() | TimedOut():
            return _left(state, event)
        case Ruled(winners=winners):
            return _over(state, Outcome(winners, event.type))
    raise TypeError(f"no event of buttons: {event!r}")


def next_roll(state: ButtonsState) -> RollAddress:
    """Return the address of the turn player's roll, the only roll of the turn (BT-5)."""
    return RollAddress(state.turn_player, state.turns[state.turn_player], 1)


def _rolled(state: ButtonsState, event: Rolled) -> ButtonsState:
    """Let players decide on a roll (BT-7, BT-8, BT-12), and apply a bust (BT-10)."""
    roller = event.actor
    bust = not state.roller_cells(event)
    pending = [
        player
        for player in state.players_with(Standing.IN)
        if player != roller and state.is_legal(player, (event.white, event.gold))
    ]
    if bust:
        buttons = _with(state.buttons, roller, NO_CELLS)
        state = _out(replace(state, buttons=buttons), roller, Standing.BUST)
    else:
        pending.append(roller)
    return _settled(_opened(state, pending, phase=Phase.PLACE, rolled=event))


def _opened(state: ButtonsState, players: Iterable[int], **changes: Any) -> ButtonsState:
    pending = frozenset(players)
    opened = tuple(state.seq if p in pending else old for p, old in enumerate(state.opened))
    return replace(state, pending=pending, opened=opened, **changes)


def _out(state: ButtonsState, player: int, standing: Standing) -> ButtonsState:
    """Put the player out of the round and take dice out of play (BT-10, BT-11)."""
    return replace(
        state,
        standing=_with(state.standing, player, standing),
        taken=_with(state.taken, player, dice_taken(len(state.standing))),
    )


def _pieces_after(state: ButtonsState, event: Event) -> dict[str, Any]:
    player = event.actor
    own = state.buttons[player]
    match event:
        case Placed(cell=cell):
            return {"buttons": _with(state.buttons, player, own | {cell})}
        case StarsPlaced(cells=cells):  # BT-17
            stars = _with(state.stars, player, state.stars[player].union(cells))
            buttons = _with(state.buttons, player, own.difference(cells))
            return {"buttons": buttons, "stars": stars}
    return {}


def _left(state: ButtonsState, event: Event) -> ButtonsState:
    """Remove the player from the game (BT-L1 to BT-L4).

    When several players time out together, the game goes on after the last of their events (BT-L6).
    """
    player = event.actor
    also = event.also if isinstance(event, TimedOut) else ()
    state = replace(
        state,
        absent=frozenset(also) or state.absent - {player},
        left=state.left | {player},
        standing=_with(state.standing, player, Standing.LEFT),
        buttons=_with(state.buttons, player, NO_CELLS),
        pending=state.pending - {player},
    )
    if state.absent:
        return state
    staying = _staying(state)
    if len(staying) <= 1:
        return _over(state, Outcome(staying, event.type))
    return _settled(state)


def _settled(state: ButtonsState) -> ButtonsState:
    """Pass turns and end rounds until a player has a decision to make, or the game ends."""
    if state.phase is Phase.TURN:
        on_turn = state.standing[state.turn_player] is Standing.IN
        return state if on_turn else _pass_turn(state, state.turn_player + 1)
    if state.pending:
        return state
    if state.phase is Phase.PLACE:
        return _pass_turn(state, state.turn_player + 1)
    return _end_round(state)


def _pass_turn(state: ButtonsState, first: int) -> ButtonsState:
    """Give the turn to the first player in the round, from seat `first` on (BT-13), or score."""
    count = len(state.standing)
    seats = [(first + step) % count for step in range(count)]
    player = next((seat for seat in seats if state.standing[seat] is Standing.IN), None)
    if player is None:
        players = state.players_with(Standing.OPTED_OUT)  # BT-15
        return _settled(_opened(state, players, phase=Phase.STARS))
    return replace(
        state,
        phase=Phase.TURN,
        turn_player=player,
        turns=_with(state.turns, player, state.turns[player] + 1),
        opened=_with(state.opened, player, state.seq),
    )


def _end_round(state: ButtonsState) -> ButtonsState:
    """Remove all buttons, then end the game or begin the next round (BT-17 to BT-20)."""
    outcome = result(state, _staying(state))
    cleared = replace(state, buttons=(NO_CELLS,) * len(state.buttons))
    if outcome is not None:
        return _over(cleared, outcome)
    cards = (cleared.cards[-1], *cleared.cards[:-1])
    return _start_round(replace(cleared, cards=cards, round=state.round + 1))


def _start_round(state: ButtonsState) -> ButtonsState:
    """Put all dice back and begin a round with the holder of red (BT-20, BT-L5)."""
    count = len(state.standing)
    fresh = replace(
        state,
        standing=tuple(
            Standing.LEFT if player in state.left else Standing.IN for player in range(count)
        ),
        taken=(0,) * count,
        rolled=None,
    )
    return _pass_turn(fresh, holder_of_red(fresh.cards))


def _over(state: ButtonsState, outcome: Outcome) -> ButtonsState:
    return replace(state, phase=Phase.OVER, pending=frozenset(), result=outcome)


def _staying(state: ButtonsState) -> tuple[int, ...]:
    return tuple(player for player in range(len(state.standing)) if player not in state.left)


def _with(values: tuple[T, ...], player: int, value: T) -> tuple[T, ...]:
    return (*values[:player], value, *values[player + 1 :])
