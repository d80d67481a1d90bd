"""Two server processes and a referee of its own, as in production: only on PostgreSQL and Redis."""

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.server import ROOT, Server
from tests.browser.steps import (
    Hand,
    look,
    record,
    resign,
    wait_for_turn,
)
from tests.browser.tables import play_now, sit_down
from tests.browser.test_recovery import play_moves
from tests.browser.visitors import Visitors

pytestmark = [
    pytest.mark.services,
    pytest.mark.skipif(
        not os.environ.get("REDIS_URL"),
        reason="several processes need PostgreSQL and Redis: make test-services",
    ),
]


@pytest.fixture
def second_server(own_server: Server) -> Iterator[Server]:
    """A second process on the same database, while a third does what is due."""
    second = Server(own_server.environment, own_server.log.with_name("second.log"))
    second.start()
    with second.log.open("ab") as log:
        command = [sys.executable, "manage.py", "referee"]
        referee = subprocess.Popen(
            command, cwd=ROOT, env=second.environment, stdout=log, stderr=subprocess.STDOUT
        )
    yield second
    referee.terminate()
    referee.wait()
    second.stop()


@pytest.mark.parametrize("own_server", [{"REFEREE_IN_SERVER": "False"}], ids=[""], indirect=True)
def test_people_at_different_processes_play_together_and_bots_by_the_referee_process(
    browser: Browser, own_visitors: Visitors, second_server: Server
) -> None:
    with Visitors(browser, second_server).watched() as others:
        ada, bob = own_visitors.open(None), others.open(None)
        code = sit_down(ada, bob)
        play_moves(10, Hand(ada), Hand(bob))
        resign(ada)
        expect(bob.locator("#t-controls .end")).to_be_visible()
        assert len(record(bob, code)["events"]) == look(ada).version

        hand = Hand(bob)
        play_now(bob)
        for _ in range(3):
            while wait_for_turn(bob).mine and hand.move().mine:
                pass
        assert wait_for_turn(bob).mine or look(bob).over
