"""Measures of bots for tests, in the form in which `manage.py match --cross` writes them."""

import json
from itertools import combinations
from pathlib import Path
from typing import Any

from games.engine.registry import KINDS


def sample(kind: str) -> dict[str, Any]:
    """Return made-up measures of all bots of a game, the weakest of which dares the most."""
    bots = list(KINDS[kind].bots)
    decide = [bot for bot in bots if bot != "random"]
    return {
        "command": f"python manage.py match {kind} --cross --games 1000 --seed 1",
        "games": 1000,
        "seed": 1,
        "date": "2026-11-25",
        "weights": "0123456789abcdef",
        "bots": bots,
        "pairs": [
            {"bot": b, "against": a, "games": 1000, "wins": 800.5, "low": 0.775, "high": 0.824}
            for a, b in combinations(bots, 2)
        ],
        "strength": {
            bot: {"mean": mean, "low": mean - 0.02, "high": mean + 0.02}
            for place, bot in enumerate(decide, start=1)
            for mean in [0.2 + 0.6 * place / len(decide)]
        },
        "nerve": {
            bot: 0.5 - 0.25 * place / len(decide) for place, bot in enumerate(decide, start=1)
        },
    }


def write_sample(folder: Path, kind: str) -> None:
    """Write them to where they are looked for, if that is below this folder."""
    (folder / kind).mkdir(exist_ok=True)
    (folder / kind / "measured.json").write_text(json.dumps(sample(kind)), encoding="utf-8")
