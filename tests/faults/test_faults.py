"""Tables are played by their browsers while one part of the site after the other breaks.

After each fault every action that was acknowledged is in its log exactly once, every log replays,
every game is played to its end, and no page was more than ten seconds behind.

Needs the programs of PostgreSQL and Redis. TABLES says how many tables play.
"""

import asyncio
import os
import resource
import time
import urllib.request
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from games.services.clocks import SILENCE
from tests.browser.server import SITE, manage
from tests.faults.past import Clock, Past
from tests.faults.play import play_while
from tests.faults.processes import Missing
from tests.faults.site import Site, gone_for, site_in_production, site_on_sqlite

TABLES = int(os.environ.get("TABLES", "20"))
PACE = max(0.3, 0.025 * TABLES)
"""Seconds that a player thinks on average: games last longer than what breaks."""

BLINK, OUTAGE = 2, 5
"""Seconds."""

LIVE_GAMES = min(10, TABLES)
"""Fewer in the short form only."""
AWAY = timedelta(seconds=90)
SHORT_CLOCKS = {"time": "live", "pace": "own", "bank": "1", "per_decision": "20"}
"""Nobody has so much time that they could lose `AWAY` of it without losing the game."""

LESS_THAN_A_DATABASE = 65_536
"""Bytes: more than the server's log, which must not stop."""

Hurt = Callable[[], None]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    try:
        with site_in_production(tmp_path_factory.mktemp("site")) as site:
            yield site
    except Missing as missing:
        if "CI" in os.environ:
            raise
        pytest.skip(str(missing))


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


def test_one_after_the_other(site: Site, holds: Callable[[Hurt], None]) -> None:
    """The short form of what follows."""

    def hurt() -> None:
        gone_for(site.servers[0], 0, killed=True)
        gone_for(site.referee, BLINK, killed=True)
        site.front.cut()
        gone_for(site.redis, BLINK)
        gone_for(site.postgres, BLINK, killed=True)

    holds(hurt)


def test_nobody_loses_time_while_the_site_is_killed_for_ninety_seconds(
    site: Site, measured: Callable[[str], None]
) -> None:
    """Nobody waits for so long: while all are dead, what they remember becomes so much older."""
    ran: list[Clock] = []
    away: list[timedelta] = []
    awake: list[datetime] = []
    with Past(site.postgres.port) as past:

        def hurt() -> None:
            killed_at = past.now()
            for server in site.servers:
                server.kill()
            site.referee.kill()
            ran.extend(past.clocks_that_run())
            past.move_back(AWAY)
            site.referee.start()
            site.servers[0].start()
            awake.append(past.wait_until_awake(killed_at))
            away.append(AWAY + awake[0] - killed_at)
            for clock in ran:  # before so much is played that it is only in the replay
                with urllib.request.urlopen(f"{site.url}/games/{clock.code}/") as page:
                    assert "We were offline for" in page.read().decode(), clock.code
            site.servers[1].start()

        playing = play_while(site.url, LIVE_GAMES, PACE, hurt, SHORT_CLOCKS)
        came = asyncio.run(playing)
        manage(site.environment, "check_logs")
        codes = {clock.game: clock.code for clock in ran}
        assert len(codes) == LIVE_GAMES
        charged = [past.charged(clock, awake[0]) for clock in ran]
        most = max(time for time in charged if time is not None)
        assert most <= SILENCE
        for game, code in codes.items():
            assert past.ended_by_play(game), code
            assert AWAY <= past.given_back(game) <= away[0] + SILENCE, code
        measured(
            f"killed for {away[0].total_seconds():.0f} s: {came}; nobody was charged more "
            f"than {most.total_seconds():.1f} s"
        )


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


def test_the_disk_takes_nothing_more(tmp_path: Path, measured: Callable[[str], None]) -> None:
    def limit(size: int) -> None:
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    def hurt() -> None:
        limit(LESS_THAN_A_DATABASE)
        time.sleep(OUTAGE)
        limit(resource.RLIM_INFINITY)

    with site_on_sqlite(tmp_path) as (server, front):
        came = asyncio.run(play_while(f"http://127.0.0.1:{front.port}", TABLES, PACE, hurt))
        manage(server.environment, "check_logs")
        assert "disk I/O error" in server.logged()
        measured(f"the disk takes nothing more: {came}")
