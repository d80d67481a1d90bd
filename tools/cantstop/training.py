"""Train the values by self-play: `make train`.

Each turn of each game is solved with the present weights (`turns.py`) and played by the solution.
For the position at the start of a turn the network learns the solved value, mixed with the result
of the game. Each number of players has a process; the weights are written whenever a process ends.
"""

import argparse
import sys
from collections.abc import Callable, Generator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, replace
from multiprocessing import get_context
from time import monotonic
from typing import Any, NamedTuple

import numpy as np

from games.analysis.cantstop.board import Board, make_board
from games.analysis.cantstop.turns import (
    Floats,
    Whole,
    best_steps,
    place_of,
    random_roll,
    solve,
)
from games.analysis.cantstop.values import (
    Net,
    Position,
    feature_rows,
    free_ways,
    is_closed,
    load_nets,
    mirrored_rows,
    rows,
    save_nets,
    turn_of,
)
from games.analysis.compiling import njit
from games.engine.cantstop.variant import GOALS

UNITS = 64  # hidden units; half of them mirror the other half

BATCH = 256  # positions for each change of the weights

FIRST_GUESS = 8  # turns left, by an untrained network for one player

USUAL_GOAL, MIXED = 0.7, 0.2  # parts of all games: with the first of `goals`; begun in any position

# The part of games that are wild: many decisions in them are bad, as in games of people. So the
# network also learns positions that the best play never reaches.
WILD = 0.4

# In a wild game: how often the decision to stop or to roll on is reversed; and the error of the
# values of moves (a standard deviation), in turns or in chances to win.
DOUBT, TURNS_DOUBTED, SHARES_DOUBTED = 0.15, 1.0, 0.1

REPORT = 200  # batches between two reports

LONGEST_GAME = 200  # turns after which a game of training is broken off


class Samples(NamedTuple):
    """Positions and the values to learn for them: a ring, in which new ones replace the oldest."""

    rows: Whole  # the features of each position
    counts: Whole  # the number of features of each position
    target: Floats  # the values of all players, from the turn player on


@njit(cache=True, nogil=True)
def seed_dice(seed: int) -> None:  # compiled, because numba has a generator of its own
    np.random.seed(seed)


@njit(cache=True, nogil=True)
def play_turn(board: Board, net: Net, position: Position, start: Floats, wild: bool) -> int:
    """Play a turn in the best way, or wildly, and change the position.

    Writes the values of the best play to `start`, the turn player first. Returns 1 if the turn
    player has won, 2 if no column is open any more, else 0.
    """
    ways = free_ways(board, position)
    turn = turn_of(board, net, position, ways)
    values = solve(board, turn)
    if turn.players == 2:
        start[0], start[1] = values.start[0], 1 - values.start[0]
    else:
        start[:] = values.start
    if wild:
        off = TURNS_DOUBTED if turn.players == 1 else SHARES_DOUBTED
        for place in range(values.value.shape[0]):
            values.value[place, 0] += off * np.random.standard_normal()
    steps = np.zeros(board.lengths.shape[0], np.int64)
    while True:
        if not best_steps(board, turn, values, steps, random_roll(board)):
            return 0
        stops = values.stops[place_of(board, turn.top, values, steps)]
        if wild and np.random.random() < DOUBT:
            stops = not stops
        if stops:
            break
    for column in range(steps.shape[0]):
        if steps[column]:
            position.markers[0, column] = ways.spaces[column, steps[column]]
            if steps[column] == turn.top[column]:
                position.needed[0] -= 1
                position.markers[1:, column] = 0
    if position.needed[0] <= 0:
        return 1
    for column in range(steps.shape[0]):
        if not is_closed(board, position, column):
            return 0
    return 2


@njit(cache=True, nogil=True)
def begin_game(board: Board, players: int, goal: int, mixed: bool) -> Any:
    """Return the first position of a training game: an empty board; if mixed, a random position."""
    columns = board.lengths.shape[0]
    markers = np.zeros((players, columns), np.int64)
    dead = np.zeros(columns, np.bool_)
    needed = np.full(players, goal)
    if mixed:
        left = np.random.randint(0, 3) if players < 4 and columns > 6 else 0
        for _ in range(left):
            dead[np.random.randint(0, columns)] = True
        far = np.random.random()
        for column in range(columns):
            if dead[column]:
                continue
            owner = np.random.randint(0, players) if np.random.random() < 0.12 else -1
            if owner >= 0 and needed[owner] > 1:
                markers[owner, column] = board.lengths[column]
                needed[owner] -= 1
                continue
            for player in range(players):
                if np.random.random() < far * 0.8:
                    markers[player, column] = np.random.randint(0, board.lengths[column])
    return Position(markers, dead, needed)


@njit(cache=True, nogil=True)
def rotated(position: Position) -> Any:
    """Return the position with the next player first."""
    players = position.markers.shape[0]
    order = (np.arange(players) + 1) % players
    return Position(position.markers[order], position.dead, position.needed[order])


@njit(cache=True, nogil=True)
def play_game(
    board: Board,
    net: Net,
    goal: int,
    how: tuple[bool, bool],
    real: float,
    samples: Samples,
    at: int,
) -> int:
    """Let the network play a game against itself, and add its positions to the samples.

    goal: columns to win.  how: whether the game begins in any position, and whether it is wild.
    real: the weight of the game's result, 0 to 1; the result of a wild game has no weight.
    at: the number of samples before the game. Returns the number of samples after it.
    """
    players = net.heads.shape[0]
    room = samples.counts.shape[0]
    mixed, wild = how
    position = begin_game(board, players, goal, mixed)
    start = np.empty(players, np.float32)
    began = at
    ended = 0
    final = np.zeros(players, np.float32)
    for _ in range(LONGEST_GAME):
        place = at % room
        samples.counts[place] = feature_rows(board, position, 0, samples.rows[place])
        ended = play_turn(board, net, position, start, wild)
        if players == 1:
            samples.target[place, 0] = 1 - start[0]
        else:
            samples.target[place] = start
        at += 1
        if ended:
            break
        position = rotated(position)
    last = at - 1
    if ended == 1:
        final[0] = 1
    elif ended == 2:
        owned = np.zeros(players, np.int64)
        for player in range(players):
            for column in range(board.lengths.shape[0]):
                owned[player] += int(position.markers[player, column] == board.lengths[column])
        final[:] = (owned == owned.max()).astype(np.float32)
        final /= final.sum()
    if ended and not wild:
        for number in range(began, at):
            place = number % room
            for player in range(players):
                # `final` counts from the turn player of the last turn.
                share = final[(player - (last - number)) % players]
                if players == 1:
                    share = np.float32(at - number)
                solved = samples.target[place, player]
                samples.target[place, player] = (1 - real) * solved + real * share
    return at


@njit(cache=True, nogil=True, fastmath=True)
def gradients(
    net: Net, samples: Samples, chosen: Whole, first: Floats, heads: Floats, bias: Floats
) -> float:
    """Add the gradients of a batch to `first`, `heads` and `bias`; return its mean loss."""
    units = net.first.shape[1]
    players = net.heads.shape[0]
    hidden = np.empty(units, np.float32)
    back = np.empty(units, np.float32)
    out = np.empty(players, np.float32)
    loss = 0.0
    scale = np.float32(1 / chosen.shape[0])
    for s in chosen:
        hidden[:] = 0
        for k in range(samples.counts[s]):
            row = samples.rows[s, k]
            for h in range(units):
                hidden[h] += net.first[row, h]
        for q in range(players):
            total = net.bias[q]
            for h in range(units):
                total += max(hidden[h], np.float32(0)) * net.heads[q, h]
            out[q] = total
        if players > 1:
            out[:] = np.exp(out - out.max())
            out /= out.sum()
        back[:] = 0
        for q in range(players):
            error = out[q] - samples.target[s, q]
            loss += error * error
            # Bounded: errors in turns, of long games, would change the weights too much at once.
            error = min(max(error, np.float32(-1)), np.float32(1))
            error *= scale
            bias[q] += error
            for h in range(units):
                if hidden[h] > 0:
                    heads[q, h] += error * hidden[h]
                    back[h] += error * net.heads[q, h]
        for k in range(samples.counts[s]):
            row = samples.rows[s, k]
            for h in range(units):
                first[row, h] += back[h]
    return loss / chosen.shape[0]


class Adam:
    """Adam (Kingma and Ba, 2015) for one array of weights."""

    def __init__(self, weights: Floats) -> None:
        self.weights = weights
        self._mean = np.zeros_like(weights)
        self._square = np.zeros_like(weights)
        self._time = 0

    def step(self, gradient: Floats, rate: float) -> None:
        self._time += 1
        self._mean += 0.1 * (gradient - self._mean)
        self._square += 0.001 * (gradient**2 - self._square)
        mean = self._mean / (1 - 0.9**self._time)
        square = self._square / (1 - 0.999**self._time)
        self.weights -= (rate * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)


class Learner:
    """A network that learns. Only half of the hidden units have weights of their own."""

    def __init__(self, board: Board, players: int, chance: np.random.Generator) -> None:
        self._mirror = mirrored_rows(board, players)
        half = UNITS // 2
        many = rows(board, players)
        first = chance.normal(0, 0.15, (many, half)).astype(np.float32)
        heads = chance.normal(0, 0.15, (players, half)).astype(np.float32)
        self._first, self._heads = Adam(first), Adam(heads)
        self._bias = Adam(np.full(players, FIRST_GUESS if players == 1 else 0, np.float32))

    def net(self) -> Net:
        """Return the network with all its hidden units."""
        first, heads = self._first.weights, self._heads.weights
        return Net(
            np.ascontiguousarray(np.hstack([first, first[self._mirror]])),
            np.ascontiguousarray(np.hstack([heads, heads])),
            self._bias.weights.copy(),
        )

    def learn(self, net: Net, samples: Samples, chosen: Whole, rate: float) -> float:
        """Change the weights by a batch and return its mean loss before the change."""
        first, heads = np.zeros_like(net.first), np.zeros_like(net.heads)
        bias = np.zeros_like(net.bias)
        loss = gradients(net, samples, chosen, first, heads, bias)
        half = UNITS // 2
        # Both halves of the units share their weights, so their gradients add up.
        back = np.empty_like(self._mirror)
        back[self._mirror] = np.arange(len(self._mirror))
        self._first.step(first[:, :half] + first[back][:, half:], rate)
        self._heads.step(heads[:, :half] + heads[:, half:], rate)
        self._bias.step(bias, rate)
        return float(loss)


@dataclass(frozen=True)
class Schedule:
    """The settings of a training. Pairs are values at its beginning and at its end."""

    turns: int  # number of turns of self-play
    real: tuple[float, float]  # the weight of the games' results
    passes: int  # how often each position is learned from
    # Numbers of columns to win: the first in most games, any of them in the others.
    goals: tuple[int, ...] = GOALS
    rate: tuple[float, float] = (2e-3, 5e-5)  # the learning rate
    settled: float = 1  # the part of the turns after which `real` no longer changes


SCHEDULES = {
    1: Schedule(450_000, real=(0.5, 0.0), passes=16, rate=(2e-3, 1e-5), settled=0.7),
    2: Schedule(300_000, real=(0.5, 0.1), passes=16),
    3: Schedule(300_000, real=(0.6, 0.3), passes=8),
    4: Schedule(300_000, real=(0.6, 0.3), passes=8, goals=GOALS[:1]),
}

KEPT = 60_000  # number of the newest samples, from which batches are chosen at random


def between(ends: tuple[float, float], part: float) -> float:
    """Return the number at a part of the way between two ends. part: from 0 to 1."""
    first, last = ends
    return first + (last - first) * part


def train(
    board: Board, players: int, seed: int, schedule: Schedule
) -> Generator[tuple[int, float], None, Net]:
    """Train the values for a number of players. The same seed gives the same values.

    Yields after `REPORT` batches the number of turns played and the mean loss in these batches.
    """
    chance = np.random.default_rng(seed)
    seed_dice(seed)
    learner = Learner(board, players, chance)
    net = learner.net()
    most = players * (len(board.lengths) + 1) + len(board.lengths) + 1
    samples = Samples(
        np.zeros((KEPT, most), np.int64),
        np.zeros(KEPT, np.int64),
        np.zeros((KEPT, players), np.float32),
    )
    played = learned = 0
    new = BATCH // schedule.passes
    losses: list[float] = []
    while played < schedule.turns:
        done = played / schedule.turns
        real = between(schedule.real, min(1, done / schedule.settled))
        rate = between(schedule.rate, done)
        usual = chance.random() < USUAL_GOAL
        goal = schedule.goals[0] if usual else int(chance.choice(schedule.goals))
        how = bool(chance.random() < MIXED), bool(chance.random() < WILD)
        played = play_game(board, net, goal, how, real, samples, played)
        while played - learned >= new:
            learned += new
            known = min(played, KEPT)
            losses.append(learner.learn(net, samples, chance.integers(0, known, BATCH), rate))
            net = learner.net()
            if len(losses) == REPORT:
                yield played, float(np.mean(losses))
                losses.clear()
    return net


def finished(
    training: Generator[tuple[int, float], None, Net],
    report: Callable[[int, float], object] = lambda _played, _loss: None,
) -> Net:
    """Run a training and return its network. report: called with turns played and mean loss."""
    while True:
        try:
            report(*next(training))
        except StopIteration as end:  # the return value of the generator
            net: Net = end.value
            return net


def trained(players: int, seed: int, turns: int | None) -> Net:
    schedule = SCHEDULES[players]
    if turns is not None:
        schedule = replace(schedule, turns=turns)
    began = monotonic()

    def report(played: int, loss: float) -> None:
        sys.stdout.write(
            f"{players} players: {played} of {schedule.turns} turns, loss {loss:.5f}, "
            f"{monotonic() - began:.0f} s\n"
        )
        sys.stdout.flush()

    return finished(train(make_board(), players, seed, schedule), report)


def main() -> None:
    """Train for the named numbers of players, and keep the weights for the others."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--players", type=int, nargs="+", default=list(SCHEDULES))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--turns", type=int, help="fewer turns, to try it out")
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    with ProcessPoolExecutor(options.processes, get_context("spawn")) as pool:
        running = {
            pool.submit(trained, players, options.seed, options.turns): players
            for players in options.players
        }
        nets = dict(load_nets())  # only this process writes the file, each time a training ends
        for job in as_completed(running):
            nets[running[job]] = job.result()
            save_nets(nets)


if __name__ == "__main__":
    main()
