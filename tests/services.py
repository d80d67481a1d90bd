"""PostgreSQL and Redis: which tests run on them.

`python -m tests.services` says whether those that the environment names answer.
"""

import os
import sys
from collections.abc import Iterable, Iterator
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
import redis

from tests.statements import Noted

ELSEWHERE = "tests/browser/", "tests/pictures/", "tests/site/"
"""Folders of which only tests with the mark `services` run on services."""

SECONDS = 5
REDIS_DATABASES = 16


def redis_url_of(url: str, worker: str, below: int = 0) -> str:
    """Return the address of a test worker's own database, counted down from the one given."""
    parts = urlsplit(url)
    number = int(parts.path.strip("/") or 0) - int(worker.removeprefix("gw")) - below
    return urlunsplit(parts._replace(path=f"/{number % REDIS_DATABASES}"))


def worth_running_on_services(items: Iterable[pytest.Item], noted: Noted) -> Iterator[pytest.Item]:
    """Yield the tests that may find there something that SQLite and memory have not shown.

    That is each case of a test with the mark `services`, and of all others those that send a
    statement which none before has sent. Of a test of which it is not known what it sends, that is
    the first case. Walks over the whole site and pictures stay on SQLite, which takes texts that
    are longer than their columns.

    noted: the statements of each test, from a run on SQLite.
    """
    marked, others = [], []
    for item in items:
        if item.get_closest_marker("services"):
            marked.append(item)
        elif _asks_the_database(item) and not item.nodeid.startswith(ELSEWHERE):
            others.append(item)
    yield from marked
    sent = {statement for item in marked for statement in noted.get(item.nodeid, ())}
    for item in others:
        function, _, _ = item.nodeid.partition("[")
        new = {*noted.get(item.nodeid, [function])} - sent
        if new:
            yield item
            sent |= new


def _asks_the_database(item: pytest.Item) -> bool:
    fixtures: list[str] = getattr(item, "fixturenames", [])
    return bool(item.get_closest_marker("django_db")) or "django_db_setup" in fixtures


def problems() -> list[str]:
    """Return a sentence for each service that does not answer."""
    found = []
    database_url = os.environ["DATABASE_URL"]
    try:
        psycopg.connect(database_url, connect_timeout=SECONDS).close()
    except psycopg.Error as error:
        found.append(f"PostgreSQL does not answer at DATABASE_URL: {error}")
    redis_url = os.environ["REDIS_URL"]
    try:
        with redis.Redis.from_url(redis_url, socket_connect_timeout=SECONDS) as client:
            client.ping()
    except redis.RedisError as error:
        found.append(f"Redis does not answer at REDIS_URL: {error}")
    return found


if __name__ == "__main__":
    sys.exit("\n".join(problems()) or None)
