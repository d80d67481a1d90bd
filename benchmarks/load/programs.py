"""What a move, a socket and a page cost each program that takes part: for docs/scaling.md.

PostgreSQL and Redis have to run on this machine. What they do for others meanwhile counts in part
as well: of Redis all, of PostgreSQL the log it writes ahead.
"""

import asyncio
import gzip
import statistics
from collections.abc import Iterable
from contextlib import closing
from functools import partial
from pathlib import Path
from time import perf_counter
from urllib.parse import urlsplit

import psutil
import psycopg
import redis

from benchmarks.load.databases import Setup
from benchmarks.load.driving import drive
from benchmarks.load.parts import AT_ONCE, PACED, at_once, opened, rest
from benchmarks.load.people import Person
from benchmarks.load.servers import Server, run, seed, site
from benchmarks.load.site_table import SiteTable

TABLES = 16
SINGLE_MOVES = 200
SOCKETS = 400
SOCKETS_A_TABLE = 4
GAMES = 300
PAGES = 100


async def programs() -> None:
    """Print what moves, sockets and pages cost web processes, PostgreSQL, Redis and nginx."""
    for processes, by_table in ((1, False), (2, False), (2, True), (4, False)):
        where = ", all of a table to one" if by_table else ""
        print(f"\n{processes} web processes{where}")
        with site(Setup.PRODUCTION, processes=processes, by_table=by_table) as server:
            spent = Programs(server, processes)
            await _moves(server, spent)
            if processes == 1:
                await _single_moves(server, spent)
    print()
    with site(Setup.PRODUCTION, processes=1) as server:
        spent = Programs(server, 1)
        await _pages(server, spent)
        print(f"a finished game of two: {_bytes_a_game(server):,.0f} bytes in PostgreSQL")
        print(run(["-m", "benchmarks.load.bottlenecks"], server.environment))
        await _sockets(server, spent)


class Programs:
    """What each program of the site has used so far."""

    def __init__(self, server: Server, processes: int) -> None:
        self._web = server.processes[:processes]
        self._helpers = server.processes[processes:]
        self._database = urlsplit(server.environment["DATABASE_URL"]).path.lstrip("/")
        self._database_url = server.environment["DATABASE_URL"]
        self._redis = redis.Redis.from_url(server.environment["REDIS_URL"])
        self._backends: dict[psutil.Process, float] = {}

    def cpu(self) -> dict[str, float]:
        """Return the seconds of work of each program, by its name."""
        used = self._redis.info("cpu")
        nginx = [
            each for each in psutil.Process().children(recursive=True) if each.name() == "nginx"
        ]
        return {
            "web": _worked(self._web),
            "referee and worker": _worked(self._helpers),
            "PostgreSQL": self._of_postgres(),
            "Redis": used["used_cpu_user"] + used["used_cpu_sys"],
            "nginx": _worked(nginx),
        }

    def counts(self) -> dict[str, float]:
        """Return what PostgreSQL wrote and Redis sent so far."""
        with closing(psycopg.connect(self._database_url)) as connection:
            row = connection.execute("SELECT pg_current_wal_lsn() - '0/0'::pg_lsn").fetchone()
        stats = self._redis.info("stats")
        return {
            "bytes of WAL": float(row[0]) if row else 0.0,
            "commands of Redis": stats["total_commands_processed"],
            "bytes out of Redis": stats["total_net_output_bytes"],
        }

    def so_far(self) -> dict[str, float]:
        """Return both, work in milliseconds."""
        return {f"ms {name}": 1000 * value for name, value in self.cpu().items()} | self.counts()

    def report(self, name: str, before: dict[str, float], number: float) -> None:
        """Print the use since then, divided by this count."""
        after = self.so_far()
        parts = [f"{(after[key] - before[key]) / number:,.2f} {key}" for key in before]
        print(f"{name:12}  {', '.join(parts)}", flush=True)

    def memory(self) -> dict[str, float]:
        """Return the bytes that web processes and Redis have in memory."""
        return {
            "web": sum(process.memory_info().rss for process in self._web),
            "Redis": self._redis.info("memory")["used_memory"],
        }

    def on_cpu(self) -> float:
        """Return the seconds that the web processes have worked, to the nanosecond (Linux)."""
        return (
            sum(
                int(thread.read_text().split()[0])
                for process in self._web
                for thread in Path(f"/proc/{process.pid}/task").glob("*/schedstat")
            )
            / 1e9
        )

    def _of_postgres(self) -> float:
        """Return the work of the connections to the site's database, also of those that ended."""
        for process in psutil.process_iter():
            try:
                if f" {self._database} " in " ".join(process.cmdline()):
                    self._backends[process] = sum(process.cpu_times()[:2])
            except psutil.Error:
                continue
        return sum(self._backends.values())


def _worked(processes: Iterable[psutil.Process]) -> float:
    return float(sum(sum(process.cpu_times()[:2]) for process in processes))


async def _moves(server: Server, spent: Programs) -> None:
    tables = [SiteTable(server.url, number) for number in range(TABLES)]
    async with opened(tables, spectators=2):
        full = await drive(server, tables, windows=2)
        print(f"  {full}")
        sent, made = sum(sum(table.sizes) for table in tables), sum(len(t.sent) for t in tables)
        before = spent.so_far()
        paced = await drive(server, tables, rate=PACED * full.moves, windows=4)
        made = sum(len(table.sent) for table in tables) - made
        spent.report("  a move", before, made)
        print(f"  at {PACED:.0%}: {paced}")
        sent = sum(sum(table.sizes) for table in tables) - sent
        print(f"  {sent / made:,.0f} bytes pushed to 4 sockets a move")
        await asyncio.gather(*(table.check() for table in tables))
    await rest(server)


async def _single_moves(server: Server, spent: Programs) -> None:
    """Print how the work of a web process for a move is spread, while nothing else goes on."""
    table = SiteTable(server.url, 1)
    async with opened([table], spectators=2):
        worked, waited = [], []
        for _ in range(SINGLE_MOVES):
            before = spent.on_cpu()
            seconds = await table.make(table.next_move())
            await asyncio.sleep(0.05)  # what follows the last push belongs to the move
            worked.append(spent.on_cpu() - before)
            waited.append(seconds)
        await table.check()
    cuts = statistics.quantiles(worked, n=100)
    shown = ", ".join(f"{1000 * cuts[percent - 1]:.1f}" for percent in (1, *range(10, 91, 10), 99))
    print(
        f"  one at a time: {shown} ms of a web process (p1, p10, p20 … p90, p99),"
        f" {1000 * statistics.fmean(worked):.1f} on average;"
        f" {1000 * statistics.median(waited):.1f} ms to the last socket (p50)"
    )


async def _sockets(server: Server, spent: Programs) -> None:
    tables = [SiteTable(server.url, n) for n in range(SOCKETS // SOCKETS_A_TABLE)]
    await at_once(AT_ONCE, [table.seat for table in tables])
    for table in tables:
        await table.look(table.people[0])
    visitor = Person(server.url)
    calls = [
        partial(table.connect, person)
        for table in tables
        for person in [*table.people, *[visitor] * (SOCKETS_A_TABLE - len(table.people))]
    ]
    await rest(server)
    memory, before, begun = spent.memory(), spent.so_far(), perf_counter()
    await at_once(AT_ONCE, calls)
    await rest(server)
    spent.report("a socket", before, SOCKETS)
    kept = {key: (value - memory[key]) / SOCKETS for key, value in spent.memory().items()}
    print(
        f"  memory of each: {', '.join(f'{value:,.0f} bytes {key}' for key, value in kept.items())}"
    )
    print(f"  {SOCKETS} in {perf_counter() - begun:.1f} s")
    await asyncio.gather(visitor.close(), *(table.close() for table in tables))
    await rest(server)


async def _pages(server: Server, spent: Programs) -> None:
    replay = f"/games/{seed(server, GAMES)}/replay"
    table = SiteTable(server.url, 1)
    await table.seat()
    player = table.people[0]
    for name, path, headers in (
        ("front page", "/", {}),
        ("table", table.path, {}),
        ("no news", f"{table.path}?have=0", {"HX-Request": "true"}),
        ("replay step", f"{replay}/40/", {}),
        ("64 frames", f"{replay}/frames/?from=0&to=63", {}),
    ):
        size = len(gzip.compress((await player.text(path, headers)).encode()))
        before = spent.so_far()
        for _ in range(PAGES):
            await player.text(path, headers)
        spent.report(name, before, PAGES)
        print(f"  {size:,} bytes compressed")
    await table.close()


def _bytes_a_game(server: Server) -> float:
    tables = "games_game", "games_seat", "games_gameevent"
    sizes = " + ".join(f"pg_total_relation_size('{table}')" for table in tables)
    with closing(psycopg.connect(server.environment["DATABASE_URL"])) as connection:
        row = connection.execute(f"SELECT ({sizes}) / count(*) FROM games_game").fetchone()
    return float(row[0]) if row else 0.0
