"""How the network learns, by playing against itself: `python -m tools.buttons.training`.

After each game the network learns a target for every position in which somebody rolled: a mixture
of its own values for later positions and of the game's result (temporal differences).
"""

import argparse
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from games.analysis.buttons.boards import COLOURS as CELLS_OF_COLOUR
from games.analysis.buttons.boards import Ints
from games.analysis.buttons.network import (
    BUTTONS,
    COLOURS,
    HAND,
    LEFT,
    OF_SEAT,
    OF_TABLE,
    OPTED_OUT,
    STANDING,
    TURN,
    WEIGHTS,
    Network,
    describe,
    for_more_players,
    learn,
    new_network,
)
from games.analysis.buttons.play import (
    MOST_BLACK,
    end_round,
    go_out,
    if_opted_out,
    if_rolled,
    pass_turn,
    place_best_stars,
    roll_dice,
)
from games.analysis.compiling import njit
from games.engine.buttons.deal import MIN_PLAYERS

HIDDEN = 64
SEED = 1
# The number of games, and the learning rate at the first and at the last game.
Stage = tuple[int, float, float]

STAGES: dict[int, tuple[Stage, ...]] = {
    2: ((240_000, 0.02, 0.0032), (80_000, 0.003, 0.0005), (80_000, 0.003, 0.0002)),
    3: ((60_000, 0.015, 0.002), (50_000, 0.005, 0.0007)),
    4: ((30_000, 0.015, 0.002), (30_000, 0.006, 0.0007), (30_000, 0.006, 0.0004)),
}
"""The stages of training each network, by number of players."""

MOST_ROLLS = 1000  # a game is broken off after this number of rolls

LATER = 0.8  # weight of all later values and the result in a target; the next value has the rest

TRIES = 0.02  # the chance of a try: a player takes the worse of rolling and opting out

LEAVES = 0.004  # the chance that somebody leaves before a turn, with three or four players

# For each roll of a game: the position in numbers, the turn player, the chances to win at the next
# decision, and whether a try or a leaver followed. If so, the result is not learned from.
Trace = tuple[NDArray[np.float32], Ints, NDArray[np.float64], NDArray[np.bool_]]

_LAYOUTS = np.array(list(CELLS_OF_COLOUR.values()), dtype=np.int64)


@njit(nogil=True, cache=True)
def new_game(players: int) -> tuple[Ints, Ints]:
    """Return the seats and the table of a game dealt at random (BT-3, BT-4)."""
    seats = np.zeros((players, COLOURS + 4), np.int64)
    layouts = np.random.permutation(len(_LAYOUTS))
    for player in range(players):
        seats[player, COLOURS:] = _LAYOUTS[layouts[player]]
    cards = np.array([0, 1, 2, 3])
    np.random.shuffle(cards[1:])
    dealt = 3 if players == 3 else 4
    np.random.shuffle(cards[:dealt])
    for at in range(dealt):
        seats[at % players, HAND] |= 1 << cards[at]
    table = np.array([0, MOST_BLACK, 2 if players == MIN_PLAYERS else 1])
    for player in range(players):
        if seats[player, HAND] & 1:
            table[TURN] = player
    return seats, table


@njit(nogil=True, cache=True)
def _leave(seats: Ints) -> bool:
    """Let a random player leave, unless only two are left; return whether a player left."""
    player = np.random.randint(len(seats))
    staying = 0
    for other in range(len(seats)):
        staying += seats[other, STANDING] != LEFT
    if staying <= 2 or seats[player, STANDING] == LEFT:
        return False
    seats[player, STANDING] = LEFT
    seats[player, BUTTONS] = 0
    return True


@njit(nogil=True, cache=True)
def _go_on(seats: Ints, table: Ints, network: Network) -> NDArray[np.float64]:
    """Pass the turn on, or end the round; return the shares of the win, 0 if the game goes on."""
    if pass_turn(seats, table, table[TURN] + 1):
        return np.zeros(len(seats))
    place_best_stars(seats, table, network)
    return end_round(seats, table)


@njit(nogil=True, cache=True)
def _from_turn_player(chances: NDArray[np.float64], turn: int) -> NDArray[np.float64]:
    return np.concatenate((chances[turn:], chances[:turn]))


@njit(nogil=True, cache=True)
def _choose(seats: Ints, table: Ints, network: Network) -> tuple[NDArray[np.float64], bool, bool]:
    """Return the better choice's values, whether the player rolls, and whether it is a try."""
    player = table[TURN]
    value = if_rolled(seats, table, network)
    if seats[player, BUTTONS] == 0:
        return value, True, False
    out = if_opted_out(seats, table, network)
    tries = np.random.random() < TRIES
    if out[player] > value[player]:
        return out, tries, tries
    return value, not tries, tries


@njit(nogil=True, cache=True)
def _play(players: int, network: Network, trace: Trace) -> tuple[int, NDArray[np.float64]]:
    """Let the network play itself and fill `trace`; return the number of rolls and the shares."""
    seats, table = new_game(players)
    seen, turns, later, cut = trace
    rolls = 0
    final = np.zeros(players)
    while final.sum() == 0 and rolls < MOST_ROLLS:
        player = table[TURN]
        value, will_roll, tries = _choose(seats, table, network)
        leaves = players > 2 and np.random.random() < LEAVES and _leave(seats)
        if rolls:
            if later[rolls - 1].sum() == 0:
                later[rolls - 1] = value
            cut[rolls - 1] |= tries or leaves
        if leaves:
            if seats[player, STANDING] == LEFT:
                final = _go_on(seats, table, network)
            continue
        if will_roll:
            seen[rolls], turns[rolls] = describe(seats, table), player
            rolls += 1
            roll_dice(seats, table, network)
        else:
            go_out(seats, table, player, OPTED_OUT)
        final = _go_on(seats, table, network)
    return rolls, final


@njit(nogil=True, cache=True)
def play_and_learn(players: int, network: Network, speed: float) -> int:
    """Let the network play itself and learn from the game; return the number of rolls."""
    seen = np.zeros((MOST_ROLLS, players * (OF_SEAT + 1) + OF_TABLE), np.float32)
    later = np.zeros((MOST_ROLLS, players))
    turns, cut = np.zeros(MOST_ROLLS, np.int64), np.zeros(MOST_ROLLS, np.bool_)
    rolls, target = _play(players, network, (seen, turns, later, cut))
    for at in range(rolls - 1, -1, -1):
        if cut[at]:
            target = later[at]  # a try or a leaver followed, not the best play
        elif later[at].sum() > 0:
            target = LATER * target + (1 - LATER) * later[at]
        learn(seen[at], _from_turn_player(target, turns[at]), network, speed)
    return rolls


@njit(nogil=True, cache=True)
def _one_roll(players: int, network: Network) -> tuple[NDArray[np.float32], NDArray[np.float64]]:
    """Play a game; return one of its positions, drawn at random, and the shares of the win."""
    seen = np.zeros((MOST_ROLLS, players * (OF_SEAT + 1) + OF_TABLE), np.float32)
    later = np.zeros((MOST_ROLLS, players))
    turns, cut = np.zeros(MOST_ROLLS, np.int64), np.zeros(MOST_ROLLS, np.bool_)
    rolls, final = _play(players, network, (seen, turns, later, cut))
    at = np.random.randint(rolls)
    return seen[at].copy(), _from_turn_player(final, turns[at])


@njit(nogil=True, cache=True)
def _seed(seed: int) -> None:  # compiled, because numba has a generator of its own
    np.random.seed(seed)


def games_played(
    players: int, network: Network, games: int, seed: int
) -> Iterator[tuple[NDArray[np.float32], NDArray[np.float64]]]:
    """Play games as in training, without learning from them.

    Yields from each game a position in which somebody rolls, and the shares of the win by the
    number of steps from the turn player.
    """
    _seed(seed)
    for _ in range(games):
        yield _one_roll(players, network)


@njit(nogil=True, cache=True)
def play_many(
    players: int, network: Network, games: int, speeds: NDArray[np.float64], seed: int
) -> int:
    """Learn from games at rates from `speeds[0]` to `speeds[1]`; return the number of all rolls."""
    np.random.seed(seed)
    rolls = 0
    for game in range(games):
        speed = speeds[0] * (speeds[1] / speeds[0]) ** (game / games)
        rolls += play_and_learn(players, network, speed)
    return rolls


def save(networks: Mapping[int, Network], path: Path) -> None:
    """Write networks by number of players, as 16-bit floats."""
    arrays: dict[str, Any] = {
        f"{players}-{part}": weights.astype(np.float16)
        for players, network in networks.items()
        for part, weights in enumerate(network)
    }
    np.savez_compressed(path, **arrays)


def train(players: int, stages: Iterable[Stage], seed: int, first: Network) -> Network:
    """Train `first` in place and return it. The same kind of machine gives the same result."""
    for number, (games, fast, slow) in enumerate(stages):
        play_many(players, first, games, np.array([fast, slow]), seed + number)
    return first


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=SEED)
    seed = parser.parse_args().seed
    two = train(2, STAGES[2], seed, new_network(2, HIDDEN, seed))
    networks = {2: two} | {
        players: train(players, STAGES[players], seed, for_more_players(two, players))
        for players in (3, 4)
    }
    save(networks, WEIGHTS)


if __name__ == "__main__":
    main()
