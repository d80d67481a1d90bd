"""Pictures of users: a symmetric pattern that follows from the user's number, and no upload."""

from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256

SIZE = 5
HUES = 12
FEWEST = 8
"""With fewer cells than this a pattern is hardly one; the next hash is taken."""


@dataclass(frozen=True)
class Identicon:
    """hue: a number that picks the colour. path: the cells, on a grid of 5 by 5."""

    hue: int
    path: str


@lru_cache(maxsize=4096)
def identicon(number: int) -> Identicon:
    """Return the picture of the user with this number: always the same."""
    attempt = 0
    while True:
        digest = sha256(f"identicon {number} {attempt}".encode()).digest()
        cells = _cells(digest)
        if FEWEST <= len(cells) <= SIZE * SIZE - FEWEST // 2:
            path = "".join(f"M{x} {y}h1v1h-1z" for x, y in cells)
            return Identicon(digest[-1] % HUES, path)
        attempt += 1


def _cells(digest: bytes) -> list[tuple[int, int]]:
    return [
        (x, y)
        for y in range(SIZE)
        for x in range(SIZE)
        if digest[min(x, SIZE - 1 - x) * SIZE + y] % 2
    ]
