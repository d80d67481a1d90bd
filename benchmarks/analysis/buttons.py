"""How well the analysis of Buttons plays and evaluates: `python -m benchmarks.analysis.buttons`.

With `--games` the number of games of each match, with `--players` the numbers of players.
"""

import argparse
from math import sqrt
from time import perf_counter, process_time

import numpy as np
from numpy.typing import NDArray

from games.analysis.buttons.boards import COLOURS, KINDS_OF_LINE, MOST_STARS
from games.analysis.buttons.evaluate import evaluate, warm_up
from games.analysis.buttons.network import rate, trained
from games.analysis.buttons.rounds import Start, solve
from games.engine.buttons.bots import BOTS
from games.engine.buttons.rules import ButtonsRules
from games.engine.buttons.state import ButtonsState
from games.engine.core import Action, Bot, Rules
from tools.buttons.training import games_played
from tools.simulate import simulate

SEED = 7


class BestBot(Bot[ButtonsState]):
    """Takes the best action of the evaluation, and measures how long that takes."""

    slug = "best"

    def __init__(self) -> None:
        self.seconds: list[float] = []

    def choose(self, rules: Rules[ButtonsState], state: ButtonsState, player: int) -> Action:
        begun = process_time()
        evaluation = evaluate(ButtonsRules(rules.players), state, player)
        self.seconds.append(process_time() - begun)
        return rules.parse_action(evaluation.best(player))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=5000, help="games of each match")
    parser.add_argument("--players", type=int, nargs="*", default=[2, 3, 4])
    parser.add_argument("--self-play", type=int, default=20_000, help="games for the deciles")
    options = parser.parse_args()
    begun = perf_counter()
    warm_up()
    print(f"warming up: {perf_counter() - begun:.1f} s")
    begun = process_time()
    stars = np.indices((MOST_STARS + 1, KINDS_OF_LINE, KINDS_OF_LINE))[0].astype(float)
    solved = solve(Start(0, 0, 5), (np.array(COLOURS["1A"]), 1), stars)
    print(f"a whole round, {len(solved.values)} boards: {process_time() - begun:.1f} s of CPU time")
    for players in options.players:
        for slug in ("greedy", "careful"):
            match(players, slug, options.games)
        calibration(players, options.self_play)


def match(players: int, slug: str, games: int) -> None:
    """Print the share of wins of one player who takes the best action among bots."""
    best = BestBot()
    bots: list[Bot[ButtonsState]] = [best, *[BOTS[slug]] * (players - 1)]
    wins = np.array(
        [
            game.winners.count(0) / len(game.winners)
            for game in simulate(ButtonsRules(players), bots, games, SEED)
        ]
    )
    margin = 1.96 * wins.std() / sqrt(games)
    times = 1000 * np.array(best.seconds)
    print(
        f"{players} players, {games} games against {slug}: {wins.mean():.1%} ± {margin:.1%}; "
        f"one decision {times.mean():.1f} ms, at most {times.max():.0f} ms of CPU time"
    )


def calibration(players: int, games: int) -> None:
    """Print how often players win with about the same predicted chance."""
    network = trained(players)
    seen = [
        (rate(numbers, network), shares)
        for numbers, shares in games_played(players, network, games, SEED)
    ]
    chances, won = (np.concatenate(side) for side in zip(*seen, strict=True))
    print_deciles(players, chances, won)


def print_deciles(players: int, chances: NDArray[np.float64], shares: NDArray[np.float64]) -> None:
    print(f"{players} players: chance given, share won, difference in points, players evaluated")
    decile = np.minimum((chances * 10).astype(int), 9)
    for at in range(10):
        if (inside := decile == at).any():
            given, won = chances[inside].mean(), shares[inside].mean()
            print(f"  {given:6.1%}  {won:6.1%}  {100 * (won - given):+5.1f}  {inside.sum():7d}")


if __name__ == "__main__":
    main()
