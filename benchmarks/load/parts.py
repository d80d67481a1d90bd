"""What is measured: each part starts its own servers, prints its figures and can be run alone."""

import asyncio
import json
import statistics
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Any

from benchmarks.load import servers
from benchmarks.load.boardgameio_table import BoardgameioTable
from benchmarks.load.databases import Missing, Setup
from benchmarks.load.driving import Figures, Table, drive
from benchmarks.load.floor_table import FloorTable, LadderTable
from benchmarks.load.ladder import RUNGS
from benchmarks.load.people import Person
from benchmarks.load.servers import Server, boardgameio, floor, run, seed, site
from benchmarks.load.site_table import SiteTable

TABLES = 25
AT_ONCE = 8
"""How many tables are opened at the same time."""

IDLE_SECONDS = 30

PAGE_SECONDS = 0.5
"""Seconds of work in which a page is asked for again and again."""

PACED = 0.6
"""The share of the saturating load at which people wait as long as they should at most."""


@dataclass(frozen=True)
class Contestant:
    """A server that plays, and how a table is opened there. number: of the table."""

    name: str
    start: Callable[[], AbstractContextManager[Server]]
    table: Callable[[str, int], Table]


def contestants(setup: Setup) -> list[Contestant]:
    return [
        Contestant("site", lambda: site(setup), SiteTable),
        Contestant("floor", lambda: floor(setup), lambda url, _: FloorTable(url)),
    ]


OTHERS = (
    Contestant("in memory", boardgameio, BoardgameioTable),
    Contestant("in files", lambda: boardgameio(in_files=True), BoardgameioTable),
)


@asynccontextmanager
async def opened(tables: Sequence[Any], **options: Any) -> AsyncIterator[None]:
    """Open tables, and close them in the end."""
    try:
        await at_once(AT_ONCE, [partial(table.open, **options) for table in tables])
        yield
    finally:
        await asyncio.gather(*(table.close() for table in tables), return_exceptions=True)


async def at_once(count: int, calls: Sequence[Callable[[], Awaitable[None]]]) -> None:
    """Make all calls, a limited number at the same time."""
    left = iter(calls)

    async def work() -> None:
        for call in left:
            await call()

    await asyncio.gather(*(work() for _ in range(count)))


@contextmanager
def left_out_if_missing() -> Iterator[None]:
    """Say what is missing for a figure, and go on without it."""
    try:
        yield
    except Missing as missing:
        print(f"  left out: {missing}")


# --- Moves ------------------------------------------------------------------------------------


async def moves() -> None:
    """Print how many moves each server carries, and how long they take when it is not full."""
    print(f"{TABLES} tables, 2 players and 2 spectators each\n\nboardgame.io: one process")
    others = [await _load(one) for one in OTHERS]
    for setup in Setup:
        print(f"\n{setup}")
        with left_out_if_missing():
            own, floor = [await _load(one) for one in contestants(setup)]
            _compare(own, floor, others)


async def _load(contestant: Contestant) -> Figures:
    with contestant.start() as server:
        tables = [contestant.table(server.url, number) for number in range(TABLES)]
        async with opened(tables, spectators=2):
            full = await drive(server, tables)
            paced = await drive(server, tables, rate=PACED * full.moves, windows=2)
            checked = sum([await table.check() for table in tables])
    print(f"  {contestant.name:9}  {full}, {full.per_core:.0f} moves/s per core")
    print(f"  {f'at {PACED:.0%}':>9}  {paced}")
    notes = [f"this client used {full.client:.2f} of a core"]
    if sizes := [size for table in tables for size in table.sizes if size]:
        notes.insert(0, _sizes(sizes))
    if checked:
        notes.append(f"{checked} positions checked")
    print(f"  {'':9}  {'; '.join(notes)}")
    return full


def _sizes(sizes: Sequence[int]) -> str:
    return f"push: median {statistics.median(sizes):,.0f} bytes, largest {max(sizes):,} bytes"


def _compare(own: Figures, floor: Figures, others: Sequence[Figures]) -> None:
    print(
        f"  site : floor  {own.moves / floor.moves:.2f} of its moves/s (aim: 1.3),"
        f" {own.cpu / floor.cpu:.2f} times its CPU a move (aim: 0.6)"
    )
    in_memory, in_files = [own.per_core / other.per_core for other in others]
    print(
        f"  site : boardgame.io  {in_memory:.3f} of its moves/s per core with games in memory,"
        f" {in_files:.3f} in files (aim: above 1)"
    )


async def ladder() -> None:
    """Print what each thing costs that a move needs, one more at a time, and what the site needs.

    The lowest rung pushes nothing: its moves are done when they are answered.
    """
    below = 0.0
    for rung, adds in RUNGS.items():
        with servers.ladder(rung) as server:
            tables = [LadderTable(server.url, pushes=rung != "http") for _ in range(TABLES)]
            async with opened(tables, spectators=2):
                figures = await drive(server, tables)
        print(
            f"{adds:32}{figures.cpu:7.2f} ms CPU a move  {figures.cpu - below:+6.2f}"
            f"  {figures.moves:5.0f} moves/s",
            flush=True,
        )
        below = figures.cpu
    with site(command=servers.timed_site_command) as server:
        own = [SiteTable(server.url, number) for number in range(TABLES)]
        async with opened(own, spectators=2), Person(server.url) as visitor:
            before, moves = json.loads(await visitor.text("/timed/")), _moves(own)
            figures = await drive(server, own)
            spent, moves = json.loads(await visitor.text("/timed/")), _moves(own) - moves
    print(f"{'the site':32}{figures.cpu:7.2f} ms CPU a move         {figures.moves:6.0f} moves/s")
    parts = {part: (spent[part] - before.get(part, 0)) / moves for part in spent}
    for part, cost in (parts | {"the rest": figures.cpu - sum(parts.values())}).items():
        print(f"  {part:30}{cost:7.2f} ms")


def _moves(tables: Sequence[Table]) -> int:
    return sum(max(table.versions) for table in tables)


async def buttons() -> None:
    """Print what Buttons pushes, and what its moves cost."""
    with site() as server:
        tables = [SiteTable(server.url, number) for number in range(10)]
        async with opened(tables, kind="buttons"):
            full = await drive(server, tables, windows=2)
            checked = sum([await table.check() for table in tables])
    print(f"Buttons on the site: {full}")
    print(f"  {_sizes([size for table in tables for size in table.sizes])}")
    print(f"  {checked} positions checked")


QUEUED = 100
"""How many finished games are still to be explained when all is measured, at least."""


async def analyses() -> None:
    """Print how long moves take while nothing else is done, and while finished games wait."""
    with site() as server:
        tables = [SiteTable(server.url, number) for number in range(TABLES)]
        async with opened(tables), Person(server.url) as visitor:
            await _until_explained(visitor, seed(server, 2))
            rate = PACED * (await drive(server, tables)).moves
            quiet = await drive(server, tables, rate=rate, windows=4)
            seed(server, 10 * QUEUED)
            queued = await drive(server, tables, rate=rate, windows=4)
            left = int(run(["-m", "benchmarks.load.seed", "--waiting"], server.environment))
            if left < QUEUED:
                raise RuntimeError(f"Only {left} games were left to be explained.")
            await asyncio.gather(*(table.check() for table in tables))
    print(f"no game waits   {quiet}")
    print(f"{left} games wait  {queued}")


async def _until_explained(visitor: Person, code: str) -> None:
    while "hx-trigger" in await visitor.text(f"/games/{code}/analysis/"):
        await asyncio.sleep(1)


# --- Who is at a table, and for how long -------------------------------------------------------


async def viewers() -> None:
    """Print what one more spectator and one more player add to a move."""
    sizes = {(2, 0): 10, (2, 20): 10, (4, 0): 10}
    found = {}
    with site() as server:
        for (players, spectators), count in sizes.items():
            tables = [SiteTable(server.url, number) for number in range(count)]
            async with opened(tables, players=players, spectators=spectators):
                found[players, spectators] = (await drive(server, tables)).cpu
                await asyncio.gather(*(table.check() for table in tables))
    spectator = (found[2, 20] - found[2, 0]) / 20
    player = (found[4, 0] - found[2, 0]) / 2
    print(
        f"CPU a move: {found[2, 0]:.2f} ms for 2 players; each of 20 spectators adds"
        f" {spectator:.3f} ms, each of 2 more players {player:.3f} ms"
        f" ({spectator / player:.2f}, aim: 0.1)"
    )


async def length() -> None:
    """Print what a move costs at the beginning of a game and after 400 moves."""
    steps, last = 50, 400
    with site() as server:
        tables = [SiteTable(server.url, number, stop_chance=0) for number in range(4)]
        async with opened(tables, spectators=1):
            costs = [await _steps(server, tables, steps) for _ in range(last // steps + 1)]
            await asyncio.gather(*(table.check() for table in tables))
    print(
        f"CPU a move: {costs[0]:.2f} ms in moves 1–{steps} of a game,"
        f" {costs[-1]:.2f} ms in moves {last + 1}–{last + steps}"
        f" ({costs[-1] / costs[0]:.2f} times, aim: flat)"
    )


async def _steps(server: Server, tables: Sequence[SiteTable], count: int) -> float:
    """Make a number of moves at each table; return the milliseconds of CPU a move."""

    async def play(table: SiteTable) -> None:
        for _ in range(count):
            await table.make(table.next_move())

    before = server.cpu()
    await asyncio.gather(*map(play, tables))
    return 1000 * (server.cpu() - before) / (count * len(tables))


async def archive() -> None:
    """Print what moves and pages cost with few finished games in the database, and with many."""
    few, many = 10, 10_000
    with site() as server:
        costs = [await _costs_beside(server, games) for games in (few, many)]
    for name, cost in costs[0].items():
        more = costs[1][name]
        print(
            f"CPU of {name}: {cost:.2f} ms with {few} finished games, {more:.2f} ms with {many:,}"
            f" ({more / cost:.2f} times, aim: flat)"
        )


async def _costs_beside(server: Server, games: int) -> dict[str, float]:
    """Return the milliseconds of CPU of a move and some pages beside a number of games."""
    seed(server, games)
    await rest(server)
    tables = [SiteTable(server.url, number) for number in range(1, 6)]
    async with opened(tables):
        move = (await drive(server, tables)).cpu
        await asyncio.gather(*(table.check() for table in tables))
        lists = {"the front page": "/", "the list of replays": "/replays/"}
        table = await _page_cost(server, tables[0].people[0], tables[0].path)
    async with Person(server.url) as visitor:
        pages = {name: await _page_cost(server, visitor, path) for name, path in lists.items()}
    return {"a move": move, "a table": table} | pages


# --- Pages --------------------------------------------------------------------------------------


async def pages() -> None:
    """Print what a request for each of some pages costs."""
    with site() as server:
        replay = f"/games/{seed(server, 10)}/replay"
        table = SiteTable(server.url, 0)
        async with opened([table]), Person(server.url) as visitor:
            for _ in range(30):
                await table.make(table.next_move())
            for name, person, path in (
                ("front page", visitor, "/"),
                ("table, for a player", table.people[0], table.path),
                ("step of a replay", visitor, f"{replay}/40/"),
                ("64 frames of a replay", visitor, f"{replay}/frames/?from=0&to=63"),
            ):
                print(f"{name:22}  {await _page_cost(server, person, path):6.1f} ms CPU")


async def _page_cost(server: Server, person: Person, path: str) -> float:
    """Return the milliseconds of CPU that a request takes, once the page was shown before."""
    await person.text(path)
    costs = []
    for _ in range(3):
        before, count = server.cpu(), 0
        while server.cpu() - before < PAGE_SECONDS:
            await person.text(path)
            count += 1
        costs.append(1000 * (server.cpu() - before) / count)
    return statistics.median(costs)


# --- Sockets that are open ----------------------------------------------------------------------

SOCKETS = 2000
SOCKETS_A_TABLE = 20
OPENED_AT_ONCE = 32


async def sockets() -> None:
    """Print what idle sockets cost: to open them, and in memory."""
    own, floor = [await _idle_sockets(one) for one in contestants(Setup.DEFAULT)]
    print(f"  connecting, site : floor  {own / floor:.2f} times its CPU a socket (aim: 1.2)")


async def _idle_sockets(contestant: Contestant) -> float:
    """Return the seconds of CPU that it takes to open a socket."""
    with contestant.start() as server:
        tables: Any = [contestant.table(server.url, n) for n in range(SOCKETS // SOCKETS_A_TABLE)]
        await at_once(AT_ONCE, [table.seat for table in tables])
        await at_once(AT_ONCE, [partial(table.look, table.people[0]) for table in tables])
        visitor = Person(server.url)
        people = [
            partial(table.connect, person)
            for table in tables
            for person in [*table.people, *[visitor] * (SOCKETS_A_TABLE - len(table.people))]
        ]
        await rest(server)
        memory, cpu, begun = server.memory(), server.cpu(), perf_counter()
        await at_once(OPENED_AT_ONCE, people)
        connected = perf_counter()
        await rest(server)
        seconds = max(connected, *(table.heard for table in tables)) - begun
        spent, kept = (server.cpu() - cpu) / SOCKETS, (server.memory() - memory) / SOCKETS
        await asyncio.gather(visitor.close(), *(table.close() for table in tables))
    print(
        f"{contestant.name:12}  {SOCKETS} sockets open in {seconds:.1f} s"
        f" ({SOCKETS / seconds:.0f} a second), {1000 * spent:.2f} ms CPU and"
        f" {kept / 1000:.1f} kB each"
    )
    return spent


async def rest(server: Server) -> None:
    """Wait until the server has nothing to do any more."""
    before, after = -1.0, server.cpu()
    while after - before > 0.03:
        await asyncio.sleep(1)
        before, after = after, server.cpu()


async def idle() -> None:
    """Print what the site does while nobody is there."""
    for setup in Setup:
        with left_out_if_missing(), site(setup) as server:
            await rest(server)
            before = server.cpu()
            await asyncio.sleep(IDLE_SECONDS)
            share = (server.cpu() - before) / IDLE_SECONDS
            print(f"{setup}: {share:.2%} of a core over {IDLE_SECONDS} s (aim: below 0.5 %)")
