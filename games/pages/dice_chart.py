"""How often dice showed each face, beside what fair dice do: numbers and the drawing's measures."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import ceil, floor, sqrt

from games.models import DiceTally
from games.services.tallies import FACES

FEWEST = 60
"""With fewer dice the normal approximation of the band is too rough to be shown."""

NORMAL_95 = 1.96
CHI_SQUARED_95 = 11.07
"""What the sum over six faces stays below in 95 of 100 sets of fair dice (5 degrees of freedom)."""

WIDTH, HEIGHT = 320, 140
MIDDLE = HEIGHT // 2
REACH = 54
"""How far the longest bar, or the band, goes from the middle."""
SLOT, BAR = 50, 28


@dataclass(frozen=True)
class Bar:
    """One face. x, y, height: of the bar; label_x: of the face below it.

    share: in per cent.  outside: "more" or "fewer" than the band, or "".
    """

    face: int
    seen: int
    share: float
    outside: str
    x: int
    y: int
    height: int
    label_x: int


@dataclass(frozen=True)
class DiceChart:
    """The dice of one kind of game, or of all.

    expected: of each face.  low, high: the least and the most inside
    the band, which is the same for every face.
    even: whether all six together are as even as in 95 of 100 sets of fair dice.
    """

    rolls: int
    dice: int
    expected: float
    low: int
    high: int
    even: bool
    bars: tuple[Bar, ...]
    band_y: int
    band_height: int

    @property
    def enough(self) -> bool:
        """Whether there are enough dice for a band."""
        return self.dice >= FEWEST


def dice_chart(tallies: Iterable[DiceTally]) -> DiceChart:
    """Return these tallies taken together."""
    totals = dict.fromkeys(("rolls", *FACES), 0)
    for tally in tallies:
        for column in totals:
            totals[column] += getattr(tally, column)
    return _chart(totals)


def _chart(totals: Mapping[str, int]) -> DiceChart:
    seen = [totals[column] for column in FACES]
    dice = sum(seen)
    expected = dice / 6
    half = NORMAL_95 * sqrt(dice * 5 / 36)
    longest = max([half * 1.25, *(abs(number - expected) for number in seen)]) or 1
    scale = REACH / longest
    spread = sum((number - expected) ** 2 for number in seen) / expected if dice else 0
    return DiceChart(
        rolls=totals["rolls"],
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
    """Return the bar of one face, which goes up from the middle for more than expected."""
    beyond = seen - dice / 6
    height = max(round(abs(beyond) * scale), 1)
    x = 10 + (face - 1) * SLOT + (SLOT - BAR) // 2
    return Bar(
        face=face,
        seen=seen,
        share=100 * seen / dice if dice else 0,
        outside="" if abs(beyond) <= half else "more" if beyond > 0 else "fewer",
        x=x,
        y=MIDDLE - height if beyond > 0 else MIDDLE,
        height=height,
        label_x=x + BAR // 2,
    )
