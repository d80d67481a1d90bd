"""How often dice showed each face, compared with fair dice: numbers and a drawing."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, floor, sqrt

from games.models import DiceTally
from games.services.tallies import FACES

# With fewer dice the normal approximation of the band is too rough to be shown.
FEWEST = 60

NORMAL_95 = 1.96
# The chi-squared sum of six faces stays below this in 95 of 100 sets of fair dice.
CHI_SQUARED_95 = 11.07

# In the drawing, the longest bar (or the band) goes `REACH` up or down from `MIDDLE`.
MIDDLE, REACH = 70, 54


@dataclass(frozen=True)
class Bar:
    """One face."""

    face: int
    seen: int
    share: float  # in per cent
    outside: str  # "more" or "fewer" than the band, or ""
    y: int
    height: int


@dataclass(frozen=True)
class DiceChart:
    """The dice of one kind of game, or of all kinds."""

    rolls: int
    dice: int
    expected: float  # the expected number of each face
    low: int  # the least number inside the band, which is the same for every face
    high: int  # the greatest number inside the band
    even: bool  # whether the six numbers together are as even as in 95 of 100 sets of fair dice
    bars: tuple[Bar, ...]
    band_y: int
    band_height: int

    @property
    def enough(self) -> bool:
        return self.dice >= FEWEST


def dice_chart(tallies: Iterable[DiceTally]) -> DiceChart:
    """Chart these tallies taken together."""
    tallies = list(tallies)
    seen = [sum(getattr(tally, column) for tally in tallies) for column in FACES]
    dice = sum(seen)
    expected = dice / 6
    # A face is binomial with p = 1/6, so its variance is dice · 1/6 · 5/6.
    half = NORMAL_95 * sqrt(dice * 5 / 36)
    # At least a quarter more than the band, so that the band does not fill the drawing.
    longest = max([half * 1.25, *(abs(number - expected) for number in seen)]) or 1
    scale = REACH / longest
    spread = sum((number - expected) ** 2 for number in seen) / expected if dice else 0
    return DiceChart(
        rolls=sum(tally.rolls for tally in tallies),
        dice=dice,
        expected=expected,
        low=ceil(expected - half),
        high=floor(expected + half),
        even=spread <= CHI_SQUARED_95,
        bars=tuple(_bar(face, number, dice, half, scale) for face, number in enumerate(seen, 1)),
        band_y=MIDDLE - round(half * scale),
        band_height=2 * round(half * scale),
    )


def _bar(face: int, seen: int, dice: int, half: float, scale: float) -> Bar:
    """Return the bar of a face: up from the middle if dice showed it more than expected."""
    beyond = seen - dice / 6
    height = max(round(abs(beyond) * scale), 1)
    return Bar(
        face=face,
        seen=seen,
        share=100 * seen / dice if dice else 0,
        outside="" if abs(beyond) <= half else "more" if beyond > 0 else "fewer",
        y=MIDDLE - height if beyond > 0 else MIDDLE,
        height=height,
    )
