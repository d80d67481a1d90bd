"""A position as an SVG that stands alone: the board of the page, and beside it the players."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders
from django.template.loader import render_to_string

from games.pictures.text_width import BOLD, REGULAR, fit, wrap
from games.pov import Pov
from games.presenters import table_context
from games.presenters.table import Die, SeatView, Table

WIDTH, HEIGHT = 1200, 630
_MARGIN = 24
_SEAT = 56
_LINE = 38
_BOTTOM = HEIGHT - 34
_MOST_LINES = 5

_TOKEN = re.compile(r"(--[\w-]+):\s*([^;]+);")
_LIGHT = re.compile(r"light-dark\(([^,]+),[^)]*\)")
_USE = re.compile(r"var\((--[\w-]+)\)")


@dataclass(frozen=True, slots=True)
class Row:
    """A player's row. y: its place from the top.  name: shortened to fit."""

    view: SeatView
    y: int
    name: str


@dataclass(frozen=True, slots=True)
class Side:
    """The part beside the board.

    dice: each with its x.  lines: the last event, each line with its y.
    end: the result, or "".
    """

    rows: list[Row]
    dice: list[tuple[int, Die]]
    dice_top: int
    dice_size: int
    lines: list[tuple[int, str]]
    end: str
    end_y: int


def drawing(pov: Pov) -> str:
    """Return the position shown as SVG, `WIDTH` by `HEIGHT`."""
    context = table_context(pov)
    left = context["t"].picture_width + 2 * _MARGIN
    room = WIDTH - _MARGIN - left
    return render_to_string(
        "pictures/picture.svg",
        context
        | {
            "style": style(pov.game.kind),
            "board_width": left - 2 * _MARGIN,
            "left": left,
            "room": room,
            "side": _side(context["t"], room),
        },
    )


def _side(table: Table, room: int) -> Side:
    rows = [
        Row(view, 92 + number * _SEAT, fit(view.name, BOLD, 25, room - 190))
        for number, view in enumerate(table.seats)
    ]
    size = min(54, (room + 10) // max(len(table.dice), 1) - 10)
    lines = wrap(table.told, REGULAR, 25, room, _MOST_LINES)
    end = wrap(table.winners, BOLD, 32, room, 1) if table.winners else []
    first = _BOTTOM - (len(lines) - 1) * _LINE
    return Side(
        rows=rows,
        dice=[(place * (size + 10), die) for place, die in enumerate(table.dice)],
        dice_top=92 + len(rows) * _SEAT + 22,
        dice_size=size,
        lines=[(first + number * _LINE, line) for number, line in enumerate(lines)],
        end=end[0] if end else "",
        end_y=first - 50,
    )


@cache
def style(kind: str) -> str:
    """Return the stylesheet of pictures of a game, with the site's light colours written out."""
    tokens = _tokens("games/base.css") | _tokens(f"games/{kind}/table.css")
    text = _read("pictures/picture.css") + _read(f"games/{kind}/picture.css")
    return _USE.sub(lambda use: tokens[use[1]], text)


def _tokens(name: str) -> dict[str, str]:
    return {token: _LIGHT.sub(r"\1", value) for token, value in _TOKEN.findall(_read(name))}


def _read(name: str) -> str:
    path = finders.find(name)
    if path is None:
        raise FileNotFoundError(name)
    return Path(path).read_text(encoding="utf-8")
