"""What a process says of itself: whether it answers, and whether it can serve."""

import asyncio
import json
from collections.abc import Iterator
from http import HTTPStatus
from threading import Event
from typing import Any
from unittest import mock

import pytest
from asgiref.sync import async_to_sync
from asgiref.testing import ApplicationCommunicator
from channels.layers import get_channel_layer
from django.core.cache import cache
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder

from cantstop_site import asgi, health
from cantstop_site.health import with_health
from games import referee
from operations import sign_of_life

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.services]

SECRET = "password of cantstop at 10.0.0.7"
PARTS = {"database", "migrations", "channel_layer", "referee"}


@pytest.fixture(autouse=True)
def alive() -> Iterator[None]:
    """Have a referee somewhere."""
    cache.set(sign_of_life.KEY, True, sign_of_life.GONE_AFTER)
    yield
    cache.delete(sign_of_life.KEY)


async def ask(path: str, application: Any = asgi.application, method: str = "GET") -> Any:
    """Return the status and the body of the answer to a plain request to no known host."""
    headers = [(b"host", b"nobody-knows.example")]
    scope = {"type": "http", "method": method, "path": path, "query_string": b""}
    asked = ApplicationCommunicator(application, scope | {"headers": headers})  # type: ignore[no-untyped-call]
    await asked.send_input({"type": "http.request"})  # type: ignore[no-untyped-call]
    start = await asked.receive_output(30)  # type: ignore[no-untyped-call]
    body = await asked.receive_output(30)  # type: ignore[no-untyped-call]
    return start["status"], body.get("body", b"")


def readiness() -> tuple[int, dict[str, str]]:
    """Return what a process that was never asked before says."""

    async def nowhere(scope: Any, receive: Any, send: Any) -> None:
        raise AssertionError

    status, body = async_to_sync(ask)("/readyz", with_health(nowhere))
    return status, json.loads(body)


def test_a_process_that_answers_says_so_whatever_else_is_wrong(settings: Any) -> None:
    settings.SECURE_SSL_REDIRECT = True
    with mock.patch.object(health, "_ask_database", side_effect=OperationalError):
        for method in ("GET", "HEAD"):
            status, body = async_to_sync(ask)("/healthz", method=method)
            assert status == HTTPStatus.OK
            assert json.loads(body) == {"process": "ok"}


def test_a_process_is_ready_when_all_it_needs_answers() -> None:
    status, state = readiness()
    assert state == dict.fromkeys(PARTS, "ok")
    assert status == HTTPStatus.OK


def test_a_process_says_which_part_is_wrong_and_nothing_secret() -> None:
    with mock.patch.object(health, "_ask_database", side_effect=OperationalError(SECRET)):
        status, state = readiness()
    assert status == HTTPStatus.SERVICE_UNAVAILABLE
    assert state.pop("database") == "OperationalError"
    assert set(state.values()) == {"ok"}


def test_a_process_without_a_referee_is_not_ready() -> None:
    cache.delete(sign_of_life.KEY)
    status, state = readiness()
    assert status == HTTPStatus.SERVICE_UNAVAILABLE
    assert state.pop("referee") == "no sign of life for 35 s"
    assert set(state.values()) == {"ok"}


def test_a_process_whose_database_is_behind_is_not_ready() -> None:
    recorder = MigrationRecorder(connection)
    recorder.record_unapplied("sessions", "0001_initial")
    try:
        status, state = readiness()
    finally:
        recorder.record_applied("sessions", "0001_initial")
    assert status == HTTPStatus.SERVICE_UNAVAILABLE
    assert state["migrations"] == "1 to apply"
    assert readiness()[1]["migrations"] == "ok"


def test_a_process_whose_channel_layer_takes_nothing_is_not_ready() -> None:
    layer = mock.AsyncMock()
    layer.send.side_effect = ConnectionError(SECRET)
    with mock.patch.object(health, "get_channel_layer", return_value=layer):
        assert readiness()[1]["channel_layer"] == "ConnectionError"


def test_what_hangs_is_not_waited_for_and_keeps_the_other_parts_from_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    may_go_on, has_answered = Event(), Event()

    def hang() -> None:
        may_go_on.wait()
        has_answered.set()

    monkeypatch.setattr(health, "PATIENCE", 1)
    monkeypatch.setattr(health, "_ask_database", hang)
    try:
        status, state = readiness()
        assert not has_answered.is_set()
    finally:
        may_go_on.set()
    assert status == HTTPStatus.SERVICE_UNAVAILABLE
    assert state["database"] == "no answer within 1 s"
    assert state["channel_layer"] == state["referee"] == "ok"


def test_a_channel_layer_that_was_silent_is_heard_again() -> None:
    async def twice() -> list[str]:
        asked = health.Readiness()
        layer = get_channel_layer()
        assert layer is not None
        with (
            mock.patch.object(health, "PATIENCE", 0.2),
            mock.patch.object(health, "get_channel_layer", return_value=Mute(layer)),
        ):
            silent = await asked.state()
        with mock.patch.object(health, "REUSED_FOR", 0):
            return [silent["channel_layer"], (await asked.state())["channel_layer"]]

    assert async_to_sync(twice)() == ["no answer within 0.2 s", "ok"]


class Mute:
    """A channel layer that loses everything."""

    def __init__(self, layer: Any) -> None:
        self.new_channel, self.receive, self.send = (
            layer.new_channel,
            layer.receive,
            mock.AsyncMock(),
        )


def test_many_who_ask_at_once_are_given_one_answer() -> None:
    async def many() -> None:
        application = with_health(asgi.site)
        answers = await asyncio.gather(*(ask("/readyz", application) for _ in range(20)))
        assert len(set(answers)) == 1

    with mock.patch.object(health, "_ask_database") as asked:
        async_to_sync(many)()
    assert asked.call_count == 1


def test_the_referee_gives_a_sign_of_life_while_it_looks() -> None:
    cache.delete(sign_of_life.KEY)

    async def run_until_alive() -> None:
        stopping = asyncio.Event()
        running = asyncio.create_task(referee.run(stopping))
        async with asyncio.timeout(30):
            while cache.get(sign_of_life.KEY) is None:
                await asyncio.sleep(0.01)
        stopping.set()
        await running

    async_to_sync(run_until_alive)()
    assert sign_of_life.is_alive()


def test_a_referee_that_looks_no_more_gives_no_sign() -> None:
    cache.delete(sign_of_life.KEY)

    async def wait_in_vain() -> None:
        giving = sign_of_life.give_while(asyncio.Event())
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(giving, 0.2)

    async_to_sync(wait_in_vain)()
    assert not sign_of_life.is_alive()


def test_a_cache_that_is_gone_does_not_stop_the_signs(caplog: pytest.LogCaptureFixture) -> None:
    async def give_in_vain() -> None:
        worked = asyncio.Event()
        with (
            mock.patch.object(sign_of_life, "SIGN_EVERY", 0),
            mock.patch.object(cache, "set", side_effect=ConnectionError) as given,
        ):
            giving = asyncio.create_task(sign_of_life.give_while(worked))
            while given.call_count < 2:
                worked.set()
                await asyncio.sleep(0.01)
            giving.cancel()

    async_to_sync(give_in_vain)()
    assert "Could not give a sign of life" in caplog.text
