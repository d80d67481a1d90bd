"""A site that can be hurt: two processes for pages, a referee and a worker, each on its own."""

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.browser.server import STOP_SECONDS, Server, environment, manage
from tests.faults.processes import Program, command_of, postgres_server, redis_server
from tests.faults.relay import Relay, relays


@dataclass(frozen=True)
class Site:
    """All that makes up a site, and what stands between its parts.

    front: what people connect to.  to_postgres: by which all processes reach the database.
    """

    front: Relay
    to_postgres: Relay
    servers: list[Server]
    referee: Program
    worker: Program
    postgres: Program
    redis: Program
    environment: dict[str, str]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.front.port}"


@contextmanager
def site_in_production(folder: Path) -> Iterator[Site]:
    """Run a site on a PostgreSQL and a Redis of its own."""
    with ExitStack() as stack:
        postgres, redis = stack.enter_context(postgres_server(folder)), redis_server(folder)
        servers = [Server({}, folder / f"web-{number}.log") for number in (0, 1)]
        [to_postgres, front] = stack.enter_context(
            relays([postgres.port], [server.port for server in servers])
        )
        settings = environment(
            f"postgres://postgres@127.0.0.1:{to_postgres.port}/postgres",
            f"redis://127.0.0.1:{redis.port}/0",
            folder / "static",
        ) | {"REFEREE_IN_SERVER": "False"}
        referee, worker = (
            command_of(name, settings, folder / f"{name}.log") for name in ("referee", "worker")
        )
        programs: list[Program | Server] = [postgres, redis, referee, worker, *servers]
        for program in programs:
            stack.callback(program.kill)
        postgres.start()
        redis.start()
        manage(settings, "migrate")
        manage(settings, "collectstatic", "--noinput")
        for server in servers:
            server.environment = settings
        for program in programs[2:]:
            program.start()
        yield Site(front, to_postgres, servers, referee, worker, postgres, redis, settings)


@contextmanager
def site_on_sqlite(folder: Path) -> Iterator[tuple[Server, Relay]]:
    """Run a site that is one process with a file, and what stands before it."""
    settings = environment(f"sqlite:///{folder / 'db.sqlite3'}", "", folder / "static")
    manage(settings, "migrate")
    manage(settings, "collectstatic", "--noinput")
    server = Server(settings, folder / "web.log")
    with relays([server.port]) as [front]:
        server.start()
        try:
            yield server, front
        finally:
            server.kill()


def gone_for(program: Program | Server, seconds: float, *, killed: bool = False) -> None:
    """End a part of the site, and start it again after a while."""
    if killed:
        program.kill()
    else:
        asked_at = time.monotonic()
        program.stop()
        assert time.monotonic() < asked_at + STOP_SECONDS, "it did not end by itself"
    time.sleep(seconds)
    program.start()
