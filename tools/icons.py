"""Paints the icons of the installed site from its favicon: `python -m tools.icons`."""

import io
from pathlib import Path

from PIL import Image

from games.pictures.painting import paint

STATIC = Path(__file__).resolve().parents[1] / "games" / "static" / "games"
FAVICON = STATIC / "favicon.svg"
FOLDER = STATIC / "icons"

CORNERS = ' rx="8"'  # the round corners of the favicon's square

# Systems may cut any shape out of a "whole" icon, so its sign is smaller by this factor.
SAFE = 0.9

COLOURS = 64  # few enough for small files, enough for smooth edges

SIZES = {"icon-192": 192, "icon-512": 512, "whole-180": 180, "whole-512": 512}
"""Pixels on each side, by name; "whole" icons fill their square."""


def drawing(name: str) -> str:
    svg = FAVICON.read_text(encoding="utf-8")
    if not name.startswith("whole"):
        return svg
    aside = 16 * (1 - SAFE)  # the margin; the favicon is 32 wide
    smaller = f'<g transform="translate({aside} {aside}) scale({SAFE}) rotate'
    return svg.replace(CORNERS, "").replace('<g transform="rotate', smaller)


def icon(name: str) -> bytes:
    """Return the icon of this name as PNG."""
    painted = Image.open(io.BytesIO(paint(drawing(name), SIZES[name])))
    kept = io.BytesIO()
    painted.quantize(COLOURS).save(kept, "PNG", optimize=True)
    return kept.getvalue()


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in SIZES:
        (FOLDER / f"{name}.png").write_bytes(icon(name))
