"""Measure what bots of a game lose by a decision.

`python -m benchmarks.analysis.losses --kind cantstop --games 60 --bots rookie cautious rule-of-28
linear oracle`. Each two of them play that many games. The figures are those of a player's page,
percentage points of win probability.
"""

import argparse
import json
from collections import defaultdict
from itertools import combinations

from games.analysis.explaining import explain
from games.analysis.explanation import Grade
from games.analysis.thinking import get_ready
from games.engine.registry import KINDS
from tools.matches import bot_without_stand_in
from tools.simulate import simulate_one


def main() -> None:
    """Print the loss of each bot with its standard error, and the line for `losses.json`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kind", default="cantstop")
    parser.add_argument("--bots", nargs="+", required=True)
    parser.add_argument("--games", type=int, default=40)
    options = parser.parse_args()
    get_ready()
    rules = KINDS[options.kind].rules_of_record(2, {})
    grades: dict[str, Grade] = defaultdict(Grade)
    for slugs in combinations(options.bots, 2):
        bots = [bot_without_stand_in(options.kind, slug) for slug in slugs]
        for number in range(1, options.games + 1):
            game = simulate_one(rules, bots, number, seed=1)
            explained = explain(rules, game.events)
            for player, bot in enumerate(game.seats):
                grades[slugs[bot]] += explained.grade_of(player)
    for slug, grade in grades.items():
        loss, error = grade.mean / 10, (grade.error or 0) / 10
        print(f"{slug}: {loss:.2f} ± {error:.2f}, {grade.decisions} decisions")
    print(json.dumps({slug: round(grade.mean / 10, 2) for slug, grade in grades.items()}))


if __name__ == "__main__":
    main()
