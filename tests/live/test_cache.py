"""The cache is in Redis where there is one, and nobody notices when it is gone."""

import time
from concurrent.futures import ThreadPoolExecutor
from secrets import token_hex
from typing import Any
from urllib.parse import urlsplit

import pytest
import redis
from django.conf import settings
from django.core.cache import caches
from django.core.cache.backends.redis import RedisCacheClient
from django.test import RequestFactory

from accounts.limits import is_within_limit
from accounts.models import User
from cantstop_site import cache as cache_module
from cantstop_site.cache import ForgivingCache, SharedPool
from tests.browser.wire import Wire
from tests.silence import each_way_to_be_gone, port_of

ON_REDIS = pytest.mark.skipif(not settings.REDIS_URL, reason="needs Redis: make test-services")
SECONDS = 30
IN_TIME = 3
"""Seconds, though many are asked for: only the first waits for Redis."""


@pytest.fixture(autouse=True)
def every_operation_may_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ForgivingCache, "gone_until", 0.0)
    monkeypatch.setattr(ForgivingCache, "unsure", [])


def cache_at(port: int) -> ForgivingCache:
    cache = ForgivingCache(f"redis://127.0.0.1:{port}/0", {"KEY_PREFIX": f"at-{port}"})
    cache.memory.clear()
    return cache


@each_way_to_be_gone
def test_without_redis_a_process_keeps_things_in_its_own_memory(
    how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache_module, "PAUSE", 60)
    with port_of(how) as port:
        cache, start = cache_at(port), time.monotonic()
        assert cache.get("a", "nothing") == "nothing"
        cache.set("a", 1)
        assert not cache.add("a", 2)
        assert cache.incr("a") == 2
        cache.set_many({"b": 3})
        assert cache.get_many(["a", "b"]) == {"a": 2, "b": 3}
        cache.delete("a")
        assert not cache.has_key("a")
        assert time.monotonic() - start < IN_TIME


def test_limits_count_without_redis(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"act": "2/m/ip"}
    request = RequestFactory().post("/", REMOTE_ADDR="192.0.2.7")
    request.user = User(pk=1)
    with port_of("closed") as port:
        settings.CACHES = {
            "default": {
                "BACKEND": "cantstop_site.cache.ForgivingCache",
                "LOCATION": f"redis://127.0.0.1:{port}/0",
                "KEY_PREFIX": f"limits-{port}",
            }
        }
        assert [is_within_limit(request, "act") for _ in range(3)] == [True, True, False]


@ON_REDIS
def test_what_processes_share_is_in_redis_again_when_it_is_back(
    wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache_module, "PAUSE", 0)
    cache = cache_at(urlsplit(wire.url).port or 0)
    cache.set("a", "shared")
    wire.cut()
    assert cache.get("a") is None
    cache.set("a", "of this process")
    assert cache.get("a") == "of this process"
    wire.mend()
    deadline = time.monotonic() + SECONDS
    while cache.get("a") != "shared":  # the wire may still be closing what it was asked before
        assert time.monotonic() < deadline


@ON_REDIS
def test_a_lock_that_redis_grants_too_late_is_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache_module, "PAUSE", 0)
    cache = ForgivingCache(settings.REDIS_URL, {"KEY_PREFIX": token_hex(8)})
    with monkeypatch.context() as late:
        late.setattr(RedisCacheClient, "add", late_add)
        assert cache.add("lock", 1)  # in memory
    assert cache.get("anything") is None
    assert cache.add("lock", 1)
    assert not cache.add("lock", 1)


def late_add(client: RedisCacheClient, *args: Any) -> bool:
    client.set(*args)
    raise redis.TimeoutError("Timeout reading from socket")


def test_all_caches_of_a_process_have_the_same_connections() -> None:
    url = "redis://127.0.0.1:1/0"
    assert SharedPool.from_url(url, timeout=1) is SharedPool.from_url(url, timeout=1)


@ON_REDIS
def test_requests_do_not_connect_to_redis_one_by_one() -> None:
    def ask() -> None:  # each thread has a cache of its own, as each request has
        caches["default"].set("a", 1)

    ask()
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        before = client.info("stats")["total_connections_received"]
        for _ in range(20):
            with ThreadPoolExecutor(1) as thread:
                thread.submit(ask).result()
        assert client.info("stats")["total_connections_received"] - before < 10
