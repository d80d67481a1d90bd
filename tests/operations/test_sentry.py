"""What is reported to a Sentry: errors, and nothing about people."""

import json
import logging
import secrets
from collections.abc import Iterator
from typing import Any

import pytest
import sentry_sdk
from django.test import Client
from django.urls import reverse
from sentry_sdk.envelope import Envelope
from sentry_sdk.integrations.logging import EventHandler
from sentry_sdk.transport import Transport

from operations import sentry, work
from tests.games.tables import make_user

pytestmark = pytest.mark.django_db

ADDRESS = ".".join(str(secrets.randbelow(256)) for _ in range(4))
NAME, TYPED = f"ada{secrets.token_hex(8)}", secrets.token_hex(16)
"""Made up anew, so that they are not in the lines of code that are reported."""


class Kept(Transport):
    """Keeps what would be sent."""

    sent: list[Envelope]

    def capture_envelope(self, envelope: Envelope) -> None:
        self.sent.append(envelope)


@pytest.fixture
def reports(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Envelope]]:
    """Report to a list for the time of a test."""
    Kept.sent = []
    init = sentry_sdk.init
    monkeypatch.setattr(
        sentry_sdk, "init", lambda *a, **options: init(*a, **options, transport=Kept)
    )
    sentry.start("https://key@sentry.invalid/1")
    handler = EventHandler(level=logging.ERROR)
    logging.getLogger().addHandler(handler)
    yield Kept.sent
    logging.getLogger().removeHandler(handler)
    sentry_sdk.get_client().close()
    sentry_sdk.get_global_scope().set_client(None)
    work.begin()


def events(reports: list[Envelope]) -> list[Any]:
    return [envelope.get_event() for envelope in reports]


def test_an_error_in_a_page_is_reported_without_anything_about_people(
    reports: list[Envelope], monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = make_user(NAME)
    client = Client(REMOTE_ADDR=ADDRESS, raise_request_exception=False)
    client.force_login(ada)

    def fails(*args: object) -> None:
        raise ValueError(f"{ada.username} {TYPED}")

    monkeypatch.setattr("accounts.language.language_of", fails)
    work.begin("0123456789abcdef")
    sent = client.post(ada.get_absolute_url() + f"?q={TYPED}", {"text": TYPED})
    assert sent.status_code == 500
    [event] = events(reports)
    text = json.dumps(event, default=str)
    cookies = [morsel.value for morsel in client.cookies.values()]
    for secret in (NAME, TYPED, ADDRESS, *cookies):
        assert secret not in text
    assert event["transaction"] == "players/<slug:username>/"
    assert event["tags"] == {"request_id": "0123456789abcdef"}
    assert "user" not in event
    [error] = event["exception"]["values"]
    assert error["type"] == "ValueError"
    assert error["stacktrace"]["frames"][-1]["function"] == "fails"
    assert "vars" not in error["stacktrace"]["frames"][-1]


def test_what_a_sentence_of_the_log_was_filled_with_is_not_reported(
    reports: list[Envelope],
) -> None:
    logging.getLogger("games").error("Could not find %s", TYPED, extra={"who": TYPED})
    logging.getLogger("asyncio").error(f"Task exception was never retrieved\nfuture: {TYPED}")
    assert TYPED not in json.dumps(events(reports), default=str)
    said = [event["logentry"]["message"] for event in events(reports)]
    assert said == ["Could not find %s", "Task exception was never retrieved"]


def test_refusals_and_missing_pages_are_not_reported(
    reports: list[Envelope], client: Client
) -> None:
    assert client.get("/nowhere/").status_code == 404
    assert client.post(reverse("lobby")).status_code == 405
    assert not reports


def test_without_an_address_nothing_is_reported() -> None:
    assert not sentry_sdk.get_client().is_active()
    root = logging.getLogger()
    assert not any(isinstance(handler, EventHandler) for handler in root.handlers)
