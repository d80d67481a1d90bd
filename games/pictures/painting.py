"""Paints SVG as PNG, and PNGs as one animation: run as a process of its own by `painter.py`.

resvg keeps Python's lock while it paints, so in the server's process every picture would hold up
every table. It imports nothing of Django, so that it starts quickly and stays small.
"""

import io
import os
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import resvg_py
from PIL import Image

FONTS = Path(__file__).parent / "fonts"
FAMILY = "DejaVu Sans"
OURS = re.compile(
    "[\x00-\u024f\u0370-\u045f\u1e9e\u2010-\u203a\u20ac\u2190-\u2193\u2212\u25a0-\u2606]*"
)
"""The characters our fonts have; for others resvg asks the system's, which takes longer."""

GENTLE = 5
"""How much this process stands back when others want the processor."""


def paint(svg: str, width: int) -> bytes:
    """Return the drawing as PNG."""
    return resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        font_files=[str(path) for path in sorted(FONTS.glob("*.ttf"))],
        font_family=FAMILY,
        sans_serif_family=FAMILY,
        skip_system_fonts=OURS.fullmatch(svg) is not None,
    )


def animate(frames: list[bytes], delays: list[int]) -> bytes:
    """Return the PNGs as one lossless WebP that runs for ever. delays: milliseconds."""
    first, *others = [Image.open(io.BytesIO(frame)).convert("RGB") for frame in frames]
    kept = io.BytesIO()
    first.save(
        kept, "WEBP", save_all=True, append_images=others, duration=delays, loop=0,
        lossless=True, quality=50, method=2, minimize_size=True,
    )  # fmt: skip
    return kept.getvalue()


TASKS: dict[str, Callable[..., bytes]] = {"paint": paint, "animate": animate}


def serve(server: "Connection[Any, Any]") -> None:
    """Do one task after another; answer each with a picture and the error there was, or "".

    The answers are bytes: the server does not unpickle what comes from here.
    """
    while True:
        task, arguments = server.recv()
        try:
            picture, problem = TASKS[task](*arguments), ""
        except Exception as error:  # whatever it is, the server must hear of it
            picture, problem = b"", f"{type(error).__name__}: {error}"
        server.send_bytes(picture)
        server.send_bytes(problem.encode())


if __name__ == "__main__":
    os.nice(GENTLE)
    with suppress(EOFError, OSError, KeyboardInterrupt):  # the server has ended
        serve(Connection(int(sys.argv[1])))
