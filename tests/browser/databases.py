"""Databases for tests and servers: each is a copy of one that is migrated once.

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
from hashlib import sha256
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg import sql
from redis import Redis

from tests.browser.server import ROOT, environment, manage
from tests.packages import PACKAGES
from tests.services import redis_url_of

FreshEnvironment = Callable[[Path], AbstractContextManager[dict[str, str]]]
"""Gives the environment of a server with an empty database. Asks for a folder for its files."""

FIRST_IDS = 1_000_000
"""Servers on one Redis hear each other's messages; with rows numbered apart they ignore them."""

KEPT = ROOT / ".pytest_cache" / "d" / "migrated"
"""The folder with the migrated file of the last run, which the next one uses if nothing changed."""

DECIDING = (*(f"{package}/**/*.py" for package in PACKAGES), "tests/kinds/**/*.py", "*.txt")
"""The files that say how a migrated database looks; *.txt are the versions of packages."""

MIGRATED = "test_migrated"
"""The migrated database on PostgreSQL."""

_numbers = itertools.count(1)


def migrated_file(shared: Path) -> Path:
    """Return the path of the migrated file; the first worker makes it, or has it from the last run.

    shared: a folder for what is made once for every worker.
    """
    migrated, kept = shared / "migrated.sqlite3", KEPT / f"{_digest()}.sqlite3"
    with _one_at_a_time(migrated):
        if not migrated.exists() and not kept.exists():
            making = migrated.with_suffix(".making")
            manage(environment(f"sqlite:///{making}", "", shared), "migrate")
            shutil.rmtree(KEPT, ignore_errors=True)
            KEPT.mkdir(parents=True, exist_ok=True)
            shutil.move(making, kept)
        if not migrated.exists():
            shutil.copy(kept, migrated)
    return migrated


def migrate_on_postgres(shared: Path) -> None:
    """Have the migrated database on PostgreSQL, which the first worker makes."""
    url, made = os.environ["DATABASE_URL"], shared / MIGRATED
    with _one_at_a_time(made):
        if not made.exists():
            drop_migrated_database(url)
            with psycopg.connect(url, autocommit=True) as connection:
                connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(MIGRATED)))
            manage(environment(_address(url, MIGRATED), "", shared), "migrate")
            made.touch()


def drop_migrated_database(url: str) -> None:
    dropping = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)")
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(dropping.format(sql.Identifier(MIGRATED)))


@contextmanager
def fresh_environments(shared: Path) -> Iterator[FreshEnvironment]:
    """Yield what gives servers their environments.

    shared: a folder for what is made once for every worker.
    """
    url = os.environ.get("DATABASE_URL", "")
    on_postgres = url.startswith("postgres")
    # Both at once: every other worker waits for them.
    with ThreadPoolExecutor() as pool:
        collecting = pool.submit(_collected, shared)
        migrating = pool.submit(migrate_on_postgres if on_postgres else migrated_file, shared)
    static, migrated = collecting.result(), migrating.result()
    if migrated is None:
        with Redis.from_url(_redis_url()) as redis:
            redis.flushdb()  # what an earlier run has counted against limits
        yield partial(_copied_on_postgres, url, static)
    else:
        yield partial(_copied_file, migrated, static)


def _collected(shared: Path) -> Path:
    """Return the folder of the collected static files; the first worker collects them."""
    static = shared / "static"
    with _one_at_a_time(static):
        if not static.exists():
            settings = environment("sqlite://:memory:", "", static)
            manage(settings, "collectstatic", "--noinput")
    return static


def _digest() -> str:
    digest = sha256()
    for source in sorted(path for pattern in DECIDING for path in ROOT.glob(pattern)):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


@contextmanager
def _one_at_a_time(made: Path) -> Iterator[None]:
    """Keep other workers from making this while this one looks for it or makes it."""
    with made.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@contextmanager
def _copied_file(template: Path, static: Path, folder: Path) -> Iterator[dict[str, str]]:
    path = folder / "db.sqlite3"
    shutil.copy(template, path)
    yield environment(f"sqlite:///{path}", "", static)


@contextmanager
def _copied_on_postgres(url: str, static: Path, folder: Path) -> Iterator[dict[str, str]]:
    with _postgres(url, template=MIGRATED) as own:
        _number_apart(own, int(_worker().removeprefix("gw")))
        yield environment(own, _redis_url(), static)


@contextmanager
def _postgres(url: str, template: str) -> Iterator[str]:
    """Yield the address of a new database, which is dropped again."""
    name = f"test_browser_{os.getpid()}_{_worker()}_{next(_numbers)}"
    new, old = sql.Identifier(name), sql.Identifier(template)
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(new, old))
        try:
            yield _address(url, name)
        finally:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(new))


def _address(url: str, name: str) -> str:
    """Return the address of another database on the same server."""
    return urlunsplit(urlsplit(url)._replace(path=f"/{name}"))


def _number_apart(url: str, worker: int) -> None:
    first = FIRST_IDS * (1 + 100 * worker + next(_numbers))
    with psycopg.connect(url, autocommit=True) as connection:
        for table in ("accounts_user", "games_game"):
            connection.execute(f"ALTER SEQUENCE {table}_id_seq RESTART WITH {first:d}")


def _redis_url() -> str:
    return redis_url_of(os.environ["REDIS_URL"], _worker(), below=8)


def _worker() -> str:
    return os.environ.get("PYTEST_XDIST_WORKER", "gw0")
