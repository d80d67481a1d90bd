"""Measurements of the bots of a game; `manage.py match --cross` writes the file."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from games.engine.shares import Share

FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Measured:
    command: str  # that measured it
    games: int  # of each two bots
    day: date
    weights: str  # of the analysis then; see `weights_of`
    # For each bot that decides, the share won against all others that do: wins against a bot that
    # plays at random say little, so that bot has no strength and no nerve.
    strength: Mapping[str, Share]
    nerve: Mapping[str, float]  # for each bot the share of its turns or rounds that ended in a bust
    # For each two bots, in both orders, the share of the first one; a draw is half a win.
    won: Mapping[tuple[str, str], Share]


def path_of(kind: str) -> Path:
    return FOLDER / kind / "measured.json"


def weights_of(kind: str) -> str:
    """Return a digest of the weights of the analysis of a game, "" without any."""
    path = FOLDER / kind / "weights.npz"
    return sha256(path.read_bytes()).hexdigest()[:16] if path.is_file() else ""


@cache
def measured(kind: str) -> Measured | None:
    """Return what was measured of the bots of a game, None if nothing was."""
    data = _read(path_of(kind))
    if not data:
        return None
    won = {}
    for pair in data["pairs"]:
        share = Share(pair["wins"] / pair["games"], pair["low"], pair["high"])
        won[pair["bot"], pair["against"]] = share
        won[pair["against"], pair["bot"]] = share.of_others
    return Measured(
        command=data["command"],
        games=data["games"],
        day=date.fromisoformat(data["date"]),
        weights=data["weights"],
        strength={slug: Share(**share) for slug, share in data["strength"].items()},
        nerve=data["nerve"],
        won=won,
    )


@cache
def value_error(kind: str, players: int) -> int | None:
    """Return how far a single value of the analysis is off (root mean square), None if unmeasured.

    In tenths of a percentage point, for one player in hundredths of a turn.
    `benchmarks.analysis.single_values` measures it.
    """
    off: int | None = _read(FOLDER / kind / "value_errors.json").get(str(players))
    return off


@cache
def losses(kind: str) -> Mapping[str, float]:
    """Return what each bot with a level loses by a decision, by its slug; empty if unmeasured.

    In percentage points of win probability. `benchmarks.analysis.losses` measures them.
    """
    return _read(FOLDER / kind / "losses.json")


def _read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return found
