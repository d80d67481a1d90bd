"""A position as an SVG that stands alone: the board of the page, and beside it what is said."""

import re
from functools import cache
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.template.loader import render_to_string

from games.pictures.text_width import BOLD, REGULAR, fit, wrap
from games.pov import Pov
from games.presenters import presenter, table_context
from games.presenters.table import Table

WIDTH, HEIGHT = 1200, 630
_MARGIN = 24
_SEAT = 56
_LINE = 38
_BOTTOM = HEIGHT - 34
_MOST_LINES = 5

_TOKEN = re.compile(r"(--[\w-]+):\s*([^;]+);")
_LIGHT = re.compile(r"light-dark\(([^,]+),[^)]*\)")
_USE = re.compile(r"var\((--[\w-]+)\)")


def drawing(pov: Pov) -> str:
    """Return the position shown as SVG, `WIDTH` by `HEIGHT`."""
    context = table_context(pov)
    left = presenter(pov.game.kind).picture_width(pov) + 2 * _MARGIN
    return render_to_string(
        "pictures/picture.svg",
        context
        | {
            "style": style(pov.game.kind),
            "board_width": left - 2 * _MARGIN,
            "left": left,
            "right": WIDTH - _MARGIN,
            "room": WIDTH - _MARGIN - left,
            **_beside(context["t"], WIDTH - _MARGIN - left),
        },
    )


def _beside(table: Table, room: int) -> dict[str, Any]:
    """Return the players, and the sentences in lines, each with its place from the top."""
    seats = [
        {"view": view, "y": 92 + row * _SEAT, "name": fit(view.name, BOLD, 25, room - 190)}
        for row, view in enumerate(table.seats)
    ]
    dice_top = 92 + len(seats) * _SEAT + 22
    size = min(54, (room + 10) // max(len(table.dice), 1) - 10)
    lines = wrap(table.told, REGULAR, 25, room, _MOST_LINES)
    end = wrap(table.winners, BOLD, 32, room, 1) if table.winners else []
    first = _BOTTOM - (len(lines) - 1) * _LINE
    return {
        "seat_views": seats,
        "dice_views": [
            {"die": die, "x": place * (size + 10)} for place, die in enumerate(table.dice)
        ],
        "dice_top": dice_top,
        "dice_size": size,
        "lines": [(first + row * _LINE, line) for row, line in enumerate(lines)],
        "end": end[0] if end else "",
        "end_y": first - 50,
    }


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
