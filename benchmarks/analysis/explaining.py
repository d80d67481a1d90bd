"""Measure how long it takes to explain a game, in how much memory, and whether luck is right.

`python -m benchmarks.analysis.explaining --kind cantstop --bots linear cautious --games 200`. Over
many games everybody is equally lucky: luck on average that is not zero is an error of the analysis,
and errors of players are then wrong by as much. It is in percentage points; for one player in
turns, where more is better.
"""

import argparse
import resource
from random import Random
from statistics import fmean, quantiles, stdev
from time import perf_counter
from typing import Any

from games.analysis.characters import CHARACTERS
from games.analysis.explaining import explain
from games.analysis.thinking import ThinkingBot, get_ready
from games.engine.core import Bot
from games.engine.dice import SeededDice
from games.engine.registry import KINDS
from games.engine.replay import fold


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kind", default="cantstop")
    parser.add_argument("--bots", nargs="+", default=["linear", "cautious"])
    parser.add_argument("--games", type=int, default=200)
    options = parser.parse_args()
    kind, slugs = KINDS[options.kind], options.bots
    get_ready()
    rules = kind.rules_of_record(len(slugs), {})
    unit = 100 if rules.players == 1 else 10
    luck: dict[str, list[float]] = {slug: [] for slug in slugs}
    errors: dict[str, list[float]] = {slug: [] for slug in slugs}
    times = []
    for seed in range(options.games):
        order = slugs[seed % len(slugs) :] + slugs[: seed % len(slugs)]
        bots = [_bot(options.kind, slug, seed) for slug in order]
        dice = SeededDice(seed)
        log = list(rules.setup(dice))
        state = fold(rules, log)
        while rules.outcome(state) is None:
            player = rules.active_players(state)[0]
            action = bots[player].choose(rules, state, player)
            log.append(rules.resolve(state, player, action, dice))
            state = rules.apply_event(state, log[-1])
        began = perf_counter()
        explained = explain(rules, log)
        times.append(perf_counter() - began)
        for player, slug in enumerate(order):
            found = explained.sum_of(player)
            *parts, result = found
            assert sum(parts) == result, f"game {seed}: {found}"
            luck[slug].append(found.own_dice / unit)
            errors[slug].append(-found.own_errors / unit)
    cuts = quantiles(times, n=100)
    print(f"{options.kind}, {options.games} games: explained in {cuts[49]:.2f} s (median), "
          f"{cuts[98]:.2f} s (p99)")  # fmt: skip
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"  in at most {most:.0f} MB, as in the process of the site that explains")
    for slug, lucky in luck.items():
        off = 1.96 * stdev(lucky) / len(lucky) ** 0.5
        cost = fmean(errors[slug])
        print(f"  {slug}: luck {fmean(lucky):+.2f} ± {off:.2f}, errors {cost:.2f}")


def _bot(kind: str, slug: str, seed: int) -> Bot[Any]:
    if slug in CHARACTERS:
        return ThinkingBot(CHARACTERS[slug], Random(f"{slug} {seed}"))
    return KINDS[kind].bots[slug].seeded(Random(f"{slug} {seed}"))


if __name__ == "__main__":
    main()
