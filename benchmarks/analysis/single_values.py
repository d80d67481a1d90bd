"""Measure how far one value of the analysis is off, in games of players who err like people.

`python -m benchmarks.analysis.single_values --kind cantstop --players 2`. The positions are those
in which a turn begins after a decision. There are two values of each: the one of the network, by
which the decision was made, and the one of the turn that begins, solved. Both are compared with the
outcomes when everybody goes on by the analysis, many times. All figures are percentage points of
the player who has decided; for one player they are turns.
"""

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from math import sqrt
from random import Random
from statistics import fmean, variance
from typing import Any

import numpy as np

from games.analysis.cantstop.board import make_board
from games.analysis.cantstop.values import Position, feature_rows, load_nets
from games.analysis.characters import Character
from games.analysis.thinking import ThinkingBot, evaluate, get_ready
from games.engine.cantstop.board import COLUMNS
from games.engine.cantstop.rules import CantStopRules
from games.engine.cantstop.state import CantStopState
from games.engine.core import Rules, State
from games.engine.dice import SeededDice
from games.engine.registry import KINDS
from games.engine.replay import fold
from tools.cantstop.training import play_turn, rotated, seed_dice

PEOPLE = (
    Character("daring", temperature=0.03, caution=-0.05),
    Character("timid", temperature=0.03, caution=0.05),
    Character("careless", temperature=0.1),
)


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """A position in which a turn begins."""

    state: State
    player: int  # the one who has just decided
    promised: float  # how well they stand by their decision
    solved: float  # how well they stand by the turn that begins


def people_game(rules: Rules[Any], seed: int) -> Iterator[TurnEnd]:
    """Play a game of players who err like people, and yield where turns begin."""
    bots = [
        ThinkingBot(PEOPLE[(seed + player) % len(PEOPLE)], Random(f"{seed} {player}"))
        for player in range(rules.players)
    ]
    dice = SeededDice(seed)
    state = fold(rules, rules.setup(dice))
    while rules.outcome(state) is None:
        player = rules.active_players(state)[0]
        action = bots[player].choose(rules, state, player)
        promised = evaluate(rules, state, player).actions[str(action)][player]
        promised += rules.players == 1  # then minus the turns that are left, and this one is over
        event = rules.resolve(state, player, action, dice)
        state = rules.apply_event(state, event)
        if rules.faces_of(event) is not None or rules.outcome(state) is not None:
            continue
        (following, *_) = rules.active_players(state)
        if rules.begins_turn(state, following):
            yield TurnEnd(state, player, promised, evaluate(rules, state, following).value[player])


def cantstop_goes_on(rules: CantStopRules, end: TurnEnd) -> float:
    """Play a game of Can't Stop on, and return what comes of it without the luck within turns.

    A turn is solved given the values at its end. So all luck in it is known, and zero on average.
    The rest is how much more each turn promises than the end of the one before.
    """
    board, net = make_board(), load_nets()[rules.players]
    state = end.state
    assert isinstance(state, CantStopState)
    order = [(state.turn_player + place) % rules.players for place in range(rules.players)]
    position = Position(
        np.array([state.markers[player][COLUMNS.start :] for player in order]),
        np.zeros(len(COLUMNS), np.bool_),
        np.array([rules.variant.columns_to_win - state.owners.count(each) for each in order]),
    )
    place = order.index(end.player)
    start, found, promised, ended = np.empty(rules.players, np.float32), 0.0, 0.0, 0
    while not ended:
        ended = play_turn(board, net, position, start, wild=False)
        found += float(start[place]) - (rules.players == 1) - promised
        position = rotated(position)
        place = (place - 1) % rules.players
        promised = _by_network(position)[place]
    return found


def _by_network(position: Position) -> list[float]:
    """Return the values of a position in which a turn begins, the turn player first."""
    players = len(position.markers)
    net = load_nets()[players]
    found = np.empty(players * (len(COLUMNS) + 1) + len(COLUMNS) + 1, np.int64)
    count = feature_rows(make_board(), position, 0, found)
    hidden = np.maximum(net.first[found[:count]].sum(axis=0), 0)
    logits = net.heads @ hidden + net.bias
    if players == 1:
        return [-max(float(logits[0]), 0.0)]
    powers = np.exp(logits - logits.max())
    return [float(share) for share in powers / powers.sum()]


def buttons_goes_on(rules: Rules[Any], end: TurnEnd, dice: SeededDice) -> float:
    """Play a game of Buttons on, and return the share of the win."""
    state = end.state
    while (outcome := rules.outcome(state)) is None:
        player = rules.active_players(state)[0]
        action = rules.parse_action(evaluate(rules, state, player).best(player))
        state = rules.apply_event(state, rules.resolve(state, player, action, dice))
    return (end.player in outcome.winners) / len(outcome.winners)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kind", choices=["cantstop", "buttons"], default="cantstop")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--positions", type=int, default=100, help="how many are played on from")
    parser.add_argument("--times", type=int, default=60, help="how often each is played on")
    options = parser.parse_args()
    get_ready()
    seed_dice(1)
    rules = KINDS[options.kind].rules_of_record(options.players, {})
    unit, name = (1, "turns") if options.players == 1 else (100, "points")
    ends = [end for seed in range(options.games) for end in people_game(rules, seed)]
    jumps = [unit * abs(end.solved - end.promised) for end in ends]
    rms = sqrt(fmean(jump**2 for jump in jumps))
    over = sum(jump > unit / 100 for jump in jumps) / len(jumps)
    print(
        f"{options.kind}, {options.players} players, {len(ends)} turns of {options.games} games\n"
        f"  network against solved turn: rms {rms:.2f} {name}, more than "
        f"{unit / 100:g} in {over:.0%}, at most {max(jumps):.1f}"
    )
    if not options.positions:
        return
    goes_on: Callable[[TurnEnd], float]
    if isinstance(rules, CantStopRules):
        goes_on = partial(cantstop_goes_on, rules)
    else:
        goes_on = partial(buttons_goes_on, rules, dice=SeededDice(1))
    chosen = Random(1).sample(ends, options.positions)
    true = [[goes_on(end) for _ in range(options.times)] for end in chosen]
    for title, values in (
        ("network", [end.promised for end in chosen]),
        ("solved turn", [end.solved for end in chosen]),
    ):
        # The difference has an error of its own, known from how the outcomes differ.
        squares = [
            (each - fmean(came)) ** 2 - variance(came) / options.times
            for each, came in zip(values, true, strict=True)
        ]
        error = 1.96 * sqrt(variance(squares) / len(squares))
        mean = fmean(squares)
        low, high = (unit * sqrt(max(mean + side, 0)) for side in (-error, error))
        bias = unit * fmean(each - fmean(came) for each, came in zip(values, true, strict=True))
        print(
            f"  {title} against what came of {options.positions} positions, each played on "
            f"{options.times} times: rms {unit * sqrt(max(mean, 0)):.2f} {name} "
            f"({low:.2f} to {high:.2f}), on average {bias:+.2f}"
        )


if __name__ == "__main__":
    main()
