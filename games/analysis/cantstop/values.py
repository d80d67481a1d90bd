"""The values of a position between two turns, from a small network that self-play has trained.

A position has one feature for each player's height in each column (the top in a column they own),
one for the number of columns that each player still needs, and one for each column claimed by a
player who left the game. Their weights add up: each column adds its part to the hidden layer after
a turn, so `turns.py` values tens of thousands of positions in milliseconds. Half of the hidden
units mirror the other half, so that a position and its mirror image have the same value.
"""

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from games.analysis.cantstop.board import Board
from games.analysis.cantstop.turns import Flags, Floats, Turn, Whole
from games.analysis.compiling import njit

WEIGHTS = Path(__file__).parent / "weights.npz"

MOST_NEEDED = 5  # columns that a player may need to win (CS-V1)


class Net(NamedTuple):
    """The weights for one number of players, counted from the player whose turn is next."""

    first: Floats  # by row (feature, see `feature_rows`): its weights to the hidden units
    # From the hidden layer to the logit of each player's chance; for one player, to the turns left.
    heads: Floats
    bias: Floats  # biases of the outputs


class Position(NamedTuple):
    """A position at the beginning of a turn, the turn player first, without players who left."""

    markers: Whole  # spaces by player and column; the top for a column that they own
    dead: Flags  # by column: whether its owner has left the game
    needed: Whole  # columns that each player still needs, 1 to 5


class Ways(NamedTuple):
    """Where the runners of the turn player can go, by column and number of steps."""

    top: Whole  # steps to the top of each column; 0 if it is closed
    spaces: Whole  # the space of the runner
    may_stop: Flags  # whether stopping is allowed there (CS-M1)
    stop_early: bool  # whether stopping is allowed with a runner that could be placed (CS-V3)


def rows(board: Board, players: int) -> int:
    """Return the number of features."""
    columns = len(board.lengths)
    return players * (int(board.lengths.sum()) + MOST_NEEDED) + columns + 1


def mirrored_rows(board: Board, players: int) -> Whole:
    """Return for each feature the feature of the mirror image."""
    columns = len(board.lengths)
    spaces = int(board.lengths.sum())
    begins = np.concatenate(([0], np.cumsum(board.lengths)))
    mirror = np.arange(rows(board, players))
    for player in range(players):
        begin = player * (spaces + MOST_NEEDED)
        for column, length in enumerate(board.lengths):
            for space in range(length):
                other = begins[columns - 1 - column] + space
                mirror[begin + begins[column] + space] = begin + other
    dead = players * (spaces + MOST_NEEDED)
    mirror[dead : dead + columns] = mirror[dead : dead + columns][::-1].copy()
    return mirror


@njit(cache=True, nogil=True)
def feature_rows(board: Board, position: Position, shift: int, found: Whole) -> int:
    """Write the rows of a position's features to `found` and return their number.

    shift: the turn player's place in the order: 0 before their turn, players - 1 after it.
    """
    players, columns = position.markers.shape
    spaces = board.lengths.sum()
    own = spaces + MOST_NEEDED
    count = 0
    for player in range(players):
        begin = (player + shift) % players * own
        found[count] = begin + spaces + position.needed[player] - 1
        count += 1
        for column in range(columns):
            if position.markers[player, column]:
                found[count] = begin + position.markers[player, column] - 1
                count += 1
            begin += board.lengths[column]
    for column in range(columns):
        if position.dead[column]:
            found[count] = players * own + column
            count += 1
    found[count] = players * own + columns
    return count + 1


@njit(cache=True, nogil=True)
def free_ways(board: Board, position: Position) -> Any:
    """Return the ways for rules by which players share spaces and may always stop."""
    columns = board.lengths.shape[0]
    longest = board.lengths.max()
    top = np.zeros(columns, np.int64)
    spaces = np.zeros((columns, longest + 1), np.int64)
    for column in range(columns):
        if not is_closed(board, position, column):
            begin = position.markers[0, column]
            top[column] = board.lengths[column] - begin
            for step in range(top[column] + 1):
                spaces[column, step] = begin + step
    return Ways(top, spaces, np.ones((columns, longest + 1), np.bool_), True)


@njit(cache=True, nogil=True)
def is_closed(board: Board, position: Position, column: int) -> bool:
    """Return whether somebody has claimed the column (CS-17)."""
    if position.dead[column]:
        return True
    for player in range(position.markers.shape[0]):
        if position.markers[player, column] == board.lengths[column]:
            return True
    return False


@njit(cache=True, nogil=True)
def turn_of(board: Board, net: Net, position: Position, ways: Ways) -> Any:
    """Return the input of `solve` for the turn that begins in a position."""
    players, columns = position.markers.shape
    units = net.first.shape[1]
    found = np.empty(players * (columns + 1) + columns + 1, np.int64)
    base = np.zeros(units, np.float32)
    for k in range(feature_rows(board, position, players - 1, found)):
        base += net.first[found[k]]
    spaces = board.lengths.sum()
    own = spaces + MOST_NEEDED
    mine = (players - 1) * own
    deltas = np.zeros((columns, board.lengths.max() + 1, units), np.float32)
    opened = 0
    begin = 0
    for column in range(columns):
        length = board.lengths[column]
        opened += int(ways.top[column] > 0)
        for step in range(1, ways.top[column] + 1):
            space = ways.spaces[column, step]
            delta = net.first[mine + begin + space - 1].copy()
            if position.markers[0, column]:
                delta -= net.first[mine + begin + position.markers[0, column] - 1]
            if space == length:  # the others' markers leave the column
                for player in range(1, players):
                    if position.markers[player, column]:
                        theirs = (player - 1) * own + begin + position.markers[player, column] - 1
                        delta -= net.first[theirs]
            deltas[column, step] = delta
        begin += length
    needed = position.needed[0]
    # Columns won change the number of columns still needed: subtract the feature of the old number.
    tops = np.zeros((4, units), np.float32)
    for count in range(1, min(4, needed)):
        tops[count] = net.first[mine + spaces + needed - count - 1]
        tops[count] -= net.first[mine + spaces + needed - 1]
    # Only differences between logits count, so one output fewer is computed for each position.
    heads, bias = net.heads, net.bias
    if players > 1:
        heads = net.heads[1:] - net.heads[:1]
        bias = net.bias[1:] - net.bias[:1]
    win = np.zeros(max(players, 1) if players > 2 else 1, np.float32)
    if players > 1:
        win[0] = 1
    return Turn(
        ways.top, ways.may_stop, ways.stop_early, needed, opened,
        _shares(board, position, opened), win, base, deltas, tops, heads, bias, players,
    )  # fmt: skip


@njit(cache=True, nogil=True)
def _shares(board: Board, position: Position, opened: int) -> Floats:
    """Return the values if the turn player wins all open columns, but not the game (CS-20)."""
    players = position.markers.shape[0]
    owned = np.zeros(players, np.int64)
    for player in range(players):
        for column in range(board.lengths.shape[0]):
            owned[player] += int(position.markers[player, column] == board.lengths[column])
    owned[0] += opened
    shares = np.zeros(players, np.float32)
    for player in range(players):
        if owned[player] == owned.max():
            shares[player] = 1
    shares /= shares.sum()
    return shares if players > 2 else shares[:1]


def save_nets(nets: dict[int, Net]) -> None:
    arrays = {
        f"{name}{players}": weights.astype(np.float32)
        for players, net in sorted(nets.items())
        for name, weights in net._asdict().items()
    }
    np.savez_compressed(WEIGHTS, **arrays)


@cache
def load_nets() -> dict[int, Net]:
    """Return the networks by number of players; empty before the first training."""
    if not WEIGHTS.exists():
        return {}
    with np.load(WEIGHTS) as arrays:
        return {
            players: Net(*(arrays[f"{name}{players}"] for name in Net._fields))
            for players in range(1, 5)
            if f"first{players}" in arrays
        }
