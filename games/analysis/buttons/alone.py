"""The last player in a round: their best play for the win, by the exact solution of the round."""

import numpy as np

from games.analysis.buttons.boards import (
    ACROSS,
    COLUMN,
    KINDS_OF_LINE,
    LINE_WORTH,
    MOST_STARS,
    Ints,
    best_kinds,
    count,
)
from games.analysis.buttons.network import (
    BLACK,
    BUST,
    BUTTONS,
    COLOURS,
    HAND,
    IN,
    OF_SEAT,
    STANDING,
    STARS,
    TURN,
    Network,
    describe,
    describe_stars,
    rate,
)
from games.analysis.buttons.play import (
    WITH_LINE,
    if_rolled,
    place_stars,
    ranks,
    shares_of,
    start_round,
)
from games.analysis.buttons.rounds import SolvedRound, Start, Worth, numbering, solve

MOST_BOARDS = 60_000
"""Rounds with more boards than this are not solved: it would take too long."""


def solved_alone(seats: Ints, table: Ints, player: int, network: Network) -> SolvedRound | None:
    """Return the exact solution of the round for the last player in it; values are chances to win.

    None if other players are in the round, or if it has too many boards. The network rates the
    start of the next round.
    """
    seat = seats[player]
    if seat[STANDING] != IN or (seats[:, STANDING] == IN).sum() > 1:
        return None
    start = Start(int(seat[BUTTONS]), int(seat[STARS]), int(table[BLACK]))
    if numbering(start.legal)[1] > MOST_BOARDS:
        return None
    worth = worth_alone(seats, table, player, network)
    return solve(start, (seat[COLOURS:].copy(), int(seat[HAND])), worth)


def worth_alone(seats: Ints, table: Ints, player: int, network: Network) -> Worth:
    """Return the last player's chance to win, for each way the round may end for them."""
    after, start = seats.copy(), table.copy()
    after[player, STANDING] = BUST
    after[player, BUTTONS] = 0
    place_stars(after)
    results = ranks(after)
    stars = after[player, STARS]
    kinds = best_kinds(0, stars, 0)
    # The worth of all lines but the best column and the best row is assumed not to change.
    others = kinds[2] - LINE_WORTH[COLUMN, kinds[0]] - LINE_WORTH[ACROSS, kinds[1]]
    # The value of a board at the end depends only on the stars that it earns and on the best kinds
    # of line after them. So 8 x 8 x 8 values of the network serve all boards.
    start_round(after, start)
    numbers = describe(after, start)
    step = (player - start[TURN]) % len(seats)
    worth = np.zeros((MOST_STARS + 1, KINDS_OF_LINE, KINDS_OF_LINE))
    shares = shares_of(results)
    worth[0] = shares[player] if shares.sum() > 0 else if_rolled(after, start, network)[player]
    for earned in range(1, MOST_STARS + 1):
        for column in range(KINDS_OF_LINE):
            for row in range(KINDS_OF_LINE):
                results[player] = count(stars) + earned
                if column == 0 or row == 0:
                    results[player] += WITH_LINE
                shares = shares_of(results)
                if shares.sum() > 0:
                    worth[earned, column, row] = shares[player]
                else:
                    promise = others + LINE_WORTH[COLUMN, column] + LINE_WORTH[ACROSS, row]
                    describe_stars(
                        count(stars) + earned,
                        (column, row, promise),
                        numbers[step * OF_SEAT : (step + 1) * OF_SEAT],
                    )
                    worth[earned, column, row] = rate(numbers, network)[step]
    return worth
