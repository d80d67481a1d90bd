"""Pictures of users, computed from the user's number.

They are made like coats of arms, to be distinct when small: a field in two colours, a large light
shape on it, and perhaps a hole in the shape. All paths are in a square from -5 to 5.
"""

from dataclasses import dataclass

HUES = 12
TURNS = 3  # number of second hues for a field, for each first hue
FIELDS = (
    "",
    "M0-5H5V5H0z",  # halves side by side
    "M-5 0H5V5H-5z",  # halves, one above the other
    "M5-5V5H-5z",  # divided from corner to corner
    "M0-5H5V0H0zM-5 0H0V5H-5z",  # quarters
)
SHAPES = (
    "M-3.3 0a3.3 3.3 0 1 0 6.6 0a3.3 3.3 0 1 0-6.6 0z",  # disc
    "M-2.9-2.9H2.9V2.9H-2.9z",  # square
    "M0-4.2 4.2 0 0 4.2-4.2 0z",  # diamond
    "M0-3.9 4 3H-4z",  # triangle
    "M0 3.9 4-3H-4z",  # triangle upside down
    "M-1.4-3.8H1.4V-1.4H3.8V1.4H1.4V3.8H-1.4V1.4H-3.8V-1.4H-1.4z",  # cross
    "M-3.7-1.7-1.7-3.7 0-2 1.7-3.7 3.7-1.7 2 0 3.7 1.7 1.7 3.7 0 2-1.7 3.7-3.7 1.7-2 0z",  # saltire
    "M0-4.2 1.2-1.5 4.1-1.2 1.9.8 2.5 3.6 0 2.1-2.5 3.6-1.9.8-4.1-1.2-1.2-1.5z",  # star
    "M-3.8 0-1.9-3.3H1.9L3.8 0 1.9 3.3H-1.9z",  # hexagon
    "M0 4-3.6.2A2.3 2.3 0 0 1 0-2.6 2.3 2.3 0 0 1 3.6.2z",  # heart
    "M0-4 3.6-.7V3.4H-3.6V-.7z",  # house
    "M0-3.4A1.9 1.9 0 0 1 2.4-2.4 1.9 1.9 0 0 1 3.4 0 1.9 1.9 0 0 1 2.4 2.4 1.9 1.9 0 0 1 0 3.4"
    " 1.9 1.9 0 0 1-2.4 2.4 1.9 1.9 0 0 1-3.4 0 1.9 1.9 0 0 1-2.4-2.4 1.9 1.9 0 0 1 0-3.4z",
)
HOLES = (
    "",
    "M-1.2 0a1.2 1.2 0 1 0 2.4 0a1.2 1.2 0 1 0-2.4 0z",
    "M-.6-2H.6V2H-.6z",
    "M-2-.6H2V.6H-2z",
)

PICTURES = HUES * len(SHAPES) * len(HOLES) * len(FIELDS) * TURNS
# Shares no factor with PICTURES, so that consecutive numbers reach all pictures. Its size makes
# consecutive numbers differ in hue and shape.
STEP = 5393


@dataclass(frozen=True)
class Identicon:
    hue: int
    turn: int  # below TURNS: selects the second hue of the field
    field: str  # an SVG path, like shape and hole; "" for none
    shape: str
    hole: str


def identicon(number: int) -> Identicon:
    rest, hue = divmod(number * STEP % PICTURES, HUES)
    rest, shape = divmod(rest, len(SHAPES))
    rest, hole = divmod(rest, len(HOLES))
    turn, field = divmod(rest, len(FIELDS))
    return Identicon(hue, turn, FIELDS[field], SHAPES[shape], HOLES[hole])
