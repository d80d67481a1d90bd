"""Measure how long it takes until a game is explained while others keep the machine busy.

`python -m benchmarks.analysis.busy --loops 0 2 4 --games 5`. It asks a process like that of the
site, beside loops that never rest. First it measures how long that process takes to get ready:
`NUMBA_CACHE_DIR` in an empty folder has it compile everything. At last it measures whether games
that are explained all the time hold up others: a job of half a millisecond that comes every 15.
"""

import argparse
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from statistics import median, quantiles
from threading import Event as Signal
from threading import Thread
from time import monotonic, perf_counter, sleep
from typing import Any

from games.analysis.client import Analysis
from games.engine.core import Event, Rules
from games.engine.registry import KINDS
from tools.simulate import simulate

LOOP = ("sh", "-c", "while :; do :; done")
MEASURED_FOR = 6.0
"""Seconds."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kind", default="cantstop")
    parser.add_argument("--bots", nargs="+", default=["linear", "rule-of-28"])
    parser.add_argument("--loops", type=int, nargs="+", default=[0, 2, 4])
    parser.add_argument("--games", type=int, default=5)
    options = parser.parse_args()
    kind = KINDS[options.kind]
    rules = kind.rules_of_record(len(options.bots), {})
    bots = [kind.bots[slug] for slug in options.bots]
    games = [game.events for game in simulate(rules, bots, options.games, seed=1)]
    with Analysis() as analysis:
        print(f"ready after {_get_ready(analysis):.1f} s")
        analysis.explain(rules, games[0])
        for loops in options.loops:
            with _busy(loops):
                times = [_timed(analysis, rules, game) for game in games]
            print(f"beside {loops} loops: explained after {median(times):.2f} s (median), "
                  f"{max(times):.2f} s (slowest of {len(times)})")  # fmt: skip
        print(f"a job beside one loop: {_late()}")
        stop = Signal()
        explaining = Thread(target=_explain_until, args=(stop, analysis, rules, games[0]))
        explaining.start()
        print(f"the same while games are explained: {_late()}")
        stop.set()
        explaining.join()


def _get_ready(analysis: Analysis) -> float:
    began = monotonic()
    while not analysis.is_ready(wait=1):
        pass
    return monotonic() - began


def _timed(analysis: Analysis, rules: Rules[Any], log: Sequence[Event]) -> float:
    began = perf_counter()
    analysis.explain(rules, log)
    return perf_counter() - began


@contextmanager
def _busy(loops: int) -> Iterator[None]:
    # In this session: Linux may share the processor out among sessions first, and by priority then.
    processes = [subprocess.Popen(LOOP) for _ in range(loops)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


def _late() -> str:
    times = []
    with _busy(1):
        until = monotonic() + MEASURED_FOR
        while monotonic() < until:
            sleep(0.015)
            began = perf_counter()
            sum(range(20_000))
            times.append(1000 * (perf_counter() - began))
    cuts = quantiles(times, n=100)
    return f"{cuts[49]:.2f} ms (median), {cuts[98]:.2f} ms (p99), {max(times):.1f} ms (slowest)"


def _explain_until(
    stop: Signal, analysis: Analysis, rules: Rules[Any], log: Sequence[Event]
) -> None:
    while not stop.is_set():
        analysis.explain(rules, log)


if __name__ == "__main__":
    main()
