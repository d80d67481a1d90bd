"""A park of machines for a number of people, and what happens there when a machine is lost."""

import random
from bisect import bisect
from collections import Counter
from dataclasses import dataclass
from math import ceil

from benchmarks.scaling import costs
from benchmarks.scaling.costs import MOVE, PAGE, PUSH, QUESTION, REPLAY, REPLAYS, SOCKET, Cost
from benchmarks.scaling.web_process import job, moves, simulate, slowest


@dataclass(frozen=True)
class Park:
    """What a number of people at the same time ask of machines, in their busiest hour.

    Rates are by the second, work is in cores.

    load: how busy web processes may be.  move: what a move costs.
    """

    people: int
    load: float
    move: Cost = MOVE

    @property
    def moves(self) -> float:
        return self.tables / costs.DECISION

    @property
    def games(self) -> float:
        """Games that start."""
        return self.moves / costs.EVENTS

    @property
    def sockets(self) -> float:
        return self.people * costs.SOCKETS

    @property
    def tables(self) -> float:
        return self.people * costs.PLAY / costs.PLAYERS

    @property
    def at_tables(self) -> float:
        """Sockets of people who play and watch."""
        return self.sockets * (costs.PLAY + costs.WATCH)

    @property
    def pushes(self) -> float:
        """Moves that are pushed, each to all sockets at its table."""
        return self.at_tables / costs.DECISION

    @property
    def questions(self) -> float:
        return self.at_tables / costs.QUESTION_EVERY

    @property
    def pages(self) -> float:
        return self.people * costs.PAGES / 60

    @property
    def lobby_changes(self) -> float:
        return self.games * costs.LOBBY_CHANGES

    @property
    def lobby_pushes(self) -> float:
        """Pushes of the list of open tables, with a pause between two."""
        often = min(self.lobby_changes, 1 / costs.LOBBY_PAUSE)
        return self.sockets * costs.BROWSE * often

    @property
    def lobby_load_today(self) -> float:
        """The cores that each web process needs for that list while there is no such pause."""
        return self.lobby_changes * costs.LOBBY.web / 1000

    def work(self, program: str) -> float:
        """Return the cores that a program needs, wherever it runs."""
        asked = [
            (self.moves, self.move),
            (self.questions, QUESTION),
            (self.pages * (1 - REPLAYS), PAGE),
            (self.pages, SOCKET),
            (self.lobby_pushes, PUSH),
        ]
        if program == "web":
            asked.append((self.pages * REPLAYS, REPLAY))  # elsewhere replicas do them
        return sum(rate * float(getattr(cost, program)) for rate, cost in asked) / 1000

    @property
    def web_machines(self) -> int:
        """How many there are, with one to spare."""
        memory = costs.WEB_MEMORY - costs.WEB_PROCESSES * costs.PROCESS_BYTES
        by_memory = self.sockets * costs.SOCKET_BYTES / memory
        by_work = self.work("web") / self.load / costs.WEB_PROCESSES
        return ceil(max(by_memory, by_work)) + (1 if self.people else 0)

    @property
    def web_processes(self) -> int:
        return self.web_machines * costs.WEB_PROCESSES

    @property
    def messages(self) -> float:
        """Messages through the channel layer; each process sends itself one a second."""
        return self.moves + self.lobby_changes + self.web_processes

    @property
    def redis_shards(self) -> int:
        return ceil(self.work("redis") / costs.REDIS_LOAD)

    @property
    def primaries(self) -> int:
        return ceil(self.work("postgres") / costs.POSTGRES_CORES / costs.POSTGRES_LOAD)

    @property
    def replicas(self) -> int:
        """How many there are: each primary has one at least, which can take its place."""
        replays = self.pages * REPLAYS * REPLAY.postgres / 1000
        return max(self.primaries, ceil(replays / costs.POSTGRES_CORES / costs.POSTGRES_LOAD))

    @property
    def bytes_out(self) -> float:
        return (
            self.pushes * costs.PUSH_BYTES
            + self.pages * costs.PAGE_BYTES
            + self.lobby_pushes * costs.LOBBY_BYTES
        )

    def stored_a_year(self, bytes_a_game: int = costs.GAME_BYTES) -> float:
        return self.games * costs.MEAN * bytes_a_game * 365 * 86400

    def all_back(self) -> float:
        """Return the seconds in which all sockets can be opened anew while people play on."""
        spare = self.web_processes - self.work("web")
        return self.sockets * SOCKET.web / 1000 / spare if spare else 0.0


def busiest(processes: int, tables: int, seed: int = 1) -> float:
    """Return how many tables the busiest process has, as a multiple of its fair share.

    Tables go to processes as nginx sends them (`hash … consistent`): each process has some points
    on a ring, and a table goes to the next one.
    """
    chance = random.Random(seed)
    ring = sorted(
        (chance.random(), process) for process in range(processes) for _ in range(costs.POINTS)
    )
    points = [point for point, _ in ring]
    found = (ring[bisect(points, chance.random()) % len(ring)] for _ in range(tables))
    most = max(Counter(process for _, process in found).values())
    return most * processes / tables


def after_loss(processes: int, lost: int, work: float, sockets: float) -> tuple[float, float]:
    """Let web processes vanish, and look at one of those that stay.

    Everything that people do counts as if it were moves. `work` (in cores) and `sockets` are those
    of all processes together. Returns the seconds within which 95 of 100 moves are shown in the
    half minute that follows, and until the last socket is back.
    """
    chance, vanishes, end = random.Random(1), 10.0, 40.0
    stay = processes - lost
    back = [
        job("socket", vanishes + chance.random() * costs.BACK_WITHIN, SOCKET)
        for _ in range(ceil(sockets / processes * lost / stay))
    ]
    before = list(moves(work / processes, chance, vanishes))
    after = [each for each in moves(work / stay, chance, end) if each.came > vanishes]
    arriving = sorted([*before, *after, *back], key=lambda each: each.came)
    done = [(each, took) for each, took in simulate(arriving) if each.came > vanishes]
    last = max((each.came + took for each, took in done if each.kind == "socket"), default=vanishes)
    return slowest(took for each, took in done if each.kind == "move"), last - vanishes
