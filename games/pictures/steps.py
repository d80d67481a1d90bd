"""The stops of a replay: the positions that its buttons step through, and that pictures show."""

from bisect import bisect_left, bisect_right

from games.pov import Pov
from games.presenters.replaying import stops as stops_of
from games.presenters.replaying import turns_of


def stops(pov: Pov) -> list[int]:
    """Return the seqs of the start of the game and of the end of every step so far."""
    return stops_of(turns_of(pov))


def between(found: list[int], first: int, final: int) -> list[int]:
    """Return the stops from `first` to `final`, including these two."""
    inner = found[bisect_right(found, first) : bisect_left(found, final)]
    return sorted({first, *inner, final})


def some_before(found: list[int], seq: int, count: int) -> int:
    """Return the stop `count` steps before `seq`, or the start."""
    return found[max(bisect_left(found, seq) - count, 0)]


def around(found: list[int], seq: int) -> dict[str, int | None]:
    """Return the seq to which each button of a replay leads from `seq`; None for nowhere."""
    before, after = found[: bisect_left(found, seq)], found[bisect_right(found, seq) :]
    return {
        "first": before[0] if before else None,
        "back": before[-1] if before else None,
        "forward": after[0] if after else None,
        "last": after[-1] if after else None,
    }
