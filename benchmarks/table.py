"""What one move costs the server, and how large its push is.

Run: python -m benchmarks.table [--moves 300]. Uses a database file of its own.
"""

import argparse
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=300)
    moves = parser.parse_args().moves
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DATABASE_URL"] = f"sqlite:///{Path(folder) / 'benchmark.sqlite3'}"
        os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
        import django

        django.setup()
        measure(moves)


def measure(moves: int) -> None:
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    acts, renders, sizes = play(moves)
    report("submit_action", acts)
    report("render the regions for a spectator", renders)
    print(f"push: median {statistics.median(sizes):,.0f} bytes, largest {max(sizes):,} bytes")


def play(moves: int) -> tuple[list[float], list[float], list[int]]:
    from games.live.rendering import render_regions
    from games.pov import pov_of
    from games.services.play import submit_action

    acts, renders, sizes = [], [], []
    game = new_table()
    for _ in range(moves):
        if not game.is_running:
            game = new_table()
        state = game.position()
        (player,) = game.rules.active_players(state)
        action, token = choose(game, state, player), game.rules.token(state, player)
        seconds, game = timed(lambda: submit_action(game.code, player, action, token))  # noqa: B023
        acts.append(seconds)
        seconds, text = timed(lambda: render_regions(pov_of(game, None), "en").text)  # noqa: B023
        renders.append(seconds)
        sizes.append(len(text.encode()))
    return acts, renders, sizes


def new_table() -> Any:
    from tests.games.tables import running_table

    return running_table(players=4)


def choose(game: Any, state: Any, player: int) -> Any:
    from games.engine.registry import KINDS

    return KINDS[game.kind].bots["rule-of-28"].choose(game.rules, state, player)


def timed(call: Callable[[], Any]) -> tuple[float, Any]:
    start = time.perf_counter()
    result = call()
    return time.perf_counter() - start, result


def report(what: str, seconds: list[float]) -> None:
    median, worst = (
        statistics.median(seconds) * 1000,
        statistics.quantiles(seconds, n=20)[-1] * 1000,
    )
    print(f"{what}: median {median:.2f} ms, 95 % within {worst:.2f} ms ({1000 / median:,.0f}/s)")


if __name__ == "__main__":
    main()
