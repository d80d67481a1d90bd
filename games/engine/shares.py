"""Shares of games won: how sure they are, and when enough games are played to judge them.

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
    """A mean share and its interval.

    Attributes:
        mean: The share in the games that were played, 0 to 1.
        low: Lower end of the interval for the true share.
        high: Upper end of the interval.
    """

    mean: float
    low: float
    high: float

    @property
    def of_others(self) -> "Share":
        """The share that this one leaves to the others."""
        return Share(1 - self.mean, 1 - self.high, 1 - self.low)


def share_of(won: float, games: int) -> Share:
    """Return the mean share with its interval by E. B. Wilson (1927).

    The interval is meant for games that are won or lost. Where several players share a win, shares
    vary less, so that it is rather too wide than too narrow.

    Args:
        won: The sum of the shares.
        games: Number of games, 1 or more.
    """
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    mean, part = won / games, z * z / games
    middle = (mean + part / 2) / (1 + part)
    half = sqrt(part * mean * (1 - mean) + part * part / 4) / (1 + part)
    return Share(mean, max(0.0, middle - half), min(1.0, middle + half))


def is_clear(won: float, games: int, fair: float, more: float) -> bool | None:
    """Return whether a player wins clearly more than a fair share of the games.

    This is Wald's sequential probability ratio test (A. Wald, Sequential Analysis, 1947), with
    which Fishtest and Cutechess decide, too, when a match of chess programs may stop. It compares
    how likely the games are with a true share of `more` and with one of `fair`, and decides when
    the logarithm of the ratio leaves (log(ERROR / (1 - ERROR)), log((1 - ERROR) / ERROR)). Ask it
    after each game, and stop when it answers.

    A shared win counts as a part of a win and a part of a loss. The ratio is convex in the share,
    so shared wins make no error more likely.

    Args:
        won: The sum of the shares so far.
        games: Number of games so far.
        fair: The share of each player if all are equally strong, more than 0.
        more: A larger share, less than 1.

    Returns:
        True if the true share is `more` rather than `fair`, False if it is not, None if more games
        are needed.
    """
    lost = games - won
    evidence = won * log(more / fair) + lost * log((1 - more) / (1 - fair))
    if abs(evidence) < log((1 - ERROR) / ERROR):
        return None
    return evidence > 0
