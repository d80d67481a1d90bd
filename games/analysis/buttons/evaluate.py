"""How good each action of a player is in a position of Buttons."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from games.analysis.buttons import network as numbered
from games.analysis.buttons.alone import solved_alone
from games.analysis.buttons.boards import COLOURS, Ints, bits
from games.analysis.buttons.network import (
    BLACK,
    BUST,
    BUTTONS,
    OPTED_OUT,
    STANDING,
    STARS,
    TURN,
    Network,
    trained,
)
from games.analysis.buttons.play import (
    Values,
    before_turn,
    decide,
    go_out,
    mean_more_rolls,
    place_stars,
    roller_cells,
    takers,
)
from games.analysis.evaluation import Evaluation, IfBust
from games.engine.buttons.actions import ROLL, Place, PlaceStars
from games.engine.buttons.board import CELLS, SIZE
from games.engine.buttons.deal import deal
from games.engine.buttons.layouts import Colour
from games.engine.buttons.rules import ButtonsRules
from games.engine.buttons.state import ButtonsState, Phase, Standing, dice_taken
from games.engine.core import Action
from games.engine.dice import FACES, SeededDice

_STANDINGS = {
    Standing.IN: numbered.IN,
    Standing.OPTED_OUT: numbered.OPTED_OUT,
    Standing.BUST: numbered.BUST,
    Standing.LEFT: numbered.LEFT,
}
_CARDS = {colour: 1 << at for at, colour in enumerate(Colour)}

SAMPLES = 50
"""How often the rest of a round is simulated; the mean is off by about a fifth of a roll."""


def evaluate(rules: ButtonsRules, state: ButtonsState, player: int) -> Evaluation:
    """Return how good each action of a player is. Raises ValueError if they have no decision."""
    legal = rules.legal_actions(state, player)
    if not legal:
        raise ValueError(f"player {player} has no decision to make")
    seats, table = compact(state)
    network = trained(rules.players)
    bust = None
    if state.phase is Phase.TURN:
        values, bust = _turn(seats, table, legal, network)
    elif state.phase is Phase.PLACE:
        values = _uses(state, player, legal, network)
    else:
        values = _stars(rules, state, player, network)
    actions = {
        str(action): tuple(map(float, value)) for action, value in zip(legal, values, strict=True)
    }
    best = max(actions.values(), key=lambda value: value[player])
    return Evaluation(best, actions, bust=bust)


def more_rolls(rules: ButtonsRules, state: ButtonsState, player: int) -> float:
    """Return a player's average number of rolls in the rest of the round if they roll now.

    Rolling must be better than opting out here. Everybody is taken to play well.
    """
    seats, table = compact(state)
    return float(mean_more_rolls(seats, table, trained(rules.players), SAMPLES))


def warm_up() -> None:
    """Compile everything and load the networks, so that the first evaluation is fast."""
    for players in range(ButtonsRules.min_players, ButtonsRules.max_players + 1):
        rules = ButtonsRules(players)
        dealt = deal(rules.variant, players, SeededDice(0))
        state = rules.apply_event(rules.initial_state(), dealt)
        first = state.turn_player
        evaluate(rules, state, first)
        more_rolls(rules, state, first)
        alone = tuple(Standing.IN if at == first else Standing.BUST for at in range(players))
        crowded = (frozenset(CELLS[SIZE:]),) * players
        evaluate(rules, replace(state, standing=alone, stars=crowded), first)


def compact(state: ButtonsState) -> tuple[Ints, Ints]:
    """Return the seats and the table of a position as arrays, for the functions of `play`."""
    players = len(state.standing)
    seats = np.zeros((players, numbered.COLOURS + len(Colour)), np.int64)
    for player in range(players):
        counted = state.phase is Phase.STARS and player not in state.pending
        seats[player, BUTTONS] = 0 if counted else bits(state.buttons[player])
        seats[player, STARS] = bits(state.stars[player])
        seats[player, STANDING] = _STANDINGS[state.standing[player]]
        seats[player, numbered.HAND] = sum(_CARDS[card] for card in state.cards[player])
        seats[player, numbered.COLOURS :] = COLOURS[state.layouts[player]]
    return seats, np.array([state.turn_player, state.dice - 1, dice_taken(players)])


def _turn(
    seats: Ints, table: Ints, legal: tuple[Action, ...], network: Network
) -> tuple[list[Values], IfBust]:
    """Return the chances to win for each legal action, roll or opt out, and the risk of a bust."""
    player = int(table[TURN])
    rolled, bust = _if_rolled(seats, table, network)
    if solved := solved_alone(seats, table, player, network):
        rolled = _with_chance(rolled, player, solved.rolled(int(seats[player, BUTTONS])))
    if len(legal) == 1:
        return [rolled], bust
    go_out(seats, table, player, OPTED_OUT)
    out = before_turn(seats, table, player + 1, network)
    return [rolled if action is ROLL else out for action in legal], bust


def _if_rolled(seats: Ints, table: Ints, network: Network) -> tuple[Values, IfBust]:
    """Return the chances to win if the turn player rolls now, and the risk of a bust."""
    # Tries all 36 rolls of the white and the gold die; `_used` adds the other black dice.
    player, black = int(table[TURN]), int(table[BLACK])
    total, after_busts, busts = np.zeros(len(seats)), np.zeros(len(seats)), 0.0
    for white in range(SIZE):
        cells = int(roller_cells(seats, table, white, (1 << SIZE) - 1))
        columns = [column for column in range(SIZE) if cells >> SIZE * white + column & 1]
        after = []
        for column in columns:
            placed = seats.copy()
            placed[player, BUTTONS] |= 1 << SIZE * white + column
            after.append((placed, table))
        bust, fewer = seats.copy(), table.copy()
        go_out(bust, fewer, player, BUST)
        after.append((bust, fewer))
        nobody = [before_turn(*position, player + 1, network) for position in after]
        for gold in range(SIZE):
            cell = 1 << SIZE * white + gold
            others = takers(seats, player, cell)
            uses = nobody
            if others.any():
                uses = [_used_well(*each, 0, (cell, others), network)[1] for each in after]
            for place, chance in _used(columns, [use[player] for use in uses], gold, black):
                total += chance * uses[place]
                if place == len(columns):
                    busts += chance
                    after_busts += chance * uses[place]
    rolls = SIZE * FACES
    return total / rolls, IfBust(busts / rolls, tuple(map(float, after_busts / (busts or 1))))


def _used(
    columns: Sequence[int], values: Sequence[float], gold: int, black: int
) -> list[tuple[int, float]]:
    """Return how likely each use of a roll is, given its row and its gold die.

    The roller takes the best of the columns that the black dice show; the gold die is one of them.
    values: the roller's chance to win for each column, then for a bust. Returns pairs: an index
    of `values`, and its chance.
    """
    uses: list[tuple[int, float]] = []
    unseen = 1.0
    for better, place in enumerate(sorted(range(len(columns)), key=lambda at: -values[at])):
        if columns[place] == gold:
            return [*uses, (place, unseen)]
        # The chance that the other black dice show neither this column nor a better one.
        still = ((FACES - better - 1) / FACES) ** (black - 1)
        uses.append((place, unseen - still))
        unseen = still
    return [*uses, (len(columns), unseen)]


def _uses(
    state: ButtonsState, player: int, legal: tuple[Action, ...], network: Network
) -> list[Values]:
    """Return the chances to win for each use of a roll.

    All players decide at the same time (BT-13). Here they decide in turn, the roller first, each in
    the best way after the decisions before theirs; see `decide`. So the best actions of all players
    lead to equal values.
    """
    rolled = state.rolled
    if rolled is None:
        return []
    seats, table = compact(state)
    roller, gold = rolled.actor, bits([(rolled.white, rolled.gold)])
    others = np.array([int(seat in state.pending and seat != roller) for seat in range(len(seats))])
    solved = solved_alone(seats, table, player, network)
    if player != roller:
        cells = state.roller_cells(rolled) if roller in state.pending else ()
        used = [_used_well(seats, table, bits([cell]), (gold, others), network) for cell in cells]
        used = used or [_used_well(seats, table, 0, (gold, others), network)]
        decided, _value = max(used, key=lambda each: float(each[1][roller]))
        for step in range(len(seats)):  # players before this one decided, later ones still will
            before = (roller + step) % len(seats)
            if before == player:
                break
            seats[before, BUTTONS], others[before] = decided[before, BUTTONS], 0
        others[player] = 0
    values = []
    for action in legal:
        after, cell = seats.copy(), bits([action.cell]) if isinstance(action, Place) else 0
        after[player, BUTTONS] |= cell
        value = decide(after, table, (0, gold), others, network)
        if solved is not None:
            value = _with_chance(value, player, solved.value(int(after[player, BUTTONS])))
        values.append(value)
    return values


def _used_well(
    seats: Ints, table: Ints, cell: int, asked: tuple[int, Ints], network: Network
) -> tuple[Ints, Values]:
    """Return the seats and the chances to win after the others use a roll in their best way (BT-8).

    cell: the roller's, 0 for none.  asked: the gold cell; by seat, 1 if the player has to decide.
    """
    after = seats.copy()
    after[table[TURN], BUTTONS] |= cell
    gold, others = asked
    value = decide(after, table, (0, gold), others, network)
    return after, value


def _stars(rules: ButtonsRules, state: ButtonsState, player: int, network: Network) -> list[Values]:
    """Return the chances to win for each legal way to place stars.

    All players place stars at the same time (BT-17), here in the best way given the others' ways.
    So all players' best ways lead to equal values, unless the search goes round in circles.
    """
    seats, table = compact(state)
    held = seats[:, STARS].copy()
    ways = {
        each: [
            bits(action.cells) if isinstance(action, PlaceStars) else 0
            for action in rules.legal_actions(state, each)
        ]
        for each in sorted(state.pending)
    }
    place_stars(seats)

    def values_of(each: int) -> list[Values]:
        values, placed = [], int(seats[each, STARS])
        for way in ways[each]:
            seats[each, STARS] = held[each] | way
            values.append(before_turn(seats, table, 0, network))
        seats[each, STARS] = placed
        return values

    # Improve each player's way in turn until nobody gains. If the ways go round in circles, more
    # passes would not help.
    for _ in range(len(ways)):
        before = seats.copy()
        for each, own in ways.items():
            best = max(zip(values_of(each), own, strict=True), key=lambda found: found[0][each])
            seats[each, STARS] = held[each] | best[1]
        if (seats == before).all():
            break
    return values_of(player)


def _with_chance(values: Values, player: int, chance: float) -> Values:
    """Return the chances to win with a new chance for one player, and the others' in proportion."""
    rest = values.sum() - values[player]
    values = values * ((1 - chance) / rest) if rest > 0 else values
    values[player] = chance if rest > 0 else values[player]
    return values
