"""Positions as small arrays, the course of a round, and decisions by the network.

Seats are an array with a row for each player, a table is an array of three numbers; `network` names
the columns. Values are the chances of all players to win. Rule ids are those of
docs/rules-buttons.md.
"""

import numpy as np
from numpy.typing import NDArray

from games.analysis.buttons.boards import (
    ROW,
    Ints,
    count,
    good_stars,
    has_line,
    legal_cells,
    stars_earned,
    stars_for_line,
)
from games.analysis.buttons.network import (
    BLACK,
    BUST,
    BUTTONS,
    COLOURS,
    HAND,
    IN,
    LEFT,
    OPTED_OUT,
    STANDING,
    STARS,
    TAKEN,
    TURN,
    Network,
    describe,
    rate,
)
from games.analysis.compiling import njit
from games.engine.buttons.board import SIZE
from games.engine.buttons.scoring import ENOUGH_STARS
from games.engine.dice import FACES

Values = NDArray[np.float64]

MOST_BLACK = 5  # black dice at the start of a round, the gold one included (BT-1)

WITH_LINE = 100  # any line beats any number of stars (BT-19)


@njit(nogil=True, cache=True)
def go_out(seats: Ints, table: Ints, player: int, standing: int) -> None:
    """Put a player out of the round, and take dice out of play for it (BT-10, BT-11)."""
    seats[player, STANDING] = standing
    table[BLACK] -= table[TAKEN]
    if standing == BUST:
        seats[player, BUTTONS] = 0


@njit(nogil=True, cache=True)
def pass_turn(seats: Ints, table: Ints, first: int) -> bool:
    """Give the turn to the next player in the round, from `first` on (BT-13); False if none is."""
    for step in range(len(seats)):
        player = (first + step) % len(seats)
        if seats[player, STANDING] == IN:
            table[TURN] = player
            return True
    return False


@njit(nogil=True, cache=True)
def earned_by(seats: Ints, player: int) -> int:
    """Return the stars that the player's buttons earn (BT-16)."""
    return stars_earned(
        seats[player, BUTTONS], seats[player, COLOURS : COLOURS + 4], seats[player, HAND]
    )


@njit(nogil=True, cache=True)
def place_stars(seats: Ints) -> None:
    """Put the stars of everybody who opted out in good places (BT-17), without the network."""
    for player in range(len(seats)):
        if seats[player, STANDING] == OPTED_OUT and seats[player, BUTTONS]:
            seats[player, STARS] |= good_stars(
                seats[player, BUTTONS], seats[player, STARS], earned_by(seats, player)
            )
            seats[player, BUTTONS] = 0


@njit(nogil=True, cache=True)
def ranks(seats: Ints) -> Ints:
    """Return the players' results: their stars, plus `WITH_LINE` for a line (BT-18, BT-19)."""
    result = np.zeros(len(seats), np.int64)
    for player in range(len(seats)):
        if seats[player, STANDING] != LEFT:
            result[player] = count(seats[player, STARS])
            if has_line(seats[player, STARS]):
                result[player] += WITH_LINE
    return result


@njit(nogil=True, cache=True)
def shares_of(ranked: Ints) -> Values:
    """Return everybody's share of the win (BT-19); all zero if the game goes on."""
    shares = np.zeros(len(ranked))
    best, equal = ENOUGH_STARS, 0
    for rank in ranked:
        if rank > best:
            best, equal = rank, 1
        elif rank == best:
            equal += 1
    for player in range(len(ranked)):
        if ranked[player] == best:
            shares[player] = 1.0 / equal
    return shares


@njit(nogil=True, cache=True)
def start_round(seats: Ints, table: Ints) -> None:
    """Pass the cards on and begin the next round (BT-20, BT-L5)."""
    players = len(seats)
    last = seats[players - 1, HAND]
    for player in range(players - 1, 0, -1):
        seats[player, HAND] = seats[player - 1, HAND]
    seats[0, HAND] = last
    table[BLACK] = MOST_BLACK
    first = 0
    for player in range(players):
        seats[player, BUTTONS] = 0
        if seats[player, STANDING] != LEFT:
            seats[player, STANDING] = IN
        if seats[player, HAND] & 1:
            first = player
    pass_turn(seats, table, first)


@njit(nogil=True, cache=True)
def end_round(seats: Ints, table: Ints) -> Values:
    """Place all stars; return the shares of the win, all zero if another round has begun."""
    place_stars(seats)
    shares = shares_of(ranks(seats))
    if shares.sum() == 0:
        start_round(seats, table)
    return shares


@njit(nogil=True, cache=True)
def if_rolled(seats: Ints, table: Ints, network: Network) -> Values:
    """Return the values if the turn player rolls now."""
    steps = rate(describe(seats, table), network)
    chances = np.empty(len(steps))
    for step in range(len(steps)):
        chances[(table[TURN] + step) % len(steps)] = steps[step]
    return chances


@njit(nogil=True, cache=True)
def before_turn(seats: Ints, table: Ints, first: int, network: Network) -> Values:
    """Return the values when the turn passes to the next player in the round, from `first` on."""
    # Each player rolls or opts out, whichever is better for them. After a player who rolls, nobody
    # else is asked. So first assume that all opt out, then decide from the last player back.
    seats, table = seats.copy(), table.copy()
    rolls = np.zeros((len(seats), len(seats)))
    turns = np.zeros(len(seats), np.int64)
    asked = 0
    final = np.zeros(len(seats))
    while True:
        if not pass_turn(seats, table, first):
            final = end_round(seats, table)
            if final.sum() == 0:
                final = if_rolled(seats, table, network)
            break
        player = table[TURN]
        value = if_rolled(seats, table, network)
        if seats[player, BUTTONS] == 0:  # a player without buttons cannot opt out
            final = value
            break
        rolls[asked], turns[asked] = value, player
        asked += 1
        go_out(seats, table, player, OPTED_OUT)
        first = player + 1
    for before in range(asked - 1, -1, -1):
        if rolls[before, turns[before]] >= final[turns[before]]:
            final = rolls[before].copy()
    return final


@njit(nogil=True, cache=True)
def if_opted_out(seats: Ints, table: Ints, network: Network) -> Values:
    """Return the values if the turn player opts out now."""
    seats, table = seats.copy(), table.copy()
    player = table[TURN]
    go_out(seats, table, player, OPTED_OUT)
    return before_turn(seats, table, player + 1, network)


@njit(nogil=True, cache=True)
def roller_cells(seats: Ints, table: Ints, white: int, columns: int) -> int:
    """Return the cells the roller may choose (BT-7). columns: those of the black dice, as bits."""
    player = table[TURN]
    legal = legal_cells(seats[player, BUTTONS], seats[player, STARS])
    return legal & (columns & ROW) << SIZE * white


@njit(nogil=True, cache=True)
def takers(seats: Ints, roller: int, gold: int) -> Ints:
    """Return for each player whether they may use the gold cell of somebody else's roll (BT-8)."""
    result = np.zeros(len(seats), np.int64)
    for player in range(len(seats)):
        legal = legal_cells(seats[player, BUTTONS], seats[player, STARS])
        if player != roller and seats[player, STANDING] == IN and legal & gold:
            result[player] = 1
    return result


@njit(nogil=True, cache=True)
def best_cell(seats: Ints, table: Ints, cells: int, network: Network) -> int:
    """Return the best of these cells for the roller, with the others' buttons as they are."""
    player = table[TURN]
    best, chosen = -1.0, 0
    held = seats[player, BUTTONS]
    for at in range(SIZE * SIZE):
        cell = cells & 1 << at
        if cell == cells:  # the only one: nothing to compare
            chosen = cell
            break
        if cell:
            seats[player, BUTTONS] = held | cell
            value = before_turn(seats, table, player + 1, network)[player]
            if value > best:
                best, chosen = value, cell
    seats[player, BUTTONS] = held
    return chosen


@njit(nogil=True, cache=True)
def use_roll(seats: Ints, table: Ints, cells: int, gold: int, network: Network) -> Values:
    """Let everybody use a roll in their best way, in place; return the values. cells: 0 if bust."""
    roller = table[TURN]
    others = takers(seats, roller, gold)
    if cells == 0:
        go_out(seats, table, roller, BUST)
    return decide(seats, table, (cells, gold), others, network)


@njit(nogil=True, cache=True)
def decide(
    seats: Ints, table: Ints, roll: tuple[int, int], others: Ints, network: Network
) -> Values:
    """Let players decide on a roll in their best way, in place; return the values after it.

    Decisions on a roll are made at the same time (BT-13). The roller expects that the others take
    the gold cell. The others are taken to decide in turn, starting after the roller, and to know
    the decisions before theirs: so there always is a best way.

    roll: the cells that the roller may choose, 0 for none, and the gold cell.  others: for each
    player whether they still have to take or decline the gold cell.
    """
    roller = table[TURN]
    cells, gold = roll
    asked = np.zeros(len(seats), np.int64)
    count = 0
    for step in range(1, len(seats)):
        player = (roller + step) % len(seats)
        if others[player]:
            asked[count] = player
            count += 1
            seats[player, BUTTONS] |= gold
    if cells:
        seats[roller, BUTTONS] |= best_cell(seats, table, cells, network)
    # The values of all ways to decide, with a bit for each player asked: at most eight ways. Then
    # backward induction.
    values = np.empty((1 << count, len(seats)))
    for way in range(1 << count):
        _take_or_decline(seats, gold, asked[:count], way)
        values[way] = before_turn(seats, table, roller + 1, network)
    best = np.arange(1 << count)  # index: decisions made so far; value: the way they lead to
    for place in range(count - 1, -1, -1):
        player = asked[place]
        for before in range(1 << place):
            declined = best[before | 1 << place]
            if values[declined, player] > values[best[before], player]:
                best[before] = declined
    _take_or_decline(seats, gold, asked[:count], best[0])
    return values[best[0]]


@njit(nogil=True, cache=True)
def _take_or_decline(seats: Ints, gold: int, asked: Ints, way: int) -> None:
    """Have players take the gold cell, or decline it if their bit in `way` is set."""
    for place in range(len(asked)):
        if way >> place & 1:
            seats[asked[place], BUTTONS] &= ~gold
        else:
            seats[asked[place], BUTTONS] |= gold


@njit(nogil=True, cache=True)
def random_columns(black: int, gold: int) -> int:
    """Roll the other black dice; return the columns that they and the gold die show, as bits."""
    columns = 1 << gold
    for _ in range(black - 1):
        columns |= 1 << np.random.randint(FACES)
    return columns


@njit(nogil=True, cache=True)
def place_best_stars(seats: Ints, table: Ints, network: Network) -> None:
    """Have each player who opted out place stars in the best way by the network."""
    for player in range(len(seats)):
        if seats[player, STANDING] == OPTED_OUT and seats[player, BUTTONS]:
            earned = earned_by(seats, player)
            # There are far too many ways, so only one for each line is tried: the best for it.
            ways = np.zeros(4 * SIZE, np.int64)
            for line in range(4 * SIZE):
                ways[line] = stars_for_line(
                    seats[player, BUTTONS], seats[player, STARS], earned, line
                )
            best, chosen = -1.0, 0
            held = seats[player, STARS]
            seats[player, BUTTONS] = 0
            for way in np.unique(ways):
                seats[player, STARS] = held | way
                value = before_turn(seats, table, 0, network)[player]
                if value > best:
                    best, chosen = value, way
            seats[player, STARS] = held | chosen


@njit(nogil=True, cache=True)
def roll_dice(seats: Ints, table: Ints, network: Network) -> None:
    """Roll, and let everybody use the roll."""
    white, gold = np.random.randint(FACES), np.random.randint(FACES)
    columns = random_columns(table[BLACK], gold)
    cells = roller_cells(seats, table, white, columns)
    use_roll(seats, table, cells, 1 << SIZE * white + gold, network)


@njit(nogil=True, cache=True)
def mean_more_rolls(seats: Ints, table: Ints, network: Network, samples: int) -> float:
    """Return the turn player's mean number of rolls in the rest of the round, counting one now."""
    np.random.seed(1)  # seeds numba's own generator, so a position always gets the same answer
    asked = table[TURN]
    rolls = 0
    for _ in range(samples):
        now, dice = seats.copy(), table.copy()
        rolled = 0
        while now[asked, STANDING] == IN:
            player = dice[TURN]
            own = if_rolled(now, dice, network)[player]
            out = -1.0
            if rolled and now[player, BUTTONS]:
                out = if_opted_out(now, dice, network)[player]
            if own >= out:
                roll_dice(now, dice, network)
                rolled += player == asked
            else:
                go_out(now, dice, player, OPTED_OUT)
            pass_turn(now, dice, dice[TURN] + 1)
        rolls += rolled
    return rolls / samples
