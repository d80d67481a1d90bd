"""Two addresses for those who run the site: does this process answer, and can it serve?

`/healthz` is for proxies and supervisors: it asks nobody else, so that a database that is gone does
not take every process out of service. `/readyz` says what is wrong, without details: those are in
the log. Both are answered before Django, whatever the name of the host and the scheme.
"""

import asyncio
import json
import secrets
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from typing import Any

from channels.layers import get_channel_layer
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from operations import sign_of_life

Application = Callable[[Any, Any, Any], Awaitable[None]]
Check = Callable[[], Awaitable[str]]
State = dict[str, str]

OK = "ok"
PATIENCE = 2
"""Seconds that each part has to answer."""

FRESH = 1
"""Seconds for which an answer is given again: anybody may ask as often as they like."""

SAFE = {"GET", "HEAD"}


def with_health(application: Application) -> Application:
    """Wrap an ASGI application: answer `/healthz` and `/readyz` in its place."""
    readiness = Readiness()

    async def wrapped(scope: Any, receive: Any, send: Any) -> None:
        path = scope["path"] if scope["type"] == "http" and scope["method"] in SAFE else ""
        if path == "/healthz":
            await _answer(send, {"process": OK})
        elif path == "/readyz":
            await _answer(send, await readiness.state())
        else:
            await application(scope, receive, send)

    return wrapped


class Readiness:
    """Knows what this process needs, and asks for it."""

    def __init__(self) -> None:
        # A thread each: what hangs is waited for once, and keeps nobody else waiting.
        self._database_thread = ThreadPoolExecutor(1, "health-database")
        self._cache_thread = ThreadPoolExecutor(1, "health-cache")
        self._one_at_a_time = asyncio.Lock()
        self._channel = ""
        self._migrated = False
        self._state: State = {}
        self._asked_at = -float(FRESH)

    async def state(self) -> State:
        """Return "ok" or what is wrong for each part."""
        async with self._one_at_a_time:
            if time.monotonic() - self._asked_at >= FRESH:
                checks = {
                    "database": self._database,
                    "migrations": self._migrations,
                    "channel_layer": self._layer,
                    "referee": self._referee,
                }
                found = await asyncio.gather(*(_tried(check) for check in checks.values()))
                self._state = dict(zip(checks, found, strict=True))
                self._asked_at = time.monotonic()
            return self._state

    async def _database(self) -> str:
        await self._in(self._database_thread, _ask_database)
        return OK

    async def _migrations(self) -> str:
        if not self._migrated:
            missing = await self._in(self._database_thread, _missing_migrations)
            if missing:
                return f"{missing} to apply"
            self._migrated = True
        return OK

    async def _layer(self) -> str:
        """Say something by way of the channel layer, and wait to hear it."""
        layer = get_channel_layer()
        if layer is None:
            return "none"
        # Kept while it works: the layer never forgets a channel that was listened to.
        channel, self._channel = self._channel or await layer.new_channel(), ""
        stamp = secrets.token_hex(8)
        await layer.send(channel, {"type": "health", "stamp": stamp})
        while (await layer.receive(channel))["stamp"] != stamp:
            pass
        self._channel = channel
        return OK

    async def _referee(self) -> str:
        if await self._in(self._cache_thread, sign_of_life.is_alive):
            return OK
        return f"no sign of life for {sign_of_life.GONE_AFTER} s"

    async def _in(self, thread: ThreadPoolExecutor, call: Callable[[], Any]) -> Any:
        return await asyncio.get_running_loop().run_in_executor(thread, call)


async def _tried(check: Check) -> str:
    try:
        async with asyncio.timeout(PATIENCE):
            return await check()
    except TimeoutError:
        return f"no answer within {PATIENCE} s"
    except Exception as error:
        return type(error).__name__  # its sentence may name hosts and users


def _ask_database() -> None:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    finally:
        connection.close()


def _missing_migrations() -> int:
    try:
        executor = MigrationExecutor(connection)
        return len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
    finally:
        connection.close()


async def _answer(send: Any, state: State) -> None:
    fine = all(said == OK for said in state.values())
    headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
    status = HTTPStatus.OK if fine else HTTPStatus.SERVICE_UNAVAILABLE
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": json.dumps(state).encode()})
