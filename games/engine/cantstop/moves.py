"""The possible moves of the turn player's runners (CS-5 to CS-16, CS-J1 to CS-J4)."""

from games.engine.cantstop.board import COLUMNS, LENGTHS, Track, pairings
from games.engine.cantstop.state import CantStopState
from games.engine.cantstop.variant import Meeting


def step(state: CantStopState, meeting: Meeting, column: int, space: int) -> int:
    """Return the space one step above `space` in an open column; 0 is below the first space.

    With *jump*, spaces with other players' markers are passed over (CS-J1). The top of an open
    column has no such marker, so the step stays on the board (CS-J3).
    """
    space += 1
    if meeting is Meeting.JUMP:
        taken = state.other_markers(column)
        while space in taken:
            space += 1
    return space


def base(state: CantStopState, column: int) -> int:
    """Return the space of the runner in a column, else of the player's marker, else 0 (CS-5)."""
    return state.runners[column] or state.markers[state.turn_player][column]


def advance(state: CantStopState, meeting: Meeting, columns: tuple[int, ...]) -> Track:
    """Return the runners after the steps of a legal split, in the order of its columns."""
    own = state.markers[state.turn_player]
    runners = list(state.runners)
    for column in columns:
        runners[column] = step(state, meeting, column, runners[column] or own[column])
    return tuple(runners)


def options(
    state: CantStopState, meeting: Meeting, sums: tuple[int, int]
) -> tuple[tuple[int, ...], ...]:
    """Return the ways to advance by a pairing's sums (CS-6 to CS-12), each as its columns.

    There is no way if neither sum can be used (CS-12). There are two ways if the last free runner
    could be placed in either column (CS-10), else one.
    """
    first, second = sums
    if first == second:
        if not state.can_use(first):
            return ()
        # Two steps, or only one if it reaches the top (CS-6, CS-16).
        tops = step(state, meeting, first, base(state, first)) == LENGTHS[first]
        return ((first,),) if tops else ((first, first),)
    usable = tuple(column for column in sums if state.can_use(column))
    if len(usable) < 2:
        return (usable,) if usable else ()
    if state.free_runners == 1 and not state.runners[first] and not state.runners[second]:
        return (first,), (second,)
    return (usable,)


def legal_columns(
    state: CantStopState, meeting: Meeting, dice: tuple[int, ...]
) -> tuple[tuple[int, ...], ...]:
    """Return all ways to use the dice, each as its columns; () for a bust (CS-13)."""
    return tuple(
        columns for pairing in pairings(dice) for columns in options(state, meeting, pairing.sums)
    )


def is_bust(state: CantStopState, dice: tuple[int, ...]) -> bool:
    """Return whether no pairing of the dice allows an advance (CS-13), in any variant."""
    return not any(state.can_use(column) for pairing in pairings(dice) for column in pairing.sums)


def can_place_runner(state: CantStopState) -> bool:
    """Return whether there is a free runner and an open column to place it in (CS-V3)."""
    return state.free_runners > 0 and any(
        state.owners[column] is None and not state.runners[column] for column in COLUMNS
    )


def meets_marker(state: CantStopState) -> bool:
    """Return whether a runner stands on a space with another player's marker (CS-M1)."""
    return any(
        state.runners[column] in state.other_markers(column)
        for column in COLUMNS
        if state.runners[column]
    )
