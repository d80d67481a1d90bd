"""Tables that play while figures are taken: how many moves, and how long until all saw them."""

import asyncio
import statistics
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter, process_time
from typing import Any

from benchmarks.load.servers import Server

PATIENCE = 10.0
"""Seconds after which a move that some socket has not shown counts as lost."""


WARM_UP = 3
WINDOW = 4
"""Seconds before figures are taken, and in which each is."""


class Table(ABC):
    """A table and the sockets open at it. A move is done when every socket shows it."""

    def __init__(self) -> None:
        self.versions: list[int] = []
        self.sizes: list[int] = []
        """The bytes of each push."""
        self.heard = 0.0
        """When the last push came."""
        self._wanted = 0
        self._shown: asyncio.Future[float] | None = None

    @abstractmethod
    def next_move(self) -> Any:
        """Return the next move that the table offers to one of its players, None without any."""

    @abstractmethod
    async def send(self, move: Any) -> None:
        """Send a move, and wait for its answer if there is one."""

    @abstractmethod
    async def close(self) -> None:
        """Close all sockets."""

    async def check(self) -> int:
        """Check all that was seen against the rules; return how many positions that were."""
        return 0

    async def renew(self) -> bool:
        """Begin another game if one is over; return whether there is one."""
        return False

    def add_viewer(self, version: int = -1) -> int:
        """Return the number of a new socket, whose page shows this version already."""
        self.versions.append(version)
        return len(self.versions) - 1

    def show(self, viewer: int, version: int, size: int) -> None:
        """Note what a socket was sent."""
        self.heard = perf_counter()
        self.sizes.append(size)
        self.versions[viewer] = max(version, self.versions[viewer])
        if self._shown and not self._shown.done() and min(self.versions) >= self._wanted:
            self._shown.set_result(perf_counter())

    async def until_shown(self, version: int = 0) -> float:
        """Wait until every socket shows this version; return when that was."""
        self._wanted = version
        self._shown = asyncio.get_running_loop().create_future()
        if min(self.versions) >= version:
            return perf_counter()
        return await asyncio.wait_for(self._shown, PATIENCE)

    async def make(self, move: Any) -> float:
        """Make a move; return the seconds until the last socket showed it."""
        begun = perf_counter()
        waiting = asyncio.ensure_future(self.until_shown(max(self.versions) + 1))
        try:
            await self.send(move)
            return await waiting - begun
        finally:
            waiting.cancel()


@dataclass
class Play:
    """What came of the moves so far."""

    seconds: list[float] = field(default_factory=list)
    events: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True)
class Figures:
    """What was measured: medians of some windows of time, and how long moves took in all of them.

    cpu: milliseconds a move, of the server's processes.  client: share of a core, of this process.
    """

    moves: float
    cpu: float
    client: float
    seconds: Sequence[float]

    def __str__(self) -> str:
        half, most, nearly_all = (self._within(share) for share in (0.5, 0.95, 0.99))
        return (
            f"{self.moves:.0f} moves/s, {half:.0f} / {most:.0f} / {nearly_all:.0f} ms"
            f" to the last socket (p50 / p95 / p99), {self.cpu:.2f} ms CPU a move"
        )

    @property
    def per_core(self) -> float:
        """Moves a second for each core that the server works on."""
        return 1000 / self.cpu

    def _within(self, share: float) -> float:
        """Return the milliseconds within which this share of the moves was done."""
        ordered = sorted(self.seconds)
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]


async def drive(
    server: Server, tables: Sequence[Table], *, rate: float | None = None, windows: int = 3
) -> Figures:
    """Let the tables play, and measure in some windows of time.

    rate: moves a second of all tables together. Without one each table has a move in flight all
    the time, so that the server is as busy as it can be.
    """
    play = Play()
    pace = len(tables) / rate if rate else 0.0
    players = [
        asyncio.create_task(_play(table, play, pace, pace * number / len(tables)))
        for number, table in enumerate(tables)
    ]
    await asyncio.sleep(WARM_UP)
    first, taken = len(play.seconds), []
    for _ in range(windows):
        before = _now(server, play)
        await asyncio.sleep(WINDOW)
        taken.append([end - start for start, end in zip(before, _now(server, play), strict=True)])
    measured = play.seconds[first:]
    for player in players:
        player.cancel()
    # A move that is on its way comes to its end, so that what was sent is what was done.
    await asyncio.gather(*players, return_exceptions=True)
    for name, count in play.events.items():
        print(f"  {name}: {count}")
    if not all(moves for _, moves, _, _ in taken):
        raise RuntimeError(f"No moves for {WINDOW} s.")
    return Figures(
        moves=statistics.median(moves / time for time, moves, _, _ in taken),
        cpu=statistics.median(1000 * cpu / moves for _, moves, cpu, _ in taken),
        client=statistics.median(client / time for time, _, _, client in taken),
        seconds=measured,
    )


def _now(server: Server, play: Play) -> tuple[float, float, float, float]:
    return perf_counter(), len(play.seconds), server.cpu(), process_time()


async def _play(table: Table, play: Play, pace: float, due: float) -> None:
    due += perf_counter()
    while (move := table.next_move()) is not None or await table.renew():
        if move is None:
            continue
        await asyncio.sleep(max(0.0, due - perf_counter()))
        due += pace
        making = asyncio.ensure_future(table.make(move))
        try:
            play.seconds.append(await asyncio.shield(making))
        except TimeoutError:
            play.events["not shown to all"] += 1
        except asyncio.CancelledError:
            await asyncio.gather(making, return_exceptions=True)
            raise
    play.events["games over"] += 1
