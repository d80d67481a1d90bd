"""Shares of games won: how sure they are, and when enough games are played to decide.

A game has a share of 1 for its only winner, and 1/n for each of n winners.
"""

from dataclasses import dataclass
from math import log, sqrt
from statistics import NormalDist

CONFIDENCE = 0.95
"""How often an interval holds the true share."""

ERROR = 0.05
"""How often a verdict is wrong, at most: each way (alpha and beta)."""


@dataclass(frozen=True, slots=True)
class Share:
    """A mean share, 0 to 1, and the ends of the interval for the true share."""

    mean: float
    low: float
    high: float

    @property
    def of_others(self) -> "Share":
        """The share that this one leaves to the others."""
        return Share(1 - self.mean, 1 - self.high, 1 - self.low)


def share_of(won: float, games: int) -> Share:
    """Return the mean of `won` shares in 1 or more games, with its interval by Wilson (1927)."""
    # The interval is for games that are won or lost. If several players share a win, shares vary
    # less, so that it is rather too wide than too narrow.
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    mean, part = won / games, z * z / games
    middle = (mean + part / 2) / (1 + part)
    half = sqrt(part * mean * (1 - mean) + part * part / 4) / (1 + part)
    return Share(mean, max(0.0, middle - half), min(1.0, middle + half))


def is_clear(won: float, games: int, fair: float, more: float) -> bool | None:
    """Return whether the true share is `more` rather than `fair`; None if more games are needed.

    This is Wald's sequential probability ratio test (A. Wald, Sequential Analysis, 1947), as in
    Fishtest and Cutechess. Ask it after each game, and stop when it answers.

    Args:
        won: The sum of the shares so far.
        games: Number of games so far.
        fair: The share of each player if all are equally strong, more than 0.
        more: A larger share, less than 1.
    """
    # How likely the games are with a true share of `more`, compared to one of `fair`. A shared win
    # is part of a win and part of a loss; the ratio is convex in the share, so that this makes no
    # error more likely.
    lost = games - won
    evidence = won * log(more / fair) + lost * log((1 - more) / (1 - fair))
    if abs(evidence) < log((1 - ERROR) / ERROR):
        return None
    return evidence > 0
