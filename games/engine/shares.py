"""Shares of games won by bots: confidence intervals, and a test of which share is true.

The share of a game is 1 for its only winner, 1/n for each of n winners, and 0 for the others.
"""

from dataclasses import dataclass
from math import log, sqrt
from statistics import NormalDist

CONFIDENCE = 0.95
"""Probability that an interval contains the true share."""

ERROR = 0.05
"""Largest probability of a wrong verdict in either direction (alpha and beta)."""


@dataclass(frozen=True, slots=True)
class Share:
    """A mean share, 0 to 1, and the confidence interval of the true share."""

    mean: float
    low: float
    high: float

    @property
    def of_others(self) -> "Share":
        """The share of all other players together."""
        return Share(1 - self.mean, 1 - self.high, 1 - self.low)


def share_of(won: float, games: int) -> Share:
    """Return the mean of `games` shares with the sum `won`, and its interval by Wilson (1927)."""
    # The formula is for games that are won or lost. Shared wins vary less, so that the interval is
    # then too wide rather than too narrow.
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    mean, part = won / games, z * z / games
    middle = (mean + part / 2) / (1 + part)
    half = sqrt(part * mean * (1 - mean) + part * part / 4) / (1 + part)
    return Share(mean, max(0.0, middle - half), min(1.0, middle + half))


def is_clear(won: float, games: int, fair: float, more: float) -> bool | None:
    """Return whether the true share is `more` rather than `fair`; None if more games are needed.

    This is Wald's sequential probability ratio test (A. Wald, Sequential Analysis, 1947), as in
    Fishtest and Cutechess. Call it after each game, and stop when the result is not None.

    Args:
        won: Sum of the shares in the games so far.
        games: Number of games so far.
        fair: The share of each player if all are equally strong, more than 0.
        more: A larger share, less than 1.
    """
    # Logarithm of the likelihood ratio of the games: true share `more` against `fair`. A shared win
    # counts as part of a win and part of a loss. The ratio is convex in the share, so that errors
    # do not become more likely.
    lost = games - won
    evidence = won * log(more / fair) + lost * log((1 - more) / (1 - fair))
    if abs(evidence) < log((1 - ERROR) / ERROR):
        return None
    return evidence > 0
