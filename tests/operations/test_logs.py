"""What lines of the log say, and what they never say."""

import asyncio
import json
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import referee
from games.models import Game
from operations import work
from operations.asgi import observed
from operations.logs import JsonLogFormatter, WithoutPaths
from tests.games.tables import client_of, make_user, player_client, running_table, user_at

pytestmark = pytest.mark.django_db


@pytest.fixture
def log() -> Iterator[StringIO]:
    """Return what the root logger writes as JSON from here on."""
    written = StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(JsonLogFormatter())
    handler.addFilter(WithoutPaths())
    logging.getLogger().addHandler(handler)
    yield written
    logging.getLogger().removeHandler(handler)
    work.begin()


def lines(log: StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in log.getvalue().splitlines()]


def test_a_line_says_what_happened_and_nothing_that_a_library_adds(log: StringIO) -> None:
    logging.getLogger("games").warning("So many: %d", 3, extra={"sql": "SELECT 'Ada'"})
    [line] = lines(log)
    assert line.pop("time").endswith("Z")
    assert line == {"level": "WARNING", "logger": "games", "message": "So many: 3"}


def test_a_line_has_the_numbers_of_the_request_the_user_and_the_game(log: StringIO) -> None:
    game = running_table()
    user = user_at(game, 0)
    work.begin("0123456789abcdef")
    client_of(user).get(reverse("game", args=[game.code]))
    logging.getLogger("games").warning("In a request")
    line = lines(log)[-1]
    numbers = {name: line[name] for name in ("request_id", "user", "game")}
    assert numbers == {"request_id": "0123456789abcdef", "user": user.pk, "game": game.pk}


@pytest.mark.django_db(transaction=True)
def test_what_the_referee_does_has_the_number_of_its_game_only(log: StringIO) -> None:
    game = running_table()
    due = timezone.now() - timedelta(seconds=1)
    Game.objects.filter(pk=game.pk).update(state={"broken": True}, due_at=due)
    work.begin("of-the-request-that-started-it")
    async_to_sync(referee._handled)(game.code)  # noqa: SLF001
    line = next(line for line in lines(log) if line["logger"] == "games.referee")
    assert line["game"] == game.pk
    assert "request_id" not in line
    assert "Traceback" in line["exc_info"]


def test_requests_that_come_at_the_same_time_keep_their_numbers_apart() -> None:
    told: list[tuple[str, int | None]] = []

    async def site(scope: Any, receive: Any, send: Any) -> None:
        work.note(user=scope["user"])
        await receive()
        told.append((work.numbers()["request_id"], work.numbers().get("user")))

    async def many() -> None:
        async def pause() -> None:
            await asyncio.sleep(0.01)

        scopes = [{"type": "websocket", "user": number or None} for number in range(5)]
        await asyncio.gather(*(observed(site)(scope, pause, None) for scope in scopes))

    async_to_sync(many)()
    assert {user for _, user in told} == {None, 1, 2, 3, 4}
    assert len({request_id for request_id, _ in told}) == 5


def test_the_kind_of_an_address_takes_the_place_of_the_address(log: StringIO) -> None:
    key = "1-abcdef-0123456789abcdef"
    ada = make_user("Ada-Lovelace")
    Client().post(ada.get_absolute_url())
    Client(enforce_csrf_checks=True).post(f"/accounts/password/reset/key/{key}/")
    written = log.getvalue()
    assert "players/<slug:username>/" in written
    assert "password/reset/key/(?P" in written
    assert "Ada" not in written
    assert key not in written


def test_an_answer_has_the_number_of_its_request() -> None:
    sent: list[Any] = []

    async def site(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"a", b"b")]})
        sent.append(work.numbers()["request_id"])

    async def send(message: Any) -> None:
        sent.append(message)

    async_to_sync(observed(site))({"type": "http", "method": "GET"}, None, send)
    message, number = sent
    assert message["headers"] == [(b"a", b"b"), (b"x-request-id", number.encode())]


def test_a_player_is_noted_by_number_on_pages_that_ask_who_they_are() -> None:
    game = running_table()
    work.begin("0123456789abcdef")
    player_client(game, 1).get(reverse("lobby"))
    assert work.numbers()["user"] == user_at(game, 1).pk
    work.begin()
    assert not work.numbers()


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a bit of Python with the site's own settings."""
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=settings.BASE_DIR,
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "cantstop_site.settings"} | environment,
        capture_output=True,
        text=True,
        check=False,
    )


LOG_ONE = """
import django, logging, sentry_sdk
django.setup()
logging.getLogger("games").error("An error")
print(sentry_sdk.get_client().is_active())
"""


def test_the_environment_says_whether_lines_are_json_and_whether_errors_are_reported() -> None:
    done = run(LOG_ONE, LOG_FORMAT="json", SENTRY_DSN="")
    assert json.loads(done.stderr)["message"] == "An error"
    assert done.stdout == "False\n"
    wrong = run(LOG_ONE, LOG_FORMAT="xml")
    assert wrong.returncode
    assert "LOG_FORMAT is text or json." in wrong.stderr


LOG_SECRETS = """
import django, logging
from django.db import IntegrityError
django.setup()
error = IntegrityError("duplicate key value\\nDETAIL:  Key (username)=(Ada) already exists.")
logging.getLogger("games").error("Could not save", exc_info=error)
logging.getLogger("urllib3.connectionpool").warning("Retrying: %s", "/send/the-secret-of-a-browser")
"""


@pytest.mark.parametrize("log_format", ["json", "text"])
def test_what_postgresql_repeats_of_a_row_and_where_requests_go_is_left_out(
    log_format: str,
) -> None:
    written = run(LOG_SECRETS, LOG_FORMAT=log_format).stderr
    assert "duplicate key value" in written
    assert "Ada" not in written
    assert "the-secret-of-a-browser" not in written


REPORT_ONE = """
import django, logging, sentry_sdk
from django.db import OperationalError
django.setup()
reported = sentry_sdk.get_client().transport
reported.capture_envelope = lambda one: print(one.get_event()["exception"]["values"][0]["type"])
for error in (OperationalError("gone"), ValueError()):
    logging.getLogger("games").error("An error", exc_info=error)
"""


def test_an_outage_is_in_the_log_of_text_and_only_other_errors_are_reported() -> None:
    done = run(REPORT_ONE, LOG_FORMAT="text", SENTRY_DSN="https://key@sentry.invalid/1")
    assert done.stdout == "ValueError\n"
    assert " ERROR games An error: gone\n" in done.stderr
