"""What pictures of positions cost, and how large animations are in each format.

Run: python -m benchmarks.pictures [--frames 40]. Uses a database file of its own.
"""

import argparse
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

HOLDERS = {"cantstop": ("rule-of-28", "cautious"), "buttons": ("greedy", "careful")}
VARIANTS: dict[str, dict[str, Any]] = {"buttons": {"layouts": "random"}}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--frames", type=int, default=40)
    frames = parser.parse_args().frames
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DATABASE_URL"] = f"sqlite:///{Path(folder) / 'benchmark.sqlite3'}"
        os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        for kind, holders in HOLDERS.items():
            measure(kind, holders * 2, frames)


def measure(kind: str, holders: tuple[str, ...], frames: int) -> None:
    from games.pictures.animations import WIDTH
    from games.pictures.drawing import WIDTH as STILL_WIDTH
    from games.pictures.drawing import drawing
    from games.pictures.models import Animation
    from games.pictures.painter import Painter
    from games.pictures.steps import stops
    from games.pov import pov_of
    from tests.games.factories import make_finished_game

    game = make_finished_game(*holders, kind=kind, variant=VARIANTS.get(kind, {}), seed=3)
    pov = pov_of(game, None)
    seqs = stops(pov)[frames : 2 * frames]
    print(f"{kind}, four players, {len(seqs)} steps from the middle of a game")
    with Painter() as painter:
        timed("first frame, with the start", [partial(painter.paint, drawing(pov), WIDTH)])
        drawings = timed("SVG", [partial(drawing, replace(pov, seq=seq)) for seq in seqs])
        stills = timed("PNG, 1200", [partial(painter.paint, svg, STILL_WIDTH) for svg in drawings])
        print(f"  PNG, 1200: median {statistics.median(map(len, stills)) / 1e3:.0f} kB")
        shown = timed("frame, 640", [partial(painter.paint, svg, WIDTH) for svg in drawings])
        for format in Animation.Format.values:
            start = time.perf_counter()
            animation = painter.animate(shown, [800] * len(shown), format)
            seconds = time.perf_counter() - start
            print(f"  animated {format}: {len(animation) / 1e3:.0f} kB in {seconds:.1f} s")


def timed(what: str, calls: list[Callable[[], Any]]) -> list[Any]:
    seconds, results = [], []
    for call in calls:
        start = time.perf_counter()
        results.append(call())
        seconds.append(time.perf_counter() - start)
    print(f"  {what}: median {statistics.median(seconds) * 1e3:.1f} ms")
    return results


if __name__ == "__main__":
    main()
