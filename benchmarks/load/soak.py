"""Play for half an hour, and look whether memory, connections and open files stay as they are."""

import asyncio
import os
from collections import Counter
from typing import Any

import psycopg
import redis

from benchmarks.load.databases import Setup
from benchmarks.load.servers import Server, site
from benchmarks.load.site_table import SiteTable

MINUTES = int(os.environ.get("MINUTES", "30"))
TABLES = 10
THINKS = 0.4
"""Seconds before each move, so that the site has time for all of them."""

STOP_CHANCE = 0.35
"""So that games end within a minute or two, and others begin."""


async def soak() -> None:
    """Play game after game by new people; print each minute the resources that the site holds."""
    with site(Setup.PRODUCTION) as server:
        came: Counter[str] = Counter()
        players = [asyncio.create_task(_play_on(server.url, each, came)) for each in range(TABLES)]
        print("PG, Redis: connections to them. The last two columns: MB of the site and of Redis.")
        print("minute  games    moves  files    PG  Redis    site   Redis")
        for minute in range(MINUTES + 1):
            print(_line(server, minute, came), flush=True)
            await asyncio.wait(players, timeout=60, return_when=asyncio.FIRST_COMPLETED)
        for player in players:
            player.cancel()
        for ended in await asyncio.gather(*players, return_exceptions=True):
            if not isinstance(ended, asyncio.CancelledError):
                raise RuntimeError("A table stopped playing") from ended


async def _play_on(url: str, number: int, came: Counter[str]) -> None:
    for game in range(1_000_000):
        table = SiteTable(url, number * 1_000_000 + game + 1, STOP_CHANCE)
        try:
            await table.open(kind="buttons" if game % 2 else "cantstop")
            while (move := table.next_move()) is not None:
                await table.make(move)
                came["moves"] += 1
                await asyncio.sleep(THINKS)
            await table.check()
            came["games"] += 1
        finally:
            await table.close()


def _line(server: Server, minute: int, came: Counter[str]) -> str:
    files = sum(process.num_fds() for process in server.processes)
    url = server.environment["DATABASE_URL"]
    with psycopg.connect(url) as database:
        row = database.execute(
            "SELECT count(*) - 1 FROM pg_stat_activity WHERE datname = current_database()"
        ).fetchone()
    assert row is not None
    with redis.Redis.from_url(server.environment["REDIS_URL"]) as client:
        used: dict[str, Any] = client.info()
    return (
        f"{minute:6} {came['games']:6} {came['moves']:8} {files:6} {row[0]:5}"
        f" {used['connected_clients'] - 1:6} {server.memory() / 1e6:7.0f}"
        f" {used['used_memory'] / 1e6:7.1f}"
    )
