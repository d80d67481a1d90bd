"""The best play of a turn: a backward pass over all that can happen in it.

A turn of Can't Stop is a problem of optimal stopping. A position within a turn is the number of
steps that each runner has made; from the empty board 70,223 positions can be reached. A pass from
the highest to the lowest position computes all values from those of ending the turn (`values.py`).
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.analysis.cantstop.board import MOVES, Board
from games.analysis.compiling import njit

Floats = NDArray[np.float32]
Whole = NDArray[np.int64]
Flags = NDArray[np.bool_]

_COUNT = len(MOVES)
_PAIR_MOVES = 5  # number of options that move only placed runners; see `_pair_options`
_ROW = 16  # no column is longer; a constant, so that the compiler can compute a row at once


class Turn(NamedTuple):
    """The input of a pass over a turn."""

    top: Whole  # for each column, steps to its top; 0 if the column is closed
    may_stop: Flags  # by column and steps: whether stopping is allowed there (CS-M1)
    stop_early: bool  # whether stopping is allowed with a runner that could be placed (CS-V3)
    needed: int  # columns that the turn player still needs
    open: int  # number of open columns
    shares: Floats  # values when no column is open any more and nobody has won (CS-20)
    win: Floats  # values when the turn player wins
    base: Floats  # the hidden layer of the position as it is, before its activation
    deltas: Floats  # by column and number of steps: the change of the hidden layer
    tops: Floats  # by number of columns won in this turn, 0 to 3: the change of the hidden layer
    heads: Floats  # weights from the hidden layer to the outputs; see `outputs`
    bias: Floats  # biases of the outputs
    players: int


class Values(NamedTuple):
    """The result of a pass; `place_of` returns the index of a position in `value`."""

    value: Floats  # by position: its values after a roll was used, before the turn player decides
    stops: Flags  # for each position, whether it is best to stop
    # The first index in `value` of the positions with one, two or three runners: by column, by two
    # columns, by the number of the triple.
    ones: Whole
    twos: Whole
    threes: Whole
    bust: Floats  # values after a bust
    start: Floats  # values at the beginning of the turn, before the first roll


@njit(cache=True, nogil=True, fastmath=True)
def outputs(hidden: Floats, heads: Floats, bias: Floats, players: int, out: Floats) -> None:
    """Write the values of the position after the turn to `out`, the turn player first.

    For one player: minus the number of turns left. For two: the turn player's chance to win. For
    more: the chance of each.
    """
    # hidden: before its activation. heads: for one player, the weights to the turns left; for more
    # players, the weights to differences between logits: each player's minus the next player's. The
    # turn player's difference is the last.
    units = hidden.shape[0]
    if players <= 2:
        total = bias[0]
        for h in range(units):
            total += hidden[h] * heads[0, h] if hidden[h] > 0 else np.float32(0)
        if players == 1:
            out[0] = -max(total, np.float32(0))
        else:
            out[0] = np.float32(1) / (np.float32(1) + np.exp(-total))
        return
    whole = np.float32(1)
    out[1] = np.float32(1)  # the next player, with whose logit the others are compared
    for q in range(players - 1):
        total = bias[q]
        for h in range(units):
            total += hidden[h] * heads[q, h] if hidden[h] > 0 else np.float32(0)
        power = np.exp(min(total, np.float32(60)))  # float32 overflows beyond 88
        out[(q + 2) % players] = power
        whole += power
    for p in range(players):
        out[p] /= whole


@njit(cache=True, nogil=True)
def place_of(board: Board, top: Whole, values: Any, steps: Whole) -> int:
    """Return the index of a position in `value`. steps: by column, 0 for no runner."""
    a = b = c = -1
    for column in range(steps.shape[0]):
        if steps[column]:
            if a < 0:
                a = column
            elif b < 0:
                b = column
            else:
                c = column
    if b < 0:
        return values.ones[a] + steps[a] - 1
    if c < 0:
        return values.twos[a, b] + (steps[a] - 1) * top[b] + steps[b] - 1
    begin = values.threes[board.triple_of[a, b, c]]
    return begin + ((steps[a] - 1) * top[b] + steps[b] - 1) * top[c] + steps[c] - 1


@njit(cache=True, nogil=True)
def _room(board: Board, top: Whole, vector: int) -> Any:
    """Return the arrays for the result of a pass. vector: the number of values of a position."""
    columns = top.shape[0]
    ones = np.full(columns, -1)
    twos = np.full((columns, columns), -1)
    threes = np.full(board.triples.shape[0], -1)
    size = 0
    for a in range(columns):
        if top[a]:
            ones[a] = size
            size += top[a]
    for a in range(columns):
        for b in range(a + 1, columns):
            if top[a] and top[b]:
                twos[a, b] = size
                size += top[a] * top[b]
    for t in range(board.triples.shape[0]):
        room = top[board.triples[t, 0]] * top[board.triples[t, 1]] * top[board.triples[t, 2]]
        if room:
            threes[t] = size
            size += room
    return Values(
        np.zeros((size, vector), np.float32), np.empty(size, np.bool_), ones, twos, threes,
        np.empty(vector, np.float32), np.zeros(vector, np.float32),
    )  # fmt: skip


@njit(cache=True, nogil=True, fastmath=True)
def _after_stopping(hidden: Floats, turn: Turn, values: Any, stop: Floats) -> None:
    """Write the values of stopping with this hidden layer."""
    # At least the values of a bust: nobody is worse off for spaces gained, though the network
    # sometimes rates them lower.
    outputs(hidden, turn.heads, turn.bias, turn.players, stop)
    if stop[0] < values.bust[0]:
        for v in range(stop.shape[0]):
            stop[v] = values.bust[v]


@njit(cache=True, nogil=True, fastmath=True)
def _settle(
    value: Floats, stops: Flags, place: int, may_stop: bool, roll: Floats, stop: Floats
) -> None:
    """Write the values of a position: the better of rolling on and stopping."""
    stops[place] = may_stop and stop[0] >= roll[0]
    if stops[place]:
        for v in range(roll.shape[0]):
            value[place, v] = stop[v]
    else:
        for v in range(roll.shape[0]):
            value[place, v] = roll[v]


@njit(cache=True, nogil=True, fastmath=True)
def _row_outputs(
    common: Floats, rows: Floats, heads: Floats, bias: Floats, players: int, count: int, out: Floats
) -> None:
    """Write the values of a row of positions that differ in one column, as `outputs` does for one.

    common: the hidden layer without that column.  rows: for each unit, the part of each position.
    count: number of positions.  out: a row for each value, and a row as room for sums.
    """
    zero, one = np.float32(0), np.float32(1)
    vector = out.shape[0] - 1
    whole = out[vector]
    for q in range(max(1, players - 1)):
        total = out[0] if vector == 1 else out[(q + 2) % players]
        for s in range(_ROW):
            total[s] = bias[q]
        weights = heads[q]
        # Four units at a time (the number of units is a multiple of four) and always `_ROW`
        # positions, so that the compiler makes vector code of the loops.
        for k in range(common.shape[0] // 4):
            c0, c1, c2, c3 = common[4 * k], common[4 * k + 1], common[4 * k + 2], common[4 * k + 3]
            w0, w1, w2, w3 = (
                weights[4 * k], weights[4 * k + 1], weights[4 * k + 2], weights[4 * k + 3]
            )  # fmt: skip
            r0, r1, r2, r3 = rows[4 * k], rows[4 * k + 1], rows[4 * k + 2], rows[4 * k + 3]
            for s in range(_ROW):
                total[s] += (
                    max(c0 + r0[s], zero) * w0 + max(c1 + r1[s], zero) * w1
                    + max(c2 + r2[s], zero) * w2 + max(c3 + r3[s], zero) * w3
                )  # fmt: skip
    if players == 1:
        for s in range(count):
            out[0, s] = -max(out[0, s], zero)
    elif players == 2:
        for s in range(count):
            out[0, s] = one / (one + np.exp(-out[0, s]))
    else:
        for s in range(count):
            whole[s] = out[1, s] = one
        for q in range(players - 1):
            powers = out[(q + 2) % players]
            for s in range(count):
                powers[s] = np.exp(min(powers[s], np.float32(60)))
                whole[s] += powers[s]
        for v in range(vector):
            for s in range(count):
                out[v, s] /= whole[s]


@njit(cache=True, nogil=True, fastmath=True)
def _threes(board: Board, turn: Turn, values: Any) -> None:
    """Write the values of all positions with three runners."""
    units = turn.base.shape[0]
    vector = values.bust.shape[0]
    high, common = np.empty(units, np.float32), np.empty(units, np.float32)
    rows = np.zeros((3, units, _ROW), np.float32)
    row = np.zeros((vector + 1, _ROW), np.float32)
    own = np.zeros(board.lengths.max() ** 3, np.float32)  # the turn player's values of a triple
    after, order = np.empty(_COUNT, np.int64), np.arange(_COUNT)
    worth, chances = np.empty(_COUNT, np.float32), np.empty(_COUNT, np.float32)
    value, stops, none_of = values.value, values.stops, board.none_of
    base, deltas, tops, heads, bias = turn.base, turn.deltas, turn.tops, turn.heads, turn.bias
    may, win, shares, bust_value = turn.may_stop, turn.win, turn.shares, values.bust
    needed, opened, players = turn.needed, turn.open, turn.players
    for t in range(board.triples.shape[0]):
        if values.threes[t] < 0:
            continue
        a, b, c = board.triples[t]
        ma, mb, mc = turn.top[a], turn.top[b], turn.top[c]
        begin = values.threes[t]
        for two in range(3):
            for sc in range(1, mc + 1):
                topped = two + int(sc == mc)
                for h in range(units):
                    rows[two, h, sc - 1] = deltas[c, sc, h] + tops[topped, h]
        for sa in range(ma, 0, -1):
            oa, oaa = int(sa < ma) * mb * mc, min(2, ma - sa) * mb * mc
            for h in range(units):
                high[h] = base[h] + deltas[a, sa, h]
            for sb in range(mb, 0, -1):
                ob, obb = int(sb < mb) * mc, min(2, mb - sb) * mc
                two = int(sa == ma) + int(sb == mb)
                may_two = may[a, sa] and may[b, sb]
                if may_two and two < needed:
                    for h in range(units):
                        common[h] = high[h] + deltas[b, sb, h]
                    _row_outputs(common, rows[two], heads, bias, players, mc, row)
                for sc in range(mc, 0, -1):
                    here = ((sa - 1) * mb + sb - 1) * mc + sc - 1
                    place = begin + here
                    topped = two + int(sc == mc)
                    may_stop = may_two and may[c, sc]
                    if topped >= needed and may_stop:
                        stops[place] = True
                        own[here] = win[0]
                        for v in range(vector):
                            value[place, v] = win[v]
                        continue
                    if topped == opened:
                        for v in range(vector):
                            row[v, sc - 1] = shares[v]
                    elif may_two and row[0, sc - 1] < bust_value[0]:  # as in `_after_stopping`
                        for v in range(vector):
                            row[v, sc - 1] = bust_value[v]
                    pattern = int(sa == ma) | int(sb == mb) << 1 | int(sc == mc) << 2
                    oc, occ = int(sc < mc), min(2, mc - sc)
                    after[0], after[1], after[2], after[3] = oa, oaa, ob, obb
                    after[4], after[5] = oc, occ
                    after[6], after[7], after[8] = oa + ob, oa + oc, ob + oc
                    best = bust_value[0]
                    for move in range(_COUNT):
                        worth[move] = own[here + after[move]]
                        best = max(best, worth[move] if after[move] else best)
                    none = none_of[t, pattern]
                    stop = row[0, sc - 1]
                    bust = none[none.shape[0] - 1]
                    if may_stop and stop >= best + bust * (bust_value[0] - best):
                        # Rolling cannot be better. This is so in most positions.
                        stops[place] = True
                        own[here] = stop
                        for v in range(vector):
                            value[place, v] = row[v, sc - 1]
                        continue
                    # Insertion sort, best move first: the last position's order is almost right.
                    for i in range(1, _COUNT):
                        move = order[i]
                        k = i
                        while k > 0 and worth[order[k - 1]] < worth[move]:
                            order[k] = order[k - 1]
                            k -= 1
                        order[k] = move
                    total = bust * bust_value[0]
                    left, tried = np.float32(1), 0
                    # A move is made if the roll allows it and no better move.
                    for i in range(_COUNT):
                        move = order[i]
                        tried |= 1 << move
                        chances[move] = left - none[tried]
                        left = none[tried]
                        total += chances[move] * worth[move]
                    stops[place] = may_stop and stop >= total
                    if stops[place]:
                        own[here] = stop
                        for v in range(vector):
                            value[place, v] = row[v, sc - 1]
                        continue
                    # The other players' values follow from the turn player's choices.
                    own[here] = value[place, 0] = total
                    for v in range(1, vector):
                        total = bust * bust_value[v]
                        for move in range(_COUNT):
                            total += chances[move] * value[place + after[move], v]
                        value[place, v] = total


@njit(cache=True, nogil=True)
def _place_two(board: Board, top: Whole, values: Any, a: int, sa: int, b: int, sb: int) -> int:
    if a < b:
        return values.twos[a, b] + (sa - 1) * top[b] + sb - 1
    return values.twos[b, a] + (sb - 1) * top[a] + sa - 1


@njit(cache=True, nogil=True)
def _place_three(
    board: Board, top: Whole, values: Any, a: int, sa: int, b: int, sb: int, c: int, sc: int
) -> int:
    if b > c:
        b, sb, c, sc = c, sc, b, sb
    if a > b:
        a, sa, b, sb = b, sb, a, sa
    if b > c:
        b, sb, c, sc = c, sc, b, sb
    begin = values.threes[board.triple_of[a, b, c]]
    return begin + ((sa - 1) * top[b] + sb - 1) * top[c] + sc - 1


@njit(cache=True, nogil=True)
def _pair_options(board: Board, turn: Turn, a: int, b: int, topped: int, options: Whole) -> None:
    """Write the options of each roll with runners in columns a and b.

    The options are numbers: 0 to 4 move these runners only (a, aa, b, bb, ab); then for each other
    column c come c, cc, a and c, b and c. -1 is no option.  topped: bits for a, b on their tops.
    """
    a_moves, b_moves = not topped & 1, not topped & 2
    for r in range(board.roll_chance.shape[0]):
        found = 0
        for p in range(3):
            x, y = board.roll_sums[r, p]
            if x < 0:
                break
            x_old, y_old = x == a or x == b, y == a or y == b
            x_ok = turn.top[x] > 0 and not (x == a and not a_moves) and not (x == b and not b_moves)
            y_ok = turn.top[y] > 0 and not (y == a and not a_moves) and not (y == b and not b_moves)
            if not x_ok and not y_ok:
                continue
            if x == y:
                if x == a:
                    options[r, found] = 1
                elif x == b:
                    options[r, found] = 3
                else:
                    options[r, found] = _PAIR_MOVES + 4 * x + 1
                found += 1
            elif x_ok and y_ok and not x_old and not y_old:
                options[r, found] = _PAIR_MOVES + 4 * x
                options[r, found + 1] = _PAIR_MOVES + 4 * y
                found += 2
            else:
                only = -1
                if x_ok and y_ok:
                    if x_old and y_old:
                        only = 4
                    elif x_old:
                        only = _PAIR_MOVES + 4 * y + (2 if x == a else 3)
                    else:
                        only = _PAIR_MOVES + 4 * x + (2 if y == a else 3)
                else:
                    z = x if x_ok else y
                    only = 0 if z == a else 2 if z == b else _PAIR_MOVES + 4 * z
                options[r, found] = only
                found += 1
        for f in range(found, 6):
            options[r, f] = -1


@njit(cache=True, nogil=True, fastmath=True)
def _twos(board: Board, turn: Turn, values: Any) -> None:
    """Write the values of all positions with two runners."""
    columns = turn.top.shape[0]
    units = turn.base.shape[0]
    vector = values.bust.shape[0]
    rolls = board.roll_chance.shape[0]
    count = _PAIR_MOVES + 4 * columns
    hidden = np.empty(units, np.float32)
    roll, stop = np.empty(vector, np.float32), np.empty(vector, np.float32)
    options = np.empty((4, rolls, 6), np.int64)
    after = np.zeros(count, np.int64)
    worth, weight = np.zeros(count, np.float32), np.empty(count, np.float32)
    value, stops, roll_chance = values.value, values.stops, board.roll_chance
    for a in range(columns):
        for b in range(a + 1, columns):
            if values.twos[a, b] < 0:
                continue
            ma, mb = turn.top[a], turn.top[b]
            for topped in range(4):
                _pair_options(board, turn, a, b, topped, options[topped])
            placeable = turn.open > 2
            for sa in range(ma, 0, -1):
                for sb in range(mb, 0, -1):
                    place = values.twos[a, b] + (sa - 1) * mb + sb - 1
                    topped = int(sa == ma) + int(sb == mb)
                    may_stop = turn.may_stop[a, sa] and turn.may_stop[b, sb]
                    may_stop = may_stop and (turn.stop_early or not placeable)
                    if topped >= turn.needed and may_stop:
                        values.value[place] = turn.win
                        values.stops[place] = True
                        continue
                    na, nb = min(sa + 1, ma), min(sb + 1, mb)
                    nna, nnb = min(sa + 2, ma), min(sb + 2, mb)
                    begin = values.twos[a, b] - 1
                    after[0] = begin + (na - 1) * mb + sb
                    after[1] = begin + (nna - 1) * mb + sb
                    after[2] = begin + (sa - 1) * mb + nb
                    after[3] = begin + (sa - 1) * mb + nnb
                    after[4] = begin + (na - 1) * mb + nb
                    for c in range(columns):
                        if turn.top[c] and c != a and c != b:
                            k = _PAIR_MOVES + 4 * c
                            two = min(2, turn.top[c])
                            top = turn.top
                            after[k] = _place_three(board, top, values, a, sa, b, sb, c, 1)
                            after[k + 1] = _place_three(board, top, values, a, sa, b, sb, c, two)
                            after[k + 2] = _place_three(board, top, values, a, na, b, sb, c, 1)
                            after[k + 3] = _place_three(board, top, values, a, sa, b, nb, c, 1)
                    for k in range(count):
                        worth[k] = value[after[k], 0]
                        weight[k] = 0
                    bust = np.float32(1)
                    pattern = int(sa == ma) | int(sb == mb) << 1
                    for r in range(rolls):
                        best = options[pattern, r, 0]
                        if best < 0:
                            continue
                        for o in range(1, 6):
                            other = options[pattern, r, o]
                            if other < 0:
                                break
                            if worth[other] > worth[best]:
                                best = other
                        weight[best] += roll_chance[r]
                        bust -= roll_chance[r]
                    for v in range(vector):
                        roll[v] = bust * values.bust[v]
                    for k in range(count):
                        if weight[k] > 0:
                            for v in range(vector):
                                roll[v] += weight[k] * value[after[k], v]
                    if topped == turn.open:
                        stop[:] = turn.shares
                    else:
                        for h in range(units):
                            hidden[h] = (
                                turn.base[h] + turn.deltas[a, sa, h] + turn.deltas[b, sb, h]
                                + turn.tops[topped, h]
                            )  # fmt: skip
                        _after_stopping(hidden, turn, values, stop)
                    _settle(value, stops, place, may_stop, roll, stop)


@njit(cache=True, nogil=True, fastmath=True)
def _roll_from(board: Board, turn: Turn, values: Any, a: int, sa: int, roll: Floats) -> None:
    """Write the values of rolling with one runner in column a, or with none if a is -1."""
    roll[:] = 0
    bust = np.float32(1)
    for r in range(board.roll_chance.shape[0]):
        best = -1
        for p in range(3):
            x, y = board.roll_sums[r, p]
            if x < 0:
                break
            x_ok = turn.top[x] > 0 and not (x == a and sa == turn.top[x])
            y_ok = turn.top[y] > 0 and not (y == a and sa == turn.top[y])
            if not x_ok and not y_ok:
                continue
            if not y_ok or x == y:
                y = -1 if x != y else x
            elif not x_ok:
                x, y = y, -1
            place = _place_after(board, turn, values, a, sa, x, y)
            if best < 0 or values.value[place, 0] > values.value[best, 0]:
                best = place
        if best >= 0:
            bust -= board.roll_chance[r]
            for v in range(roll.shape[0]):
                roll[v] += board.roll_chance[r] * values.value[best, v]
    for v in range(roll.shape[0]):
        roll[v] += bust * values.bust[v]


@njit(cache=True, nogil=True)
def _place_after(board: Board, turn: Turn, values: Any, a: int, sa: int, x: int, y: int) -> int:
    """Return the position's index after steps in columns x and y (x for a double, -1 for none)."""
    top = turn.top
    if y < 0 or x == y:
        more = 1 if y < 0 else 2
        if x == a:
            return values.ones[a] + min(sa + more, top[a]) - 1
        if a < 0:
            return values.ones[x] + min(more, top[x]) - 1
        return _place_two(board, top, values, a, sa, x, min(more, top[x]))
    if a < 0:
        return _place_two(board, top, values, x, 1, y, 1)
    if x == a:
        return _place_two(board, top, values, a, min(sa + 1, top[a]), y, 1)
    if y == a:
        return _place_two(board, top, values, a, min(sa + 1, top[a]), x, 1)
    return _place_three(board, top, values, a, sa, x, 1, y, 1)


@njit(cache=True, nogil=True, fastmath=True)
def solve(board: Board, turn: Turn) -> Any:
    """Return the values of all positions that can occur in a turn, as `Values`."""
    vector = 1 if turn.players <= 2 else turn.players
    values = _room(board, turn.top, vector)
    outputs(turn.base, turn.heads, turn.bias, turn.players, values.bust)
    _threes(board, turn, values)
    _twos(board, turn, values)
    units = turn.base.shape[0]
    hidden = np.empty(units, np.float32)
    roll, stop = np.empty(vector, np.float32), np.empty(vector, np.float32)
    for a in range(turn.top.shape[0]):
        for sa in range(turn.top[a], 0, -1):
            place = values.ones[a] + sa - 1
            topped = int(sa == turn.top[a])
            may_stop = turn.may_stop[a, sa] and (turn.stop_early or turn.open < 2)
            if topped >= turn.needed and may_stop:
                values.value[place] = turn.win
                values.stops[place] = True
                continue
            _roll_from(board, turn, values, a, sa, roll)
            if topped == turn.open:
                stop[:] = turn.shares
            else:
                for h in range(units):
                    hidden[h] = turn.base[h] + turn.deltas[a, sa, h] + turn.tops[topped, h]
                _after_stopping(hidden, turn, values, stop)
            _settle(values.value, values.stops, place, may_stop, roll, stop)
    _roll_from(board, turn, values, -1, 0, values.start)
    return values


@njit(cache=True, nogil=True)
def best_steps(board: Board, turn: Turn, values: Any, steps: Whole, roll: int) -> bool:
    """Make the best steps of a roll, in `steps` itself. Return False if the roll is a bust."""
    columns = steps.shape[0]
    free = 3
    for column in range(columns):
        free -= int(steps[column] > 0)
    best = np.empty(columns, np.int64)
    best_value = np.float32(-1e9)
    for p in range(3):
        x, y = board.roll_sums[roll, p]
        if x < 0:
            break
        x_ok = steps[x] < turn.top[x] and (steps[x] > 0 or free > 0)
        y_ok = steps[y] < turn.top[y] and (steps[y] > 0 or free > 0)
        either = x != y and x_ok and y_ok and free == 1 and not steps[x] and not steps[y]
        for which in range(2 if either else 1):
            after = steps.copy()
            if x_ok and not (either and which):
                after[x] += 1
            if y_ok and not (either and not which):
                after[y] = min(after[y] + 1, turn.top[y])
            if not x_ok and not y_ok:
                continue
            value = values.value[place_of(board, turn.top, values, after), 0]
            if value > best_value:
                best_value = value
                best[:] = after
    if best_value < -1e8:
        return False
    steps[:] = best
    return True


@njit(cache=True, nogil=True)
def value_of_rolling(board: Board, turn: Turn, values: Any, steps: Whole, out: Floats) -> None:
    """Write the values of rolling on in a position to `out`."""
    out[:] = 0
    for roll in range(board.roll_chance.shape[0]):
        after = steps.copy()
        if best_steps(board, turn, values, after, roll):
            reached = values.value[place_of(board, turn.top, values, after)]
        else:
            reached = values.bust
        for v in range(out.shape[0]):
            out[v] += board.roll_chance[roll] * reached[v]


@njit(cache=True, nogil=True)
def value_of_stopping(turn: Turn, values: Any, steps: Whole, out: Floats) -> None:
    """Write the values of stopping in a position to `out`."""
    topped = 0
    hidden = turn.base.copy()
    for column in range(steps.shape[0]):
        if steps[column]:
            hidden += turn.deltas[column, steps[column]]
            topped += int(steps[column] == turn.top[column])
    if topped >= turn.needed:
        out[:] = turn.win
    elif topped == turn.open:
        out[:] = turn.shares
    else:
        _after_stopping(hidden + turn.tops[topped], turn, values, out)


@njit(cache=True, nogil=True)
def random_roll(board: Board) -> int:
    chance = np.random.random()
    for roll in range(board.roll_chance.shape[0]):
        chance -= board.roll_chance[roll]
        if chance < 0:
            return roll
    return board.roll_chance.shape[0] - 1


@njit(cache=True, nogil=True)
def mean_more_rolls(board: Board, turn: Turn, values: Any, steps: Whole, samples: int) -> float:
    """Return the average number of rolls in the rest of the turn if the player rolls now."""
    np.random.seed(1)  # seeds numba's own generator, so a position always gets the same answer
    rolls = 0
    for _ in range(samples):
        made = steps.copy()
        goes_on = True
        while goes_on:
            rolls += 1
            used = best_steps(board, turn, values, made, random_roll(board))
            goes_on = used and not values.stops[place_of(board, turn.top, values, made)]
    return rolls / samples
