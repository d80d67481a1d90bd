"""Measure what the same dice equalise: how the results of two bots go together, each alone.

`python -m benchmarks.same_dice --pairs 1500` plays the daily challenge of 1500 days twice: with the
same decisions in the same turn both bots get the same rolls. If the dice decided, a day that is
short for one would be short for the other as well. The analysis has to be there.
"""

import argparse
from math import sqrt
from random import Random
from statistics import correlation, fmean
from typing import Any

from games.analysis.characters import CHARACTERS
from games.analysis.explaining import explain
from games.analysis.thinking import ThinkingBot
from games.engine.core import Bot, Event
from games.engine.fairness.fair_dice import FairDice
from games.engine.registry import KINDS
from games.engine.replay import fold

KIND = next(kind for kind in KINDS.values() if kind.solo is not None)


def bot_of(slug: str, seed: int) -> Bot[Any]:
    """Return a bot that plays this day."""
    chance = Random(f"{slug}-{seed}")
    if slug in CHARACTERS:
        return ThinkingBot(CHARACTERS[slug], chance)
    return KIND.bots[slug].seeded(chance)


def play(slug: str, day: int) -> list[Event]:
    """Return the log of a bot's try of a day."""
    rules, dice = KIND.rules_of_record(1, {}), FairDice(day.to_bytes(32), f"day-{day}", ())
    bot, log = bot_of(slug, day), list[Event]()
    state = fold(rules, log)
    while rules.outcome(state) is None:
        log.append(rules.resolve(state, 0, bot.choose(rules, state, 0), dice))
        state = rules.apply_event(state, log[-1])
    return log


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=1500)
    parser.add_argument("--bots", nargs=2, default=["oracle", "linear"])
    options = parser.parse_args()
    rules = KIND.rules_of_record(1, {})
    turns: dict[str, list[float]] = {slug: [] for slug in options.bots}
    lost: dict[str, list[float]] = {slug: [] for slug in options.bots}
    for day in range(1, options.pairs + 1):
        for slug in options.bots:
            log = play(slug, day)
            turns[slug].append(rules.length(fold(rules, log))["turns"])
            lost[slug].append(-explain(rules, log).sum_of(0).own_errors / 100)
    first, second = options.bots
    for what, of in (("turns", turns), ("lost by decisions", lost)):
        means = ", ".join(f"{slug} {fmean(of[slug]):.2f}" for slug in options.bots)
        spread = len(set(of[first])) > 1 and len(set(of[second])) > 1
        r = correlation(of[first], of[second]) if spread else float("nan")
        print(f"{what}: {means}; r = {r:+.3f} ± {1.96 / sqrt(options.pairs):.3f}")
    fewer = [a < b for a, b in zip(turns[first], turns[second], strict=True)]
    better = [a < b for a, b in zip(lost[first], lost[second], strict=True)]
    print(f"{first} needs fewer turns on {fmean(fewer):.1%} of days, loses less on "
          f"{fmean(better):.1%}, of {options.pairs}")  # fmt: skip


if __name__ == "__main__":
    main()
