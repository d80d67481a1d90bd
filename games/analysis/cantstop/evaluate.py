"""How good each action of a player is in a position of Can't Stop."""

from dataclasses import replace
from functools import lru_cache, partial
from typing import cast

import numpy as np

from games.analysis.cantstop.board import make_board
from games.analysis.cantstop.turns import (
    Floats,
    Turn,
    Whole,
    mean_more_rolls,
    place_of,
    solve,
    value_of_rolling,
    value_of_stopping,
)
from games.analysis.cantstop.turns import Values as Solution
from games.analysis.cantstop.values import Position, Ways, load_nets, turn_of
from games.analysis.evaluation import Evaluation, IfBust, Values
from games.engine.cantstop import moves
from games.engine.cantstop.actions import ROLL, STOP, Split
from games.engine.cantstop.analysis import bust_chance
from games.engine.cantstop.board import COLUMNS, LENGTHS, Track
from games.engine.cantstop.rules import CantStopRules
from games.engine.cantstop.state import CantStopState, Phase
from games.engine.cantstop.variant import Meeting

Paths = tuple[tuple[int, ...], ...]
"""For each column the spaces after 0, 1, 2 … steps of the turn player; () for a closed column."""

SAMPLES = 400
"""How often the rest of a turn is simulated; the mean is off by about a tenth of a roll."""


def evaluate(rules: CantStopRules, state: CantStopState, player: int) -> Evaluation:
    """Return how good each action of a player is. Raises ValueError if they have no decision.

    Values are off by about one hundredth of a game; for one player, by a tenth of a turn.
    """
    legal = rules.legal_actions(state, player)
    if not legal:
        raise ValueError(f"player {player} has no decision to make")
    order = _order(rules, state)
    board = make_board()
    paths = _paths(rules.variant.meeting, state)
    turn, solution = _solution(rules, state, order, paths)
    steps = _steps(paths, state.runners)
    values = partial(_absolute, rules.players, order)
    after: dict[str, Values] = {}
    for action in legal:
        relative = np.empty_like(solution.start)
        if isinstance(action, Split):
            runners = moves.advance(state, rules.variant.meeting, action.columns)
            place = place_of(board, turn.top, solution, _steps(paths, runners))
            relative = solution.value[place]
        elif action == STOP:
            value_of_stopping(turn, solution, steps, relative)
        elif state.phase is Phase.ROLL:
            relative = solution.start
        else:
            value_of_rolling(board, turn, solution, steps, relative)
        after[str(action)] = values(relative)
    bust = None
    if state.phase is Phase.DECIDE:
        bust = IfBust(float(bust_chance(state)), values(solution.bust))
    # After a roll without a bust the player can stop with more spaces than now, so rolling is worth
    # at least `least`. The network sometimes rates it lower.
    stop, roll = str(STOP), str(ROLL)
    if bust and stop in after and roll in after and rules.variant.meeting is not Meeting.MUST_ROLL:
        least = tuple(
            bust.chance * busted + (1 - bust.chance) * stopped
            for busted, stopped in zip(bust.values, after[stop], strict=True)
        )
        after[roll] = max(after[roll], least, key=lambda found: found[player])
    return Evaluation(
        value=max(after.values(), key=lambda found: found[player]),
        actions=after,
        approximate=_is_approximate(rules),
        bust=bust,
    )


def more_rolls(rules: CantStopRules, state: CantStopState, player: int) -> float:
    """Return how many more rolls the turn has on average if the player rolls now and plays well.

    Rolling must be better than stopping here.
    """
    paths = _paths(rules.variant.meeting, state)
    turn, solution = _solution(rules, state, _order(rules, state), paths)
    return float(
        mean_more_rolls(make_board(), turn, solution, _steps(paths, state.runners), SAMPLES)
    )


def warm_up() -> None:
    """Load the weights and compile all that `evaluate` and `more_rolls` need."""
    rules = CantStopRules(2)
    start = rules.initial_state()
    evaluate(rules, start, 0)
    runners = tuple(int(column == 7) for column in range(len(LENGTHS)))
    under_way = replace(start, phase=Phase.DECIDE, runners=runners)
    evaluate(rules, under_way, 0)
    more_rolls(rules, under_way, 0)


def _is_approximate(rules: CantStopRules) -> bool:
    """Return whether the values between turns were not trained for these options."""
    # Training had too few games of three players to five columns.
    variant = rules.variant
    changed = variant.meeting is not Meeting.SHARE or not variant.stop_early
    return changed or (rules.players == 3 and variant.columns_to_win == 5)


def _order(rules: CantStopRules, state: CantStopState) -> tuple[int, ...]:
    """Return the players who have not left, the turn player first."""
    seats = ((state.turn_player + place) % rules.players for place in range(rules.players))
    return tuple(player for player in seats if player not in state.left)


def _absolute(players: int, order: tuple[int, ...], relative: Floats) -> Values:
    """Return the values of all players; 0 for players who left. relative: values by `order`."""
    if len(order) == 1:  # `relative` counts the turns after the present one
        return (float(relative[0]) - 1,)
    shares = [float(share) for share in relative]
    if len(order) == 2:
        shares.append(1 - shares[0])
    whole = sum(shares)
    values = [0.0] * players
    for player, share in zip(order, shares, strict=True):
        values[player] = share / whole
    return tuple(values)


def _paths(meeting: Meeting, state: CantStopState) -> Paths:
    own = state.markers[state.turn_player]
    paths = []
    for column in COLUMNS:
        path = []
        if state.owners[column] is None:
            path = [own[column]]
            while path[-1] < LENGTHS[column]:
                path.append(moves.step(state, meeting, column, path[-1]))
        paths.append(tuple(path))
    return tuple(paths)


def _steps(paths: Paths, runners: Track) -> Whole:
    """Return the number of steps that the runner of each column has made."""
    return np.array(
        [
            path.index(runners[column]) if runners[column] else 0
            for column, path in zip(COLUMNS, paths, strict=True)
        ]
    )


# All decisions of a turn need the same solution: hence the cache, and arguments that can be hashed.
@lru_cache(maxsize=8)
def _solved(
    markers: tuple[Track, ...],
    dead: tuple[bool, ...],
    needed: tuple[int, ...],
    paths: Paths,
    may_stop: tuple[tuple[bool, ...], ...],
    stop_early: bool,
) -> tuple[Turn, Solution]:
    """Return a turn and its solution. The arguments are those of `Position` and `Ways`."""
    board = make_board()
    room = (len(paths), int(board.lengths.max()) + 1)
    spaces, stops = np.zeros(room, np.int64), np.ones(room, np.bool_)
    for column, path in enumerate(paths):
        spaces[column, : len(path)] = path
        stops[column, : len(path)] = may_stop[column]
    top = np.array([max(len(path) - 1, 0) for path in paths])
    position = Position(np.array(markers), np.array(dead), np.array(needed))
    net = load_nets()[len(markers)]
    turn = turn_of(board, net, position, Ways(top, spaces, stops, stop_early))
    return cast("tuple[Turn, Solution]", (turn, solve(board, turn)))


def _solution(
    rules: CantStopRules, state: CantStopState, order: tuple[int, ...], paths: Paths
) -> tuple[Turn, Solution]:
    owners = [state.owners[column] for column in COLUMNS]
    must_roll = rules.variant.meeting is Meeting.MUST_ROLL
    return _solved(
        markers=tuple(state.markers[player][COLUMNS.start :] for player in order),
        dead=tuple(owner is not None and owner not in order for owner in owners),
        needed=tuple(rules.variant.columns_to_win - state.owners.count(player) for player in order),
        paths=paths,
        may_stop=tuple(
            tuple(not must_roll or space not in state.other_markers(column) for space in path)
            for column, path in zip(COLUMNS, paths, strict=True)
        ),
        stop_early=rules.variant.stop_early,
    )
