"""The figures that a process serves to operators, and how they are counted."""

import asyncio
import logging
import socket
import urllib.request
from collections.abc import Callable, Iterator
from datetime import timedelta
from http import HTTPStatus
from typing import Any
from unittest import mock

import pytest
from asgiref.sync import async_to_sync
from asgiref.testing import ApplicationCommunicator
from django.core.cache import cache
from django.db import OperationalError
from django.test import Client, TransactionTestCase
from django.urls import reverse
from django.utils import timezone
from django_tasks import task
from prometheus_client import REGISTRY, start_http_server

from accounts.answers import refuse
from cantstop_site.asgi import application
from games import backlog, broadcast
from games.backlog import Backlog
from games.engine.core import Resign
from games.models import Game
from games.services.play import submit_action
from games.services.refusals import StaleDecision
from operations import metrics, sign_of_life, work
from operations.asgi import observed
from tests.games.tables import client_of, make_user, player_client, running_table
from tests.html import elements
from tests.live.sockets import aside
from tests.live.test_sockets import connect, next_push, roll
from tests.moderation.people import sanctioned
from tests.refusals import codes, refused

pytestmark = [pytest.mark.django_db, pytest.mark.services]

PUSHES = "cantstop_click_to_push_seconds_count"


def figure(name: str, **labels: str) -> float:
    """Return a figure of this process as it is now, 0 where nothing was counted yet."""
    return REGISTRY.get_sample_value(name, labels) or 0


def rise(name: str, **labels: str) -> Callable[[], float]:
    """Return a function that says how much a figure has risen from here on."""
    before = figure(name, **labels)
    return lambda: figure(name, **labels) - before


def waiting() -> dict[str, float]:
    """Return the figures that are read from the database."""
    return {each.name: each.samples[0].value for each in Backlog().collect()}


@task()
def do_nothing() -> None:
    """Wait for the worker."""


def test_actions_that_were_taken_are_counted_and_refused_ones_are_not() -> None:
    game = running_table()
    moves = rise("cantstop_moves_total", kind=game.kind)
    submit_action(game.code, 0, Resign(), None)
    assert moves() == 1
    with refused("over"):
        submit_action(game.code, 1, Resign(), None)
    assert moves() == 1


def test_refusals_are_counted_by_the_code_that_people_are_told() -> None:
    game = running_table()
    refusals = rise("cantstop_refusals_total", code="stale")
    answer = player_client(game, 0).post(
        reverse("game_act", args=[game.code]), {"action": "roll", "token": "77"}
    )
    assert codes(answer) == ["stale"]
    assert refusals() == 1
    refuse(mock.Mock(), StaleDecision())
    assert refusals() == 2


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}], ids=["page", "part of a page"])
def test_what_a_suspended_user_is_refused_is_counted(headers: dict[str, str]) -> None:
    user = make_user()
    sanctioned(user, "suspension")
    refusals = rise("cantstop_refusals_total", code="sanctioned")
    client_of(user).get(reverse("lobby"), headers=headers)
    assert refusals() == 1


def test_errors_in_the_log_are_counted(settings: Any) -> None:
    counting = logging.getLogger("tests.errors")
    errors = rise("cantstop_errors_total", logger="tests.errors")
    counting.warning("Only a warning")
    assert errors() == 0
    counting.error("An error")
    assert errors() == 1


def ask(method: str, path: str = "/rules/") -> dict[str, Any]:
    """Return the beginning of the site's answer."""

    async def asked() -> dict[str, Any]:
        scope = {"type": "http", "method": method, "path": path, "query_string": b""}
        headers = [(b"host", b"localhost")]
        one = ApplicationCommunicator(application, scope | {"headers": headers})  # type: ignore[no-untyped-call]
        await one.send_input({"type": "http.request"})  # type: ignore[no-untyped-call]
        start: dict[str, Any] = await one.receive_output(30)  # type: ignore[no-untyped-call]
        while (await one.receive_output(30)).get("more_body"):  # type: ignore[no-untyped-call]
            pass
        await one.wait(30)  # type: ignore[no-untyped-call]
        return start

    return async_to_sync(asked)()


@pytest.mark.django_db(transaction=True)
def test_requests_are_timed_by_method_and_by_kind_of_answer() -> None:
    name = "cantstop_request_seconds_count"
    found, missing = rise(name, method="GET", status="2xx"), rise(name, method="GET", status="4xx")
    strange = rise(name, method="other", status="4xx")
    ask("GET")
    assert (found(), missing()) == (1, 0)
    ask("GET", "/nowhere/")
    ask("MAKE-UP-A-SERIES")
    assert (found(), missing(), strange()) == (1, 1, 1)


def test_a_request_that_fails_without_an_answer_counts_as_an_error() -> None:
    async def fails(scope: Any, receive: Any, send: Any) -> None:
        raise RuntimeError

    failed = rise("cantstop_request_seconds_count", method="POST", status="5xx")
    with pytest.raises(RuntimeError):
        async_to_sync(observed(fails))({"type": "http", "method": "POST"}, None, None)
    assert failed() == 1


def test_tables_are_told_when_somebody_clicked_and_not_when_a_bot_moved() -> None:
    game = running_table()
    with mock.patch.object(broadcast, "send_on_commit") as sent:
        work.begin("some-id")
        submit_action(game.code, 0, Resign(), None)
        work.begin()
        broadcast.notify_game_changed(game.code)
    click, none = (call.args[1]["clicked"] for call in sent.call_args_list[-2:])
    assert click
    assert not none


def test_a_push_is_timed_from_the_click_even_where_clocks_differ() -> None:
    pushes, seconds = rise(PUSHES), rise("cantstop_click_to_push_seconds_sum")
    metrics.pushed({"type": "game.changed", "clicked": 0})
    metrics.pushed({})
    assert pushes() == 0
    metrics.pushed({"clicked": timezone.now().timestamp() - 2})
    assert 2 <= seconds() < 3
    metrics.pushed({"clicked": timezone.now().timestamp() + 3600})
    assert pushes() == 2
    assert seconds() < 3


class SocketTests(TransactionTestCase):
    async def test_sockets_are_counted_while_they_are_open_and_pushes_are_timed(self) -> None:
        game = await aside(running_table)
        before = figure("cantstop_sockets")
        sockets = [await connect(f"/ws/games/{game.code}/") for _ in range(2)]
        assert figure("cantstop_sockets") == before + 2
        for each in sockets:  # one that looks only after the roll needs no push of it
            assert elements(await next_push(each), "[data-version='0']")
        pushes = rise(PUSHES)
        work.begin("some-id")
        await roll(game)
        for each in sockets:
            while 'data-version="1"' not in await next_push(each):
                pass
        async with asyncio.timeout(30):
            while pushes() < 2:
                await asyncio.sleep(0.01)
        for each in sockets:
            await each.disconnect()
        assert figure("cantstop_sockets") == before


@pytest.mark.django_db(transaction=True)
def test_what_waits_is_told() -> None:
    game = running_table()
    cache.delete(sign_of_life.KEY)
    due_games = waiting()["cantstop_due_games"]
    Game.objects.filter(pk=game.pk).update(due_at=timezone.now() - timedelta(minutes=5))
    found = waiting()
    assert found["cantstop_due_games"] == due_games + 1
    assert 300 <= found["cantstop_due_seconds"] < 360
    assert not found["cantstop_referee_alive"]
    cache.set(sign_of_life.KEY, True, sign_of_life.GONE_AFTER)
    do_nothing.enqueue()
    later = waiting()
    assert later["cantstop_tasks_waiting"] == found["cantstop_tasks_waiting"] + 1
    assert later["cantstop_referee_alive"]


@pytest.fixture
def served(settings: Any) -> Iterator[Callable[[], str]]:
    """Serve the figures of this process, and return what asks for them."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        settings.METRICS_PORT = probe.getsockname()[1]
    collector, servers = Backlog(), list[Any]()

    def start(*args: Any) -> None:
        servers.append(start_http_server(*args))

    with mock.patch.object(metrics, "start_http_server", start):
        metrics.serve(collector)

    def scrape() -> str:
        with urllib.request.urlopen(f"http://127.0.0.1:{settings.METRICS_PORT}/metrics") as answer:
            return str(answer.read().decode())

    yield scrape
    REGISTRY.unregister(collector)
    for server, thread in servers:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.mark.django_db(transaction=True)
def test_figures_are_served_at_a_port_of_their_own(served: Callable[[], str]) -> None:
    figures = served()
    for name in ("cantstop_sockets", "cantstop_due_games", "process_resident_memory_bytes"):
        assert f"\n{name} " in figures


@pytest.mark.django_db(transaction=True)
def test_figures_are_served_without_a_database_but_for_what_is_read_from_it(
    served: Callable[[], str],
) -> None:
    with mock.patch.object(backlog, "_read", side_effect=OperationalError):
        figures = served()
    assert "\ncantstop_sockets " in figures
    assert "cantstop_due_games" not in figures


def test_without_a_port_nothing_is_served(settings: Any) -> None:
    settings.METRICS_PORT = 0
    with mock.patch.object(metrics, "start_http_server") as start:
        metrics.serve(Backlog())
    assert not start.called


def test_figures_are_at_no_address_of_the_site(client: Client) -> None:
    assert client.get("/metrics").status_code == HTTPStatus.NOT_FOUND
