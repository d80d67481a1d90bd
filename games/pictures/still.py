"""The picture of one position, painted once and then cached for a while."""

from hashlib import sha256

from django.core.cache import caches
from django.utils.translation import get_language

from games.pictures.drawing import WIDTH, drawing
from games.pictures.painter import Painter
from games.pov import Pov
from games.presenters.names import names_by_player

VERSION = 3
"""Raise this when pictures begin to look different."""

PICTURE_SECONDS = 3600
"""Seconds for which a picture is cached."""

_painter = Painter()


def look_of(pov: Pov) -> str:
    """Return a hash of all that a picture depends on besides the position: names and language."""
    shown = [str(VERSION), get_language() or "", *names_by_player(pov.seats)]
    return sha256("\0".join(shown).encode()).hexdigest()[:32]


def kept_picture(pov: Pov) -> bytes | None:
    """Return the picture of this position if it is cached, else None."""
    kept: bytes | None = caches["pictures"].get(_key(pov))
    return kept


def new_picture(pov: Pov) -> bytes:
    """Paint the position and cache the picture. Raises PaintingFailedError."""
    picture = _painter.paint(drawing(pov), WIDTH)
    caches["pictures"].set(_key(pov), picture, PICTURE_SECONDS)
    return picture


def _key(pov: Pov) -> str:
    return f"picture:{pov.game.code}:{pov.seq}:{look_of(pov)}"
