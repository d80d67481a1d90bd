"""A position in numbers, and the small neural network that rates it.

The network estimates each player's chance to win when the turn player is about to roll. Seats are
counted from the turn player on, so that turning the table changes nothing.
"""

from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from games.analysis.buttons.boards import (
    KINDS_OF_LINE,
    LINE_BITS,
    MOST_STARS,
    Ints,
    best_kinds,
    chance_to_hit,
    count,
    legal_cells,
    stars_earned,
)
from games.analysis.compiling import njit
from games.engine.buttons.scoring import ENOUGH_STARS
from games.engine.dice import FACES

WEIGHTS = Path(__file__).with_name("weights.npz")

# Four arrays: weights from the inputs to the hidden units, biases of the hidden units, weights from
# the hidden units to the outputs (one for each seat), biases of the outputs.
Network = tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]

# Columns of the array of seats. `COLOURS` is the first of four, with the cells of each colour.
BUTTONS, STARS, STANDING, HAND, COLOURS = 0, 1, 2, 3, 4

IN, OPTED_OUT, BUST, LEFT = 0, 1, 2, 3  # standings

# Places in the array of a table: the turn player; the number of black dice of the next roll, the
# gold one included; the number of dice out of play for each player out of the round.
TURN, BLACK, TAKEN = 0, 1, 2

# Where groups begin in the numbers about a seat: opting out at once, two more stars, staying in the
# round, rivals. The trained weights depend on the place and the scale of every number.
_AT_ONCE = 23
_MORE = 50
_IN_ROUND = 67
_RIVALS = 86
OF_SEAT = 89  # numbers about each seat

OF_TABLE = FACES  # numbers about the table: one for each count of black dice, 0 to 5


def inputs(players: int) -> int:
    """Return how many numbers describe a position."""
    return players * (OF_SEAT + 1) + OF_TABLE


@njit(nogil=True, cache=True)
def _describe_lines(kinds: tuple[int, int, float], numbers: NDArray[np.float32]) -> None:
    numbers[kinds[0]] = 1.0
    numbers[KINDS_OF_LINE + kinds[1]] = 1.0
    numbers[2 * KINDS_OF_LINE] = kinds[2] / 200.0


@njit(nogil=True, cache=True)
def describe_stars(stars: int, kinds: tuple[int, int, float], numbers: NDArray[np.float32]) -> None:
    """Describe the stars of a player at the end of a round, in the numbers of their seat."""
    numbers[4] = stars / 12.0
    numbers[5:22] = 0.0
    _describe_lines(kinds, numbers[5:22])
    numbers[22] = max(0, stars - 6) / 6.0


@njit(nogil=True, cache=True)
def _describe_colours(
    seat: Ints, legal: int, black: int, numbers: NDArray[np.float32]
) -> tuple[int, int]:
    """Describe the colours; return cells that complete one, and those among them with a card."""
    completing, with_card, begun = 0, 0, 0
    for colour in range(4):
        cells = seat[COLOURS + colour]
        placed = min(count(seat[BUTTONS] & cells), 3)
        card = seat[HAND] >> colour & 1
        numbers[4 * card + placed] += 1.0
        if placed == 2:
            completing |= cells & legal
            if card:
                with_card |= cells & legal
        elif placed == 1 and card:
            begun |= cells & legal
    numbers[8] = chance_to_hit(completing, black)
    numbers[9] = chance_to_hit(with_card, black)
    numbers[10] = chance_to_hit(begun, black)
    return completing, with_card


@njit(nogil=True, cache=True)
def _line_cells(seat: Ints, legal: int, earned: int) -> tuple[int, int]:
    """Return cells whose button lets opting out complete a line, and cells of nearly such lines."""
    # Opting out completes a line if all its missing cells have buttons and the stars suffice.
    winning, good = 0, 0
    for line in LINE_BITS:
        missing = line & ~seat[STARS]
        bare = missing & ~seat[BUTTONS]
        left = count(bare)
        needed = count(missing)
        if left == 1 and bare & legal and needed <= earned:
            winning |= bare
        if left <= 2 and needed <= earned + 2:
            good |= bare & legal
    return winning, good


@njit(nogil=True, cache=True)
def _describe_round(
    seat: Ints, earned: int, black: int, taken: int, numbers: NDArray[np.float32]
) -> None:
    """Describe the chances of a player who is still in the round."""
    legal = legal_cells(seat[BUTTONS], seat[STARS])
    placed = count(seat[BUTTONS])
    numbers[0] = 1.0 - chance_to_hit(legal, black)
    numbers[1] = 1.0 - chance_to_hit(legal, max(1, black - taken))
    numbers[2] = count(legal) / 36.0
    numbers[3] = placed / 8.0
    numbers[4] = 1.0 if placed == 0 else 0.0
    completing, with_card = _describe_colours(seat, legal, black, numbers[5:16])
    winning, good = _line_cells(seat, legal, earned)
    stars = count(seat[STARS]) + earned
    if stars + 2 >= ENOUGH_STARS:
        winning |= with_card
    if stars + 1 >= ENOUGH_STARS:
        winning |= completing
    numbers[16] = chance_to_hit(winning, black)
    numbers[17] = chance_to_hit(good, black)
    numbers[18] = placed * numbers[0] / 4.0


@njit(nogil=True, cache=True)
def _describe_seat(seat: Ints, black: int, taken: int, numbers: NDArray[np.float32]) -> int:
    """Describe a player; return their stars after opting out, + 100 for a line; 0 if impossible."""
    standing = seat[STANDING]
    numbers[standing] = 1.0
    if standing == LEFT:
        return 0
    stars = count(seat[STARS])
    describe_stars(stars, best_kinds(0, seat[STARS], 0), numbers)
    if standing == BUST or seat[BUTTONS] == 0:
        if standing == IN:
            _describe_round(seat, 0, black, taken, numbers[_IN_ROUND:])
        return 0
    earned = stars_earned(seat[BUTTONS], seat[COLOURS : COLOURS + 4], seat[HAND])
    numbers[_AT_ONCE + earned - 1] = 1.0
    after = numbers[_AT_ONCE + MOST_STARS :]
    kinds = best_kinds(seat[BUTTONS], seat[STARS], earned)
    _describe_lines(kinds, after[:17])
    after[17] = (stars + earned) / 12.0
    after[18] = 1.0 if stars + earned >= ENOUGH_STARS else 0.0
    line = kinds[0] == 0 or kinds[1] == 0
    after[19] = 1.0 if line else 0.0
    if standing == IN:
        more = min(earned + 2, MOST_STARS)
        _describe_lines(best_kinds(seat[BUTTONS], seat[STARS], more), numbers[_MORE:])
        _describe_round(seat, earned, black, taken, numbers[_IN_ROUND:])
    return stars + earned + (100 if line else 0)


@njit(nogil=True, cache=True)
def _describe_rivals(result: int, standing: int, rivals: int, numbers: NDArray[np.float32]) -> None:
    """Compare a player's result with `rivals`, their rivals' best, if `rivals` ends the game."""
    if rivals < ENOUGH_STARS or standing > OPTED_OUT:
        return
    numbers[0] = 1.0 if result < rivals else 0.0
    numbers[1] = 1.0 if result == rivals else 0.0
    numbers[2] = 1.0 if result > rivals else 0.0


@njit(nogil=True, cache=True)
def describe(seats: Ints, table: Ints) -> NDArray[np.float32]:
    """Return the numbers of a position in which the turn player is about to roll."""
    players = len(seats)
    numbers = np.zeros(players * (OF_SEAT + 1) + OF_TABLE, np.float32)
    results = np.zeros(players, np.int64)
    for step in range(players):
        at = (table[TURN] + step) % players
        results[step] = _describe_seat(
            seats[at], table[BLACK], table[TAKEN], numbers[step * OF_SEAT :]
        )
        if seats[at, HAND] & 1:  # red: the next player begins the next round (BT-20)
            numbers[players * OF_SEAT + (step + 1) % players] = 1.0
    numbers[players * (OF_SEAT + 1) + table[BLACK]] = 1.0
    for step in range(players):
        rivals = 0
        for other in range(players):
            standing = seats[(table[TURN] + other) % players, STANDING]
            if other != step and standing == OPTED_OUT:
                rivals = max(rivals, results[other])
        standing = seats[(table[TURN] + step) % players, STANDING]
        _describe_rivals(results[step], standing, rivals, numbers[step * OF_SEAT + _RIVALS :])
    return numbers


@njit(nogil=True, cache=True)
def _hidden(numbers: NDArray[np.float32], network: Network) -> NDArray[np.float32]:
    weights, offsets = network[0], network[1]
    sums = offsets.copy()
    for at in range(len(numbers)):
        number = numbers[at]
        if number != 0:  # most are 0
            for unit in range(len(sums)):
                sums[unit] += number * weights[at, unit]
    return sums


@njit(nogil=True, cache=True)
def _chances(
    active: NDArray[np.float32], numbers: NDArray[np.float32], network: Network
) -> NDArray[np.float64]:
    """Return the chances to win (a softmax), by the number of steps from the turn player."""
    weights, offsets = network[2], network[3]
    players = len(offsets)
    chances = np.zeros(players)
    total = 0.0
    for step in range(players):
        if numbers[step * OF_SEAT + LEFT] == 0:
            rating = np.float64(offsets[step])
            for unit in range(len(active)):
                rating += active[unit] * weights[step, unit]
            # Bounded, so that no chance is 0 or overflows.
            chances[step] = np.exp(min(max(rating, -30.0), 30.0))
            total += chances[step]
    return chances / total


@njit(nogil=True, cache=True)
def rate(numbers: NDArray[np.float32], network: Network) -> NDArray[np.float64]:
    """Return the chances to win, by the number of steps from the turn player."""
    active = _hidden(numbers, network)
    for unit in range(len(active)):  # softsign: cheaper than tanh
        active[unit] /= 1 + abs(active[unit])
    return _chances(active, numbers, network)


@njit(nogil=True, cache=True)
def learn(
    numbers: NDArray[np.float32], target: NDArray[np.float64], network: Network, speed: float
) -> None:
    """Bring the network's chances for a position nearer to the target. speed: learning rate."""
    sums = _hidden(numbers, network)
    spread = np.float32(1) + np.abs(sums)
    active = sums / spread
    error = ((target - _chances(active, numbers, network)) * speed).astype(np.float32)
    back = np.zeros_like(sums)
    for step in range(len(error)):
        if numbers[step * OF_SEAT + LEFT] == 0:
            back += error[step] * network[2][step]
            network[2][step] += error[step] * active
            network[3][step] += error[step]
    back /= spread * spread  # the slope of the softsign
    network[1][:] += back
    for at in range(len(numbers)):
        if numbers[at] != 0:
            network[0][at] += numbers[at] * back


def new_network(players: int, hidden: int, seed: int) -> Network:
    """Return a network that has learned nothing yet."""
    chance = np.random.default_rng(seed)
    weights = chance.normal(0, 0.1, (inputs(players), hidden)).astype(np.float32)
    return (
        weights,
        np.zeros(hidden, np.float32),
        chance.normal(0, 0.1, (players, hidden)).astype(np.float32),
        np.zeros(players, np.float32),
    )


def for_more_players(network: Network, players: int) -> Network:
    """Return a network for more players, made from the trained network for two.

    It treats all other players alike, as the network for two treats the other player.
    """
    weights, offsets, rating, favour = network
    others = players - 1
    chance = np.random.default_rng(players)
    grown = chance.normal(0, 0.02, (inputs(players), len(offsets))).astype(np.float32)
    grown[: players * OF_SEAT] += np.concatenate(
        (weights[:OF_SEAT], np.tile(weights[OF_SEAT : 2 * OF_SEAT] / others, (others, 1)))
    )
    grown[-OF_TABLE:] += weights[-OF_TABLE:]
    return (
        grown,
        offsets.copy(),
        np.concatenate((rating[:1], np.tile(rating[1:], (others, 1)))),
        np.concatenate((favour[:1], np.tile(favour[1:], others))),
    )


@cache
def trained(players: int) -> Network:
    """Return the trained network for a number of players, 2 to 4."""
    with np.load(WEIGHTS) as stored:
        first, second, third, fourth = (
            stored[f"{players}-{part}"].astype(np.float32) for part in range(4)
        )
    return first, second, third, fourth
