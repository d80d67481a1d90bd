"""Tables are played by their browsers while one part of the site after the other breaks.

After each fault every action that was acknowledged is in its log exactly once, every log replays,
every game is played to its end, and no page was more than ten seconds behind.

TABLES says how many tables play.
"""

import asyncio
import os
import resource
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.browser.server import SITE, manage
from tests.faults.play import play_while
from tests.faults.site import Site, gone_for, site_in_production, site_on_sqlite

TABLES = int(os.environ.get("TABLES", "20"))
PACE = 0.025 * TABLES
"""Seconds that a player thinks on average: as many moves a second however many tables play."""

BLINK, OUTAGE = 2, 5
"""Seconds."""

Hurt = Callable[[], None]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with site_in_production(tmp_path_factory.mktemp("site")) as site:
        yield site


@pytest.fixture
def holds(
    site: Site, measured: Callable[[str], None], request: pytest.FixtureRequest
) -> Callable[[Hurt], None]:
    """Return what plays while something breaks, and checks what must hold."""

    def play(hurt: Hurt) -> None:
        came = asyncio.run(play_while(site.url, TABLES, PACE, hurt))
        manage(site.environment, "check_logs")
        measured(f"{request.node.name}: {came}")

    return play


def test_processes_for_pages_are_killed(site: Site, holds: Callable[[Hurt], None]) -> None:
    def hurt() -> None:
        for server in site.servers:
            gone_for(server, BLINK, killed=True)

    holds(hurt)


def test_processes_for_pages_are_restarted(site: Site, holds: Callable[[Hurt], None]) -> None:
    def hurt() -> None:
        for server in site.servers:
            gone_for(server, 0)

    holds(hurt)


def test_the_referee_is_killed(site: Site, holds: Callable[[Hurt], None]) -> None:
    holds(lambda: gone_for(site.referee, OUTAGE, killed=True))


def test_the_worker_is_killed(site: Site, holds: Callable[[Hurt], None]) -> None:
    holds(lambda: gone_for(site.worker, OUTAGE, killed=True))


def test_redis_is_restarted(site: Site, holds: Callable[[Hurt], None]) -> None:
    holds(lambda: gone_for(site.redis, OUTAGE))


@pytest.mark.parametrize("killed", [False, True], ids=["stopped", "killed"])
def test_postgresql_is_restarted(
    site: Site, holds: Callable[[Hurt], None], *, killed: bool
) -> None:
    holds(lambda: gone_for(site.postgres, OUTAGE, killed=killed))


def test_every_connection_is_cut(site: Site, holds: Callable[[Hurt], None]) -> None:
    def hurt() -> None:
        for _ in range(3):
            site.front.cut()
            time.sleep(BLINK)

    holds(hurt)


def test_the_database_answers_half_a_second_late(site: Site, holds: Callable[[Hurt], None]) -> None:
    def hurt() -> None:
        site.to_postgres.delay = 0.5
        time.sleep(2 * OUTAGE)
        site.to_postgres.delay = 0

    holds(hurt)


def test_the_clock_of_a_process_is_an_hour_ahead(site: Site, holds: Callable[[Hurt], None]) -> None:
    server = site.servers[0]

    def hurt() -> None:
        for application in ("tests.faults.hour_ahead:application", SITE):
            server.application = application
            gone_for(server, 0)
            time.sleep(OUTAGE)

    holds(hurt)


def test_the_disk_is_full(tmp_path: Path, measured: Callable[[str], None]) -> None:
    with site_on_sqlite(tmp_path) as (server, front):

        def hurt() -> None:
            unlimited = resource.RLIM_INFINITY, resource.RLIM_INFINITY
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
            time.sleep(OUTAGE)
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, unlimited)

        came = asyncio.run(play_while(f"http://127.0.0.1:{front.port}", TABLES, PACE, hurt))
        manage(server.environment, "check_logs")
        measured(f"the disk is full: {came}")
