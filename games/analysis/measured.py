"""What was measured of the bots of a game: `manage.py match --cross` writes it into its folder."""

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
    """What was measured of the bots of a game.

    Attributes:
        command: What measured it.
        games: How many games each two of them played.
        day: When.
        weights: With which weights of the analysis; see `weights_of`.
        strength: For each bot the share that it won against all others that decide: wins against
            one that plays at random say little. So that one has no strength, and no nerve.
        nerve: For each bot the share of its turns or rounds in these games that ended in a bust.
        won: For each two bots, in both orders, the share that the first one won. A draw is half
            a win.
    """

    command: str
    games: int
    day: date
    weights: str
    strength: Mapping[str, Share]
    nerve: Mapping[str, float]
    won: Mapping[tuple[str, str], Share]


def path_of(kind: str) -> Path:
    """Return the file with what was measured of the bots of a game."""
    return FOLDER / kind / "measured.json"


def weights_of(kind: str) -> str:
    """Return what tells the weights of the analysis of a game from others, "" without any."""
    path = FOLDER / kind / "weights.npz"
    return sha256(path.read_bytes()).hexdigest()[:16] if path.is_file() else ""


@cache
def measured(kind: str) -> Measured | None:
    """Return what was measured of the bots of a game, None where nothing was."""
    path = path_of(kind)
    return _read(json.loads(path.read_text(encoding="utf-8"))) if path.is_file() else None


def _read(data: Mapping[str, Any]) -> Measured:
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
    """Return how far a single value of the analysis is off, as the root of the mean square.

    Returns:
        Tenths of a percentage point, for one player hundredths of a turn, as
        `benchmarks.analysis.single_values` has measured it; None if it has not.
    """
    path = FOLDER / kind / "value_errors.json"
    errors = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    off: int | None = errors.get(str(players))
    return off


@cache
def losses(kind: str) -> Mapping[str, float]:
    """Return what each bot with a level loses by a decision.

    Returns:
        Percentage points of win probability by the slug of the bot, as
        `benchmarks.analysis.losses` has measured them; empty if it has not.
    """
    path = FOLDER / kind / "losses.json"
    found: dict[str, float] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return found
