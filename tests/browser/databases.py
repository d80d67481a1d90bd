"""Databases for the servers: a copied SQLite file, or one made on PostgreSQL and dropped again."""

import fcntl
import itertools
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg import sql

from tests.browser import server
from tests.services import redis_url_of

_numbers = itertools.count(1)

FIRST_IDS = 1_000_000
"""Servers on one Redis hear each other's messages; with rows numbered apart they ignore them."""


@contextmanager
def fresh_environment(folder: Path, shared: Path) -> Iterator[dict[str, str]]:
    """Yield a server's environment with an empty, migrated database.

    folder: for this server's files. shared: for what is made once for every worker.
    """
    template = shared / "template.sqlite3"
    with (shared / "template.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not template.exists():
            server.make_template(template)
    url, redis_url = os.environ.get("DATABASE_URL", ""), os.environ.get("REDIS_URL", "")
    if url.startswith("postgres"):
        worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0")
        with _postgres(url, worker) as own:
            environment = server.environment(own, redis_url_of(redis_url, worker, 8))
            _migrate_numbered_apart(environment, worker)
            yield environment
    else:
        path = folder / "db.sqlite3"
        shutil.copy(template, path)
        yield server.environment(f"sqlite:///{path}", "")


@contextmanager
def _postgres(url: str, worker: str) -> Iterator[str]:
    name = f"test_browser_{os.getpid()}_{worker}_{next(_numbers)}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            yield urlunsplit(urlsplit(url)._replace(path=f"/{name}"))
        finally:
            drop = sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name))
            connection.execute(drop)


def _migrate_numbered_apart(environment: dict[str, str], worker: str) -> None:
    first = FIRST_IDS * (1 + 100 * int(worker.removeprefix("gw")) + next(_numbers))
    server.manage(environment, "migrate")
    with psycopg.connect(environment["DATABASE_URL"], autocommit=True) as connection:
        for table in ("accounts_user", "games_game"):
            connection.execute(f"ALTER SEQUENCE {table}_id_seq RESTART WITH {first:d}")
