"""Databases of the benchmark's own: made empty, and dropped when it is done with them."""

import os
import secrets
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from enum import StrEnum
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
import redis
from psycopg import sql

Environment = dict[str, str]
Prepare = Callable[[Environment], None]
"""Makes the tables in the empty database that an environment names."""

REDIS_DATABASES = 16


class Setup(StrEnum):
    """Where a server keeps its data, and how many processes it has."""

    DEFAULT = "one process, SQLite"
    PRODUCTION = "two processes behind nginx, PostgreSQL, Redis"

    @property
    def processes(self) -> int:
        return 1 if self is Setup.DEFAULT else 2


class Missing(Exception):
    """Something outside the project that a part needs does not answer or is not there."""


@contextmanager
def fresh_data(setup: Setup, prepare: Prepare) -> Iterator[Environment]:
    """Yield the environment of a server whose database holds nothing but its tables."""
    if setup is Setup.DEFAULT:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "data.sqlite3"
            shutil.copy(_prepared_file(prepare), file)
            yield _sqlite(file)
        return
    name = f"load_{secrets.token_hex(4)}"
    with _postgres() as server, _free_redis() as redis_url:
        server.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            environment = {
                "DATABASE_URL": _with_path(os.environ["DATABASE_URL"], name),
                "REDIS_URL": redis_url,
                "CHANNEL_PREFIX": name,
            }
            prepare(environment)
            yield environment
        finally:
            server.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


@cache
def _prepared_file(prepare: Prepare) -> Path:
    """Return an SQLite file with empty tables, made once and copied for each server."""
    file = Path(scratch()) / f"{secrets.token_hex(4)}.sqlite3"
    prepare(_sqlite(file))
    return file


@cache
def scratch() -> str:
    """Return a folder that is removed when the benchmark ends."""
    folder = tempfile.TemporaryDirectory()
    _folders.append(folder)
    return folder.name


_folders: list[tempfile.TemporaryDirectory[str]] = []


def _sqlite(file: Path) -> Environment:
    return {"DATABASE_URL": f"sqlite:///{file}", "REDIS_URL": ""}


@contextmanager
def _postgres() -> Iterator[psycopg.Connection]:
    try:
        server = psycopg.connect(os.environ["DATABASE_URL"], autocommit=True, connect_timeout=5)
    except psycopg.Error as error:
        raise Missing(f"PostgreSQL does not answer at DATABASE_URL: {error}") from error
    with closing(server):
        yield server


@contextmanager
def _free_redis() -> Iterator[str]:
    """Yield the address of a Redis database that was empty, and empty it afterwards."""
    for number in reversed(range(REDIS_DATABASES)):
        url = _with_path(os.environ["REDIS_URL"], str(number))
        with redis.Redis.from_url(url, socket_connect_timeout=5) as client:
            try:
                if client.dbsize():
                    continue
            except redis.RedisError as error:
                raise Missing(f"Redis does not answer at REDIS_URL: {error}") from error
            try:
                yield url
            finally:
                client.flushdb()
            return
    raise Missing("No database of Redis at REDIS_URL is empty.")


def _with_path(url: str, path: str) -> str:
    return urlunsplit(urlsplit(url)._replace(path=f"/{path}"))
