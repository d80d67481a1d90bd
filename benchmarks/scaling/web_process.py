"""One web process, simulated: how long moves take, by how much comes."""

import heapq
import random
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import count
from statistics import fmean

from benchmarks.scaling.costs import (
    COMMIT,
    MOVE,
    MOVE_QUANTILES,
    PATIENCE,
    ROUND_TRIP,
    STATEMENTS,
    THREADS,
    Cost,
)


@dataclass(slots=True)
class Job:
    """Something to be done: in each round it works, alone, and then waits, beside others.

    Times are in seconds.
    """

    kind: str
    came: float
    work: float
    wait: float = 0.0
    rounds: int = 1


def simulate(jobs: Iterable[Job], threads: int = THREADS) -> Iterator[tuple[Job, float]]:
    """Yield the jobs of a web process as they are done, each with the seconds it took.

    Jobs are in the order in which they come. Each has one of the threads from its beginning to its
    end. To work it needs the interpreter besides, which does one thing at a time.
    """
    numbers, coming = count(), iter(jobs)
    events: list[tuple[float, int, str, Job]] = []
    queued: deque[Job] = deque()
    ready: deque[Job] = deque()
    rounds_left: dict[int, int] = {}
    working = False

    def plan(time: float, what: str, job: Job) -> None:
        heapq.heappush(events, (time, next(numbers), what, job))

    def expect_next() -> None:
        if (job := next(coming, None)) is not None:
            plan(job.came, "came", job)

    expect_next()
    while events:
        now, _, what, job = heapq.heappop(events)
        if what == "came":
            queued.append(job)
            expect_next()
        elif what == "worked":
            working = False
            plan(now + job.wait / job.rounds, "waited", job)
        else:
            rounds_left[id(job)] -= 1
            if rounds_left[id(job)]:
                ready.append(job)
            else:
                del rounds_left[id(job)]
                yield job, now - job.came
        while queued and len(rounds_left) < threads:
            begun = queued.popleft()
            rounds_left[id(begun)] = begun.rounds
            ready.append(begun)
        if ready and not working:
            working = True
            job = ready.popleft()
            plan(now + job.work / job.rounds, "worked", job)


def by_chance(
    rate: float, draw: Callable[[float], Job], chance: random.Random, end: float
) -> Iterator[Job]:
    """Yield jobs until the end, at an average rate a second."""
    time = 0.0
    while (time := time + chance.expovariate(rate)) < end:
        yield draw(time)


def job(kind: str, came: float, cost: Cost, share: float = 1.0) -> Job:
    """Return a job that takes this share of what it usually costs.

    A statement of PostgreSQL takes as long as its processor works for it and the way there; only
    moves wait until something is written.
    """
    statements = max(1, round(STATEMENTS * cost.postgres / MOVE.postgres))
    commit = COMMIT if kind == "move" else 0.0
    wait = cost.postgres + statements * ROUND_TRIP + commit
    return Job(kind, came, share * cost.web / 1000, wait / 1000, statements)


def moves(load: float, chance: random.Random, end: float) -> Iterator[Job]:
    """Yield moves that come by chance, enough to have the process work for this share of time."""
    usual = fmean(MOVE_QUANTILES)

    def draw(time: float) -> Job:
        place, part = divmod(chance.random() * (len(MOVE_QUANTILES) - 1), 1)
        below, above = MOVE_QUANTILES[int(place) : int(place) + 2]
        return job("move", time, MOVE, (below + part * (above - below)) / usual)

    return by_chance(load * 1000 / MOVE.web, draw, chance, end)


def slowest(seconds: Iterable[float], share: float = 0.95) -> float:
    """Return the seconds within which this share was done."""
    ordered = sorted(seconds)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


@cache
def seconds_at(load: float, duration: float = 1200.0) -> float:
    """Return the seconds within which 95 of 100 moves are shown at this load of the process."""
    return slowest(took for _, took in simulate(moves(load, random.Random(1), duration)))


def allowed_load() -> float:
    """Return the highest load, in steps of 5 %, at which moves are shown in time."""
    loads = [percent / 100 for percent in range(5, 100, 5)]
    return max(load for load in loads if seconds_at(load) <= PATIENCE)
