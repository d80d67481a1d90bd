"""The width of texts in a picture: SVG itself breaks no lines."""

from functools import cache
from typing import TYPE_CHECKING

from accounts.written_text import visible_text

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

REGULAR, BOLD = "DejaVuSans.ttf", "DejaVuSans-Bold.ttf"
MORE = "…"


def wrap(text: str, font: str, size: int, width: int, most: int) -> list[str]:
    """Return the text in at most `most` lines; the last line ends in "…" if the text is longer."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if not lines[-1] or _width(longer, font, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    if len(lines) > most:
        lines = [*lines[: most - 1], " ".join(lines[most - 1 :])]
    return [fit(line, font, size, width) for line in lines]


def fit(text: str, font: str, size: int, width: int) -> str:
    """Return the text, shortened if it is wider than `width`."""
    if _width(text, font, size) <= width:
        return text
    while text and _width(text + MORE, font, size) > width:
        text = text[:-1]
    return text.rstrip() + MORE


def _width(text: str, font: str, size: int) -> float:
    return _font(font, size).getlength(visible_text(text))


@cache
def _font(font: str, size: int) -> "FreeTypeFont":
    # Imported here: it is large, and most processes of the site draw no pictures.
    from PIL import ImageFont  # noqa: PLC0415

    from games.pictures.painting import FONTS  # noqa: PLC0415

    return ImageFont.truetype(FONTS / font, size, layout_engine=ImageFont.Layout.BASIC)
