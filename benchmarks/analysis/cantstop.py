"""Measure the analysis of Can't Stop: strength alone, calibration, and the time of a decision.

`python -m benchmarks.analysis.cantstop --games 20000`. `manage.py match` measures how strong it is
against other bots.
"""

import argparse
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import product
from operator import itemgetter
from random import Random
from statistics import fmean, quantiles, stdev
from time import perf_counter

import numpy as np

from games.analysis.cantstop import evaluate
from games.analysis.cantstop.board import make_board
from games.analysis.cantstop.turns import outputs
from games.analysis.cantstop.values import free_ways, load_nets, turn_of
from games.engine.cantstop.rules import CantStopAlone, CantStopRules
from games.engine.cantstop.state import Phase
from games.engine.cantstop.variant import CantStopVariant, Meeting, goals
from games.engine.core import RandomBot
from games.engine.dice import SeededDice
from tools.cantstop.training import begin_game, play_turn, rotated, seed_dice

DECILES = 10

OPTIONS = {
    "jump": CantStopVariant(meeting=Meeting.JUMP),
    "must roll": CantStopVariant(meeting=Meeting.MUST_ROLL),
    "no early stop": CantStopVariant(stop_early=False),
    "jump, no early stop": CantStopVariant(meeting=Meeting.JUMP, stop_early=False),
    "must roll, no early stop": CantStopVariant(meeting=Meeting.MUST_ROLL, stop_early=False),
}
"""The options that the values between turns were trained without."""

Forecast = tuple[list[float], int]
"""The values at the beginning of a turn, the turn player first, and the turns until the game ends.
"""


def game(players: int, goal: int) -> Iterator[Forecast]:
    """Play a game against oneself, and yield the forecast of each turn."""
    board, net = make_board(), load_nets()[players]
    position = begin_game(board, players, goal, False)
    forecasts, ended = [], 0
    while not ended:
        start = np.empty(players, np.float32)
        ended = play_turn(board, net, position, start, wild=False)
        forecasts.append(start.tolist())
        position = rotated(position)
    for number, values in enumerate(forecasts):
        yield values, len(forecasts) - 1 - number


def alone(title: str, turns: Sequence[int], forecast: float) -> None:
    """Print how many turns games for one player take, and their forecast."""
    error = 1.96 * stdev(turns) / len(turns) ** 0.5
    print(f"{title}: {fmean(turns):.3f} ± {error:.3f} turns in {len(turns)} games; "
          f"forecast {forecast:.3f}")  # fmt: skip


def least_noisy(games: int) -> None:
    """Print how many turns games for one player take, without the luck of the dice.

    A game takes as many turns as its first turn promises, plus the difference between each later
    turn, solved, and the forecast of its beginning. The rest is luck, which is zero on average.
    """
    board, net = make_board(), load_nets()[1]
    start, forecast, turns = np.empty(1, np.float32), np.empty(1, np.float32), []
    for _ in range(games):
        position, ended, found = begin_game(board, 1, 3, False), 0, 0.0
        while not ended:
            turn = turn_of(board, net, position, free_ways(board, position))
            outputs(turn.base, turn.heads, turn.bias, 1, forecast)
            ended = play_turn(board, net, position, start, wild=False)
            found += 1 - start[0] + (forecast[0] if found else 0)
        turns.append(found)
    error = 1.96 * stdev(turns) / games**0.5
    print(f"alone, without luck: {fmean(turns):.4f} ± {error:.4f} turns in {games} games")


def table_game(rules: CantStopRules, seed: int) -> Iterator[Forecast]:
    """Play a game against oneself by the rules of a table, and yield the forecast of each turn."""
    state, dice, forecasts = rules.initial_state(), SeededDice(seed), []
    while rules.outcome(state) is None:
        player = state.turn_player
        evaluation = evaluate.evaluate(rules, state, player)
        action = evaluation.best(player)
        if state.phase is Phase.ROLL:
            order = [(player + place) % rules.players for place in range(rules.players)]
            forecasts.append([evaluation.value[seat] for seat in order])
        event = rules.resolve(state, player, rules.parse_action(action), dice)
        state = rules.apply_event(state, event)
    for number, values in enumerate(forecasts):
        yield values, len(forecasts) - 1 - number


def calibration(title: str, players: int, games: Iterable[Iterable[Forecast]]) -> None:
    """Print for each decile of the forecasts how often they come true."""
    pairs = [
        (values[place], float(later % players == place))
        for played in games
        for values, later in played
        for place in range(players)
    ]
    pairs.sort(key=itemgetter(0))  # alone: ties sorted by outcome would bias the deciles
    print(f"{title}: forecast, come true (in percent)")
    size = len(pairs) // DECILES
    for decile in range(DECILES):
        part = pairs[decile * size : (decile + 1) * size]
        forecast, true = (100 * fmean(side) for side in zip(*part, strict=True))
        print(f"  {forecast:5.1f}  {true:5.1f}  {true - forecast:+.1f}")


def at_tables(games: int) -> None:
    """Print the same for tables with options: one option, all that go together, and alone."""
    for (name, variant), players in product(OPTIONS.items(), (2, 3, 4)):
        played = map(partial(table_game, CantStopRules(players, variant)), range(games))
        calibration(f"{name}, {players} players, {games} games", players, played)
    single = CantStopAlone(1, OPTIONS["no early stop"])
    found = [list(table_game(single, seed)) for seed in range(games)]
    alone("no early stop, alone", [len(turns) for turns in found], -found[0][0][0][0])


def decisions(games: int) -> None:
    """Print how long one decision takes, and all decisions of a game."""
    rules, times, whole = CantStopRules(2), [], []
    evaluate.warm_up()
    for number in range(games):
        state, dice, bot = rules.initial_state(), SeededDice(number), RandomBot(Random(number))
        began = perf_counter()
        while rules.outcome(state) is None and state.seq < 300:
            player = state.turn_player
            before = perf_counter()
            evaluate.evaluate(rules, state, player)
            times.append(1000 * (perf_counter() - before))
            action = bot.choose(rules, state, player)
            state = rules.apply_event(state, rules.resolve(state, player, action, dice))
        whole.append(perf_counter() - began)
    cuts = quantiles(times, n=100)
    print(
        f"a decision: median {cuts[49]:.1f} ms, p99 {cuts[98]:.1f} ms, "
        f"longest {max(times):.1f} ms; "
        f"a game of {len(times) / games:.0f} decisions: {fmean(whole):.2f} s"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--players", type=int, nargs="*", default=[1, 2, 3, 4])
    parser.add_argument("--goal", type=int, default=3, help="columns to win; of --options always 3")
    parser.add_argument("--options", action="store_true", help="tables with other options as well")
    options = parser.parse_args()
    if any(options.goal not in goals(players) for players in options.players):
        parser.error(f"these numbers of players do not play to {options.goal} columns")
    seed_dice(1)
    decisions(20)
    for players in options.players:
        if players == 1:
            played = [list(game(1, options.goal)) for _ in range(options.games)]
            alone("alone", [len(turns) for turns in played], 1 - played[0][0][0][0])
            if options.goal == 3:
                least_noisy(options.games // 10)
        else:
            title = f"{players} players, {options.goal} columns, {options.games} games"
            calibration(title, players, (game(players, options.goal) for _ in range(options.games)))
    if options.options:
        at_tables(options.games)


if __name__ == "__main__":
    main()
