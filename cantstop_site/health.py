"""Health checks for operators: does this process answer (`/healthz`), can it serve (`/readyz`)?

`/healthz` is for proxies and supervisors. It asks nothing but the process: otherwise an outage of
the database would take every process out of service. `/readyz` names broken parts; details are only
in the log. Both are answered before Django, for any host name and scheme.
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
PATIENCE = 2  # seconds in which each part must answer
REUSED_FOR = 1  # seconds for which an answer is reused, because anybody may ask at any rate
SAFE = {"GET", "HEAD"}


def with_health(application: Application) -> Application:
    """Answer `/healthz` and `/readyz` before the application."""
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
    def __init__(self) -> None:
        # One thread for each part, so that a part that hangs blocks only its own thread and check.
        self._database_thread = ThreadPoolExecutor(1, "health-database")
        self._cache_thread = ThreadPoolExecutor(1, "health-cache")
        self._one_at_a_time = asyncio.Lock()
        self._channel = ""
        self._migrated = False
        self._state: State = {}
        self._asked_at = -float(REUSED_FOR)

    async def state(self) -> State:
        """Return for each part "ok" or its problem."""
        async with self._one_at_a_time:
            if time.monotonic() - self._asked_at >= REUSED_FOR:
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
        """Send a message through the channel layer, and wait until it arrives."""
        layer = get_channel_layer()
        if layer is None:
            return "none"
        # The channel is reused while it works, because the layer never forgets a channel.
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
        return type(error).__name__  # the error's message may name hosts and users


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
