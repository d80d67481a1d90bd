"""Measurements of a game's bots and analysis; `manage.py match --cross` writes `measured.json`."""

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
    command: str  # the command that made the measurements
    games: int  # number of games between each two bots
    day: date
    weights: str  # the digest of the analysis's weights on that day; see `weights_of`
    # For each bot but a random one, its share of the wins against the others: wins against a bot
    # that plays at random say little.
    strength: Mapping[str, Share]
    nerve: Mapping[str, float]  # for these bots, the share of turns or rounds that ended in a bust
    # For each two bots, in both orders, the share won by the first one; a draw is half a win.
    won: Mapping[tuple[str, str], Share]


def path_of(kind: str) -> Path:
    return FOLDER / kind / "measured.json"


def weights_of(kind: str) -> str:
    """Return a digest of the weights of the analysis of a game, "" without any."""
    path = FOLDER / kind / "weights.npz"
    return sha256(path.read_bytes()).hexdigest()[:16] if path.is_file() else ""


@cache
def measured(kind: str) -> Measured | None:
    """Return the measurements of a game's bots, None if there are none."""
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
    """Return the error of single values of the analysis (root mean square), None if unmeasured.

    In tenths of a percentage point; in games for one player, in hundredths of a turn.
    `benchmarks.analysis.single_values` measures it.
    """
    off: int | None = _read(FOLDER / kind / "value_errors.json").get(str(players))
    return off


@cache
def losses(kind: str) -> Mapping[str, float]:
    """Return the mean loss of a decision of each bot with a level, by slug; empty if unmeasured.

    In percentage points of win probability. `benchmarks.analysis.losses` measures them.
    """
    return _read(FOLDER / kind / "losses.json")


def _read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return found
