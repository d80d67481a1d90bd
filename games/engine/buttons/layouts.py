"""The eight layouts: boards of 6 by 6 coloured cells (BT-3).

A layout has nine cells of each colour. Every row and column has all four colours, and neighbouring
cells have different colours.
"""

from enum import StrEnum

from games.engine.buttons.board import CELLS, SIZE, Cell


class Colour(StrEnum):
    """The colours of cells and cards, in the order in which hands list them."""

    RED = "red"
    YELLOW = "yellow"
    GREEN = "green"
    BLUE = "blue"


_LETTERS = {colour.name[0]: colour for colour in Colour}

_ROWS = {
    "1A": "BGBYRG RYGBYB YGYGBR RYRBGB BRYGRY GBGRYR",
    "1B": "BRBGRY YBGBYR GYBYRG RGYGYB BRGRBY RGRYGB",
    "2A": "RBGBYR BGYGRY GYRYGB RGYGBY YBRBRG GRBRYB",
    "2B": "GRGBYB RBYRGY YRGBRG GBRGYR RYBYGB BGYRBY",
    "3A": "YRYRGB GBRGRY YGBRBR GYGYRB RBYGBG BYGBYR",
    "3B": "YBRYGR GYGBRB BRYGYR GYGRBY YGBGRB RBRYBG",
    "4A": "YRYBGR GBGYRB YRBRBG GYRYRB BGYGYR RBGBGY",
    "4B": "YRBRBG BGYBRY RYGYGB BGBGYR GYRYRB RBGRYG",
}

Layout = dict[Cell, Colour]
"""The colour of each cell."""


LAYOUTS: dict[str, Layout] = {
    name: dict(zip(CELLS, (_LETTERS[c] for c in rows.replace(" ", "")), strict=True))
    for name, rows in _ROWS.items()
}
"""All layouts by name."""


def letters(name: str) -> tuple[str, ...]:
    """Return the six rows of a layout, such as "1A", with one letter for each cell."""
    colours = [colour.name[0] for colour in LAYOUTS[name].values()]
    return tuple("".join(colours[i : i + SIZE]) for i in range(0, len(colours), SIZE))
