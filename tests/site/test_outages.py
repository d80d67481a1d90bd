"""While the database or its disk fail, people are told so at once, and nothing changes."""

import itertools
import logging
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any, NoReturn

import pytest
from django.core.cache import cache
from django.db import OperationalError, connection
from django.test import Client

from accounts.log_filters import OutageInALine
from accounts.models import User
from games.models import Game, GameEvent
from tests.games.tables import running_table, user_at
from tests.html import elements, value
from tests.silence import port_of

ROOT = Path(__file__).resolve().parents[2]
ASK = """
import sys, time, django
django.setup()
from django.db import connection
from django.test import Client
from django.urls import resolve
resolve("/")  # imports all views, which is no part of the wait
for port in sys.argv[1:]:
    connection.close_pool()
    connection.settings_dict["PORT"] = port
    start = time.monotonic()
    visitor = Client(raise_request_exception=False, headers={"Host": "localhost"})
    visitor.cookies["sessionid"] = "a session to look up"
    answer = visitor.get("/")
    print(answer.status_code, time.monotonic() - start)
"""
"""Asks for a page as often as ports are named, with PostgreSQL at each of them."""

SECONDS = 5
"""Three for a connection; the rest is for a busy machine."""


class Gone:
    """Has every statement fail, as without a database; counts them."""

    def __init__(self, but: str = "") -> None:
        self.asked = 0
        self._but = but

    def __call__(self, execute: Callable[..., Any], sql: str, *args: Any) -> Any:
        if self._but and sql.startswith(self._but):
            return execute(sql, *args)
        self.asked += 1
        raise OperationalError("server closed the connection unexpectedly")


@pytest.fixture
def visitor() -> Client:
    """Return a browser that gets the pages of errors as they are."""
    return Client(raise_request_exception=False)


@pytest.fixture
def user(visitor: Client, db: None) -> User:
    user = User.objects.create_user("ada")
    visitor.force_login(user)
    return user


def test_a_page_without_a_database_says_so_and_tries_again_by_itself(
    visitor: Client, user: User
) -> None:
    with connection.execute_wrapper(Gone()):
        answer = visitor.get("/")
    assert answer.status_code == 503
    assert elements(answer, "[data-refusal=unavailable]")
    assert value(answer, "meta[http-equiv=refresh]", "content") == answer["Retry-After"]
    assert answer["Cache-Control"] == "no-store"
    assert "sessionid" not in answer.cookies
    assert visitor.get("/").context["user"] == user


def test_a_page_asks_a_database_that_is_gone_only_once(visitor: Client, user: User) -> None:
    with connection.execute_wrapper(gone := Gone()):
        visitor.get("/")
    assert gone.asked == 1


def test_a_form_that_was_not_saved_is_not_sent_again_by_itself(visitor: Client, user: User) -> None:
    with connection.execute_wrapper(Gone()):
        answer = visitor.post("/games/abc/act/", {"action": "roll"})
    assert answer.status_code == 503
    assert "http-equiv" not in answer.text
    assert "Go back" in answer.text


def test_a_table_is_told_in_a_sentence_and_a_program_in_json(visitor: Client, user: User) -> None:
    with connection.execute_wrapper(Gone()):
        table = visitor.post("/games/abc/act/", headers={"HX-Request": "true"})
        program = visitor.post("/games/abc/act/", headers={"Accept": "application/json"})
    assert table.status_code == program.status_code == 503
    assert table["Content-Type"].startswith("text/plain")
    assert table.text == program.json()["message"]
    assert program.json()["code"] == "unavailable"


def test_a_mistake_of_the_program_is_still_an_error(visitor: Client, user: User) -> None:
    def misspelt(execute: Callable[..., Any], sql: str, *args: Any) -> Any:
        return execute("SELECT nothing FROM nowhere", (), *args[1:])

    with connection.execute_wrapper(misspelt):
        assert visitor.get("/").status_code == 500


def test_pages_can_be_read_where_nothing_can_be_written(visitor: Client, user: User) -> None:
    cache.clear()  # that the user is here is to be noted again
    with connection.execute_wrapper(gone := Gone(but="SELECT")):
        assert visitor.get("/").status_code == 200
    assert gone.asked


def test_a_page_waits_only_seconds_for_postgresql() -> None:
    with port_of("silent") as silent, port_of("closed") as closed:
        environment = os.environ | {
            "DJANGO_SETTINGS_MODULE": "tests.settings",
            "DATABASE_URL": "postgres://nobody@127.0.0.1/nothing",
            "REDIS_URL": "",
            "DEBUG": "False",  # whatever a .env of the folder says
        }
        command = [sys.executable, "-c", ASK, str(closed), str(silent)]
        done = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True
        )
    answers = [line.split() for line in done.stdout.splitlines()]
    assert [status for status, _seconds in answers] == ["503", "503"]
    assert all(float(seconds) < SECONDS for _status, seconds in answers)
    assert "Traceback" not in done.stderr


@pytest.fixture
def full_disk() -> Iterator[Callable[[], None]]:
    """Return a function that leaves no room in the file of the database for one more event."""
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL's disk is not ours to fill")

    def fill() -> None:
        game, seqs = running_table(), itertools.count(1)
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA page_count")
            (pages,) = cursor.fetchone()
            cursor.execute(f"PRAGMA max_page_count = {pages}")
        for size in (1000, 100, 1):  # no page of the table has room left for the smallest
            with pytest.raises(OperationalError, match="full"):
                add_events(game, seqs, {"x": "x" * size})

    yield fill
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA max_page_count = 1073741823")


def add_events(game: Game, seqs: Iterator[int], data: dict[str, str]) -> NoReturn:
    """Add events for ever."""
    while True:
        GameEvent.objects.create(game=game, seq=next(seqs), kind="rolled", data=data)


@pytest.mark.django_db(transaction=True)
def test_a_full_disk_is_said_and_nothing_is_half_saved(
    visitor: Client, full_disk: Callable[[], None]
) -> None:
    game = running_table()
    visitor.force_login(user_at(game, 0))
    full_disk()
    answer = visitor.post(f"/games/{game.code}/act/", {"action": "roll", "token": 0})
    assert answer.status_code == 507
    assert elements(answer, "[data-refusal=no-room]")
    game.refresh_from_db()
    assert game.version == 0
    assert not GameEvent.objects.filter(game=game).exists()
    assert visitor.get(game.get_absolute_url()).status_code == 200


def test_the_log_says_an_outage_in_a_line_and_once_a_minute() -> None:
    said = StringIO()
    handler = logging.StreamHandler(said)
    handler.addFilter(OutageInALine())
    logger = logging.Logger("tests.outages")
    logger.addHandler(handler)
    for path in ("/a/", "/b/"):
        logger.error("Failed: %s", path, exc_info=OperationalError("gone\nfor a while"))
        logger.error("Failed: %s", path, exc_info=ValueError("wrong"))
    assert said.getvalue().splitlines() == [
        "Failed: /a/: gone for a while",
        "Failed: /a/",
        "ValueError: wrong",
        "Failed: /b/",
        "ValueError: wrong",
    ]
