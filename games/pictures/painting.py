"""Paints SVG as PNG, and PNGs as one animation: run as a process of its own by `painter.py`.

resvg keeps Python's lock while it paints, so in the server's process every picture would hold up
every table. It imports nothing of Django, so that it starts quickly and stays small.

Each message, in and out, is its length in four bytes and then JSON, with pictures in base 64.
"""

import base64
import io
import json
import os
import re
import struct
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, BinaryIO

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


def _paint(wish: Mapping[str, Any]) -> bytes:
    return paint(wish["svg"], wish["width"])


def _animate(wish: Mapping[str, Any]) -> bytes:
    return animate([base64.b64decode(frame) for frame in wish["frames"]], wish["delays"])


ABILITIES: dict[str, Callable[[Mapping[str, Any]], bytes]] = {"paint": _paint, "animate": _animate}


def send(pipe: BinaryIO, message: Mapping[str, Any]) -> None:
    """Write a message."""
    data = json.dumps(message).encode()
    pipe.write(struct.pack(">I", len(data)) + data)
    pipe.flush()


def receive(pipe: BinaryIO) -> dict[str, Any] | None:
    """Read a message; None at the end."""
    head = pipe.read(4)
    if len(head) < 4:
        return None
    (length,) = struct.unpack(">I", head)
    message: dict[str, Any] = json.loads(pipe.read(length))
    return message


def answer(wish: Mapping[str, Any]) -> dict[str, str]:
    """Return the picture wished for, or what went wrong."""
    try:
        return {"picture": base64.b64encode(ABILITIES[wish["do"]](wish)).decode()}
    except Exception as error:  # whatever it is, the server must hear of it
        return {"error": f"{type(error).__name__}: {error}"}


def main() -> None:
    os.nice(GENTLE)
    while (wish := receive(sys.stdin.buffer)) is not None:
        send(sys.stdout.buffer, answer(wish))


if __name__ == "__main__":
    main()
