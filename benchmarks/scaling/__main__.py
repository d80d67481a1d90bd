"""How large a park of machines is for a number of people: `python -m benchmarks.scaling`.

Costs were measured, habits of people are assumed (costs.py). A simulation of one web process says
how busy it may be (web_process.py); the rest is multiplication (park.py). docs/scaling.md explains
the figures.
"""

import random
import statistics

from benchmarks.scaling.costs import (
    COMMITMENTS,
    ENTRIES_PER_GAME,
    MEASURED_HALF,
    MEASURED_MOST,
    MEASURED_RATE,
    MOVE_SPREAD,
    PATIENCE,
    RECORD_BYTES,
    WAL_BYTES,
    WEB_PROCESSES,
)
from benchmarks.scaling.park import Park, after_loss, busiest
from benchmarks.scaling.web_process import allowed_load, moves, seconds_at, simulate, slowest

SIZES = 1_000, 100_000, 10_000_000


def main() -> None:
    print("95 of 100 moves are shown within, by how busy the web process is")
    for percent in range(30, 100, 10):
        print(f"  {percent} %  {1000 * seconds_at(percent / 100):4.0f} ms")
    _print_measured()
    load = allowed_load()
    print(f"So it may be busy for {load:.0%} of the time ({1000 * PATIENCE:.0f} ms).")
    parks = [Park(people, load) for people in SIZES]
    _print_processes(parks[0])
    print()
    _print_busiest(5, int(parks[0].tables))
    _print_busiest(parks[1].web_processes, int(parks[1].tables))
    print()
    rows = [_figures(park) for park in parks]
    for name in rows[0]:
        print(f"{name:36}" + "".join(f"{_shown(row[name]):>13}" for row in rows))


def _print_measured() -> None:
    """Print figures of `make benchmark-load PARTS=programs`, measured and simulated."""
    jobs = list(moves(0.5, random.Random(1), 600.0))
    for number, each in enumerate(jobs):
        each.came = number / MEASURED_RATE
    took = [seconds for _, seconds in simulate(jobs)]
    p50, p95 = 1000 * slowest(took, 0.5), 1000 * slowest(took)
    print(
        f"{MEASURED_RATE} moves a second at equal distances: {p50:.0f} / {p95:.0f} ms (p50, p95);"
        f" measured were {MEASURED_HALF} / {MEASURED_MOST} ms"
    )


def _print_processes(park: Park) -> None:
    """Print the effect of one web process more or fewer when there are few."""
    work = park.work("web")
    print(f"\n{park.people:,} people, who need {work:.1f} cores, and one process is lost")
    for processes in range(int(work) + 2, int(work) + 7):
        took, back = after_loss(processes, 1, work, park.sockets)
        print(
            f"  {processes} processes, {work / processes:4.0%} busy, then {processes - 1}:"
            f" 95 of 100 moves within {1000 * took:6,.0f} ms, all sockets back after {back:4.1f} s"
        )


def _print_busiest(processes: int, tables: int) -> None:
    shares = sorted(busiest(processes, tables, seed) for seed in range(9))
    print(
        f"{tables:,} tables at {processes} processes, by a hash of their code: the busiest has"
        f" {statistics.median(shares):.2f} times its share ({shares[0]:.2f} to {shares[-1]:.2f})"
    )


def _figures(park: Park) -> dict[str, float]:
    work = park.work("web")
    took, back = after_loss(park.web_processes, WEB_PROCESSES, work, park.sockets)
    entries = ENTRIES_PER_GAME * park.games
    return {
        "people at the same time": park.people,
        "moves a second": park.moves,
        "pushes a second": park.pushes + park.lobby_pushes,
        "messages of the channel layer a second": park.messages,
        "open sockets": park.sockets,
        "cores: web processes": work,
        "  if a table's sockets are anywhere": Park(park.people, park.load, MOVE_SPREAD).work(
            "web"
        ),
        "cores: PostgreSQL": park.work("postgres"),
        "cores: Redis": park.work("redis"),
        "web machines, one to spare": park.web_machines,
        "web processes": park.web_processes,
        "PostgreSQL primaries": park.primaries,
        "PostgreSQL replicas": park.replicas,
        "Redis shards": park.redis_shards,
        "MB a second to browsers": park.bytes_out / 1e6,
        "MB a second to replicas": park.moves * WAL_BYTES / 1e6,
        "GB of games a year": park.stored_a_year() / 1e9,
        "  as compressed records": park.stored_a_year(RECORD_BYTES) / 1e9,
        "a machine is lost: p95 of moves, ms": 1000 * took,
        "  all its sockets are back after, s": back,
        "all sockets anew, s": park.all_back(),
        "today: % of a core, each, for the lobby": 100 * park.lobby_load_today,
        "today: % of what the list of dice takes": 100 * entries / COMMITMENTS,
    }


def _shown(figure: float) -> str:
    return f"{figure:,.1f}" if figure < 100 and figure != int(figure) else f"{figure:,.0f}"


if __name__ == "__main__":
    main()
