"""PostgreSQL and Redis for the tests that run on them.

`python -m tests.services` says whether those that the environment names answer.
"""

import os
import sys
from urllib.parse import urlsplit, urlunsplit

import psycopg
import redis

SECONDS = 5
REDIS_DATABASES = 16


def redis_url_of(url: str, worker: str, below: int = 0) -> str:
    """Return the address of a test worker's own database, counted down from the one given."""
    parts = urlsplit(url)
    number = int(parts.path.strip("/") or 0) - int(worker.removeprefix("gw")) - below
    return urlunsplit(parts._replace(path=f"/{number % REDIS_DATABASES}"))


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
