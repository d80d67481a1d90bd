"""What libraries promise nothing about: each name that accounts/private_apis.py takes from them."""

from typing import Any

import pytest
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.authentication import get_authentication_records
from channels.consumer import AsyncConsumer
from daphne.ws_protocol import WebSocketProtocol
from django.conf import settings
from django.contrib.sessions.backends.signed_cookies import SessionStore
from django.db import connection
from django.http import HttpRequest
from django.test import RequestFactory
from django_tasks import TaskResultStatus, task
from django_tasks_db.models import DBTaskResult
from psycopg_pool import ConnectionPool

from accounts import private_apis
from accounts.adapter import AccountAdapter
from accounts.models import User


@task()
def note() -> str:
    return "noted"


@pytest.fixture
def visit() -> HttpRequest:
    request = RequestFactory().get("/", REMOTE_ADDR="192.0.2.7")
    request.session = SessionStore()
    return request


def test_what_a_session_has_proved_is_noted_with_its_time(visit: HttpRequest) -> None:
    user = User(pk=1, username="Ada")
    private_apis.record_authentication(visit, user, "mfa", id=3)
    (record,) = get_authentication_records(visit, user)
    assert record["method"] == "mfa"
    assert record["id"] == 3
    assert isinstance(record["at"], float)


def test_an_address_is_the_one_the_nearest_proxy_saw(settings: Any) -> None:
    headers = {"X-Forwarded-For": "198.51.100.1, 203.0.113.9"}
    request = RequestFactory().get("/", REMOTE_ADDR="192.0.2.7", headers=headers)
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 0
    assert private_apis.get_client_ip(request) == "192.0.2.7"
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    assert private_apis.get_client_ip(request) == "203.0.113.9"


def test_a_limit_counts_by_its_key_and_takes_back_what_came_to_nothing(
    visit: HttpRequest,
) -> None:
    def use(key: str) -> private_apis.RateLimitUsage | None:
        usage: private_apis.RateLimitUsage | None = private_apis.consume(
            visit,
            app="allauth.account",
            action="try",
            config={"try": "2/m/key"},
            key=key,
            limit_get=True,
        )
        return usage

    first = use("a")
    assert isinstance(first, private_apis.RateLimitUsage)
    assert use("a")
    assert use("a") is None
    assert use("b")
    first.rollback()
    assert use("a")
    assert use("a") is None


@pytest.mark.parametrize("hook", ["pre_authenticate", "_delete_login_attempts_cached_email"])
def test_tries_to_sign_in_are_counted_by_the_key_that_the_adapter_makes(
    visit: HttpRequest, monkeypatch: pytest.MonkeyPatch, hook: str
) -> None:
    asked: list[dict[str, Any]] = []

    def key(self: AccountAdapter, request: HttpRequest, **credentials: Any) -> str:
        asked.append(credentials)
        return "key"

    assert hasattr(DefaultAccountAdapter, "_get_login_attempts_cache_key")
    monkeypatch.setattr(AccountAdapter, "_get_login_attempts_cache_key", key)
    getattr(AccountAdapter(visit), hook)(visit, username="ada")
    assert asked == [{"username": "ada"}]


def test_a_socket_that_has_closed_raises_disconnected() -> None:
    protocol: Any = WebSocketProtocol()  # as the server has it
    protocol.state = protocol.STATE_CLOSED
    with pytest.raises(private_apis.Disconnected):
        protocol.sendMessage(b"late")


def test_a_socket_is_closed_with_a_code_that_autobahn_keeps_for_itself() -> None:
    protocol: Any = WebSocketProtocol()
    protocol.state, protocol.closeHandshakeTimeout = protocol.STATE_OPEN, 0
    sent: list[dict[str, Any]] = []
    protocol.sendFrame = lambda **frame: sent.append(frame)
    for _ in range(2):
        private_apis.send_close_frame(protocol, 1012, "3")
    assert sent == [{"opcode": 8, "payload": b"\x03\xf43"}], "once, and no more when it is closing"


def test_messages_between_sockets_call_the_handler_of_their_type() -> None:
    assert private_apis.get_handler_name({"type": "game.changed"}) == "game_changed"
    with pytest.raises(ValueError, match="leading underscore"):
        private_apis.get_handler_name({"type": "_push"})
    assert "get_handler_name" in AsyncConsumer.dispatch.__code__.co_names


@pytest.mark.django_db
def test_a_pool_looks_after_connections_to_postgresql_and_only_those() -> None:
    pool = private_apis.pool_of(connection)
    assert isinstance(pool, ConnectionPool) == (connection.vendor == "postgresql")
    if pool:
        pool.check()
        assert pool.timeout == settings.DATABASES["default"]["OPTIONS"]["pool"]["timeout"]


@pytest.mark.django_db(transaction=True)  # tasks are claimed in transactions of their own
def test_of_the_tasks_that_wait_one_is_done() -> None:
    note.enqueue()
    note.enqueue()
    for done in (1, 2, 2):
        private_apis.run_one_task()
        assert DBTaskResult.objects.filter(status=TaskResultStatus.SUCCESSFUL).count() == done
