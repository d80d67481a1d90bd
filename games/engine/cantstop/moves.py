"""Where the turn player's runners can go (CS-5 to CS-16, CS-J1 to CS-J4)."""

from games.engine.cantstop.board import COLUMNS, LENGTHS, Track, pairings
from games.engine.cantstop.state import CantStopState
from games.engine.cantstop.variant import Meeting


def step(state: CantStopState, meeting: Meeting, column: int, space: int) -> int:
    """Return the space one step above a space.

    With *jump*, spaces with other players' markers are passed over (CS-J1). The top of an open
    column has no such marker, so the step stays on the board (CS-J3).

    Args:
        state: The position.
        meeting: What other players' markers do.
        column: An open column.
        space: The space below the step; 0 is below the column.
    """
    space += 1
    if meeting is Meeting.JUMP:
        taken = state.other_markers(column)
        while space in taken:
            space += 1
    return space


def base(state: CantStopState, column: int) -> int:
    """Return the space from which the turn player's next step in the column starts (CS-5).

    Returns:
        The space of the runner, else of the turn player's marker, else 0.
    """
    return state.runners[column] or state.markers[state.turn_player][column]


def advance(state: CantStopState, meeting: Meeting, columns: tuple[int, ...]) -> Track:
    """Return the runners after the steps of a split.

    Args:
        state: The position.
        meeting: What other players' markers do.
        columns: The columns of the steps, in order. The steps are legal; this is not checked.
    """
    own = state.markers[state.turn_player]
    runners = list(state.runners)
    for column in columns:
        runners[column] = step(state, meeting, column, runners[column] or own[column])
    return tuple(runners)


def options(
    state: CantStopState, meeting: Meeting, sums: tuple[int, int]
) -> tuple[tuple[int, ...], ...]:
    """Return the ways to advance by the two sums of a pairing (CS-6 to CS-12).

    Args:
        state: The position.
        meeting: What other players' markers do.
        sums: The sums of the pairing.

    Returns:
        The columns of each way; empty if no sum can be used (CS-12). There are two ways only if one
        free runner can be placed in two columns (CS-10).
    """
    first, second = sums
    if first == second:
        return _double(state, meeting, first) if state.can_use(first) else ()
    usable = tuple(column for column in sums if state.can_use(column))
    if len(usable) < 2:
        return (usable,) if usable else ()
    if state.free_runners == 1 and not state.runners[first] and not state.runners[second]:
        return (first,), (second,)
    return (usable,)


def _double(state: CantStopState, meeting: Meeting, column: int) -> tuple[tuple[int, ...], ...]:
    """Return the only way to use a double: two steps, or one step to the top (CS-6, CS-16)."""
    space = step(state, meeting, column, base(state, column))
    return ((column,),) if space == LENGTHS[column] else ((column, column),)


def legal_columns(
    state: CantStopState, meeting: Meeting, dice: tuple[int, ...]
) -> tuple[tuple[int, ...], ...]:
    """Return all legal ways to use the dice.

    Args:
        state: The position.
        meeting: What other players' markers do.
        dice: Four faces in the order rolled.

    Returns:
        The columns of each way; empty if the roll is a bust (CS-13).
    """
    return tuple(
        columns for pairing in pairings(dice) for columns in options(state, meeting, pairing.sums)
    )


def is_bust(state: CantStopState, dice: tuple[int, ...]) -> bool:
    """Return whether no pairing of the dice allows an advance (CS-13), which no variant changes."""
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
