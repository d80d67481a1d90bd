"""Databases for the servers: each is a copy of one that is migrated once.

On SQLite that is a file; on PostgreSQL a database beside the one named in the environment.
"""

import fcntl
import itertools
import os
import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg import sql
from redis import Redis

from tests.browser.server import environment, manage
from tests.services import redis_url_of

FreshEnvironment = Callable[[Path], AbstractContextManager[dict[str, str]]]
"""Gives the environment of a server with an empty database. Asks for a folder for its files."""

FIRST_IDS = 1_000_000
"""Servers on one Redis hear each other's messages; with rows numbered apart they ignore them."""

_numbers = itertools.count(1)


def migrated_file(shared: Path) -> Path:
    """Return the path of the migrated file that is made once for every worker."""
    return shared / "migrated.sqlite3"


@contextmanager
def one_at_a_time(shared: Path) -> Iterator[None]:
    """Keep other workers from making what is made once while this one looks for it or makes it."""
    with (shared / "made-once.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@contextmanager
def fresh_environments(shared: Path) -> Iterator[FreshEnvironment]:
    """Yield what gives servers their environments.

    shared: a folder for what is made once for every worker.
    """
    static, migrated = shared / "static", migrated_file(shared)
    url = os.environ.get("DATABASE_URL", "")
    on_postgres = url.startswith("postgres")
    with one_at_a_time(shared):
        making = migrated.with_suffix(".making")
        settings = environment(f"sqlite:///{making}", "", static)
        # Both at once: every other worker waits for them.
        with ThreadPoolExecutor() as pool:
            made = []
            if not static.exists():
                made.append(pool.submit(manage, settings, "collectstatic", "--noinput"))
            if not (on_postgres or migrated.exists()):
                made.append(pool.submit(manage, settings, "migrate"))
        for each in made:
            each.result()
        if making.exists():
            shutil.move(making, migrated)
    if on_postgres:
        with Redis.from_url(_redis_url()) as redis:
            redis.flushdb()  # what an earlier run has counted against limits
        with _postgres(url) as template:
            manage(environment(template, "", static), "migrate")
            yield partial(_copied_on_postgres, url, template, static)
    else:
        yield partial(_copied_file, migrated, static)


@contextmanager
def _copied_file(template: Path, static: Path, folder: Path) -> Iterator[dict[str, str]]:
    path = folder / "db.sqlite3"
    shutil.copy(template, path)
    yield environment(f"sqlite:///{path}", "", static)


@contextmanager
def _copied_on_postgres(
    url: str, migrated: str, static: Path, folder: Path
) -> Iterator[dict[str, str]]:
    with _postgres(url, template=_name_in(migrated)) as own:
        _number_apart(own, int(_worker().removeprefix("gw")))
        yield environment(own, _redis_url(), static)


@contextmanager
def _postgres(url: str, template: str = "template1") -> Iterator[str]:
    """Yield the address of a new database, which is dropped again."""
    name = f"test_browser_{os.getpid()}_{_worker()}_{next(_numbers)}"
    new, old = sql.Identifier(name), sql.Identifier(template)
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(new, old))
        try:
            yield urlunsplit(urlsplit(url)._replace(path=f"/{name}"))
        finally:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(new))


def _number_apart(url: str, worker: int) -> None:
    first = FIRST_IDS * (1 + 100 * worker + next(_numbers))
    with psycopg.connect(url, autocommit=True) as connection:
        for table in ("accounts_user", "games_game"):
            connection.execute(f"ALTER SEQUENCE {table}_id_seq RESTART WITH {first:d}")


def _name_in(url: str) -> str:
    return urlsplit(url).path.lstrip("/")


def _redis_url() -> str:
    return redis_url_of(os.environ["REDIS_URL"], _worker(), below=8)


def _worker() -> str:
    return os.environ.get("PYTEST_XDIST_WORKER", "gw0")
