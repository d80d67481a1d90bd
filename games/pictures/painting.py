"""Paints SVG as PNG, and PNGs as one animation: run as a process of its own by `painter.py`.

resvg keeps Python's lock while it paints, so in the server's process every picture would hold up
every table. This module imports nothing of Django, so that its process starts fast and stays small.
"""

import io
import re
from collections.abc import Callable
from fractions import Fraction
from math import ceil, gcd
from pathlib import Path

import resvg_py
from PIL import Image

from operations.task_process import serve

FONTS = Path(__file__).parent / "fonts"
FAMILY = "DejaVu Sans"
OURS = re.compile(
    "[\x00-\u024f\u0370-\u045f\u1e9e\u2010-\u203a\u20ac\u2190-\u2193\u2212\u25a0-\u2606]*"
)
"""The characters our fonts have; for others resvg loads the system's fonts, which takes longer."""


def paint(svg: str, width: int) -> bytes:
    return resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        font_files=[str(path) for path in sorted(FONTS.glob("*.ttf"))],
        font_family=FAMILY,
        sans_serif_family=FAMILY,
        skip_system_fonts=OURS.fullmatch(svg) is not None,
    )


def animate(frames: list[bytes], delays: list[int], format: str) -> bytes:
    """Return the PNGs as one animation ("webp", "gif" or "mp4"). delays: milliseconds."""
    images = [Image.open(io.BytesIO(frame)).convert("RGB") for frame in frames]
    return FORMATS[format](images, delays)


def webp(images: list[Image.Image], delays: list[int]) -> bytes:
    """Return a lossless WebP that runs for ever."""
    kept = io.BytesIO()
    images[0].save(
        kept, "WEBP", save_all=True, append_images=images[1:], duration=delays, loop=0,
        lossless=True, quality=50, method=2, minimize_size=True,
    )  # fmt: skip
    return kept.getvalue()


def gif(images: list[Image.Image], delays: list[int]) -> bytes:
    """Return a GIF that runs for ever."""
    # All pictures have the same 256 colours, so that parts that stay the same are not stored again:
    # the GIF has a quarter of the size that it would have with colours chosen for each picture.
    some = images[:: max(len(images) // COLOURS_FROM, 1)]
    width, height = images[0].size
    sheet = Image.new("RGB", (width, height * len(some)))
    for number, image in enumerate(some):
        sheet.paste(image, (0, number * height))
    palette = sheet.quantize(256, Image.Quantize.FASTOCTREE)
    first, *others = [image.quantize(palette=palette, dither=Image.Dither.NONE) for image in images]
    kept = io.BytesIO()
    first.save(kept, "GIF", save_all=True, append_images=others, duration=delays, loop=0)
    return kept.getvalue()


def mp4(images: list[Image.Image], delays: list[int]) -> bytes:
    """Return a film in H.264 that runs once."""
    import av  # noqa: PLC0415 - large, and most of these processes never need it

    # Some players refuse films with few pictures a second, so each picture is repeated.
    together = gcd(*delays)
    each = Fraction(together, ceil(together / LONGEST_IN_A_FILM))
    kept = io.BytesIO()
    with av.open(kept, "w", format="mp4") as film:
        stream = film.add_stream("libx264", rate=1000 / each, options=FILM)
        stream.width, stream.height = images[0].size
        stream.pix_fmt = "yuv420p"  # the only pixel format that all players know
        for image, delay in zip(images, delays, strict=True):
            picture = av.VideoFrame.from_image(image)  # type: ignore[no-untyped-call]
            for _ in range(int(delay / each)):
                picture.pts = None
                film.mux(stream.encode(picture))
        film.mux(stream.encode())
    return kept.getvalue()


COLOURS_FROM = 12
"""Approximate number of pictures from which the colours of a GIF are taken."""

LONGEST_IN_A_FILM = 200
"""Maximum duration of a frame of a film, in milliseconds."""

FILM = {"preset": "veryfast", "tune": "animation", "crf": "20"}

FORMATS: dict[str, Callable[[list[Image.Image], list[int]], bytes]] = {
    "webp": webp,
    "gif": gif,
    "mp4": mp4,
}

TASKS: dict[str, Callable[..., bytes]] = {"paint": paint, "animate": animate}

if __name__ == "__main__":
    serve(TASKS)
