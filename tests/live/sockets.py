"""A socket for tests, and what happens beside it."""

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from asgiref.testing import ApplicationCommunicator
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator

P = ParamSpec("P")
R = TypeVar("R")

SECONDS = 30
"""How long a busy machine may take; Channels itself would give up after one."""


async def aside(call: Callable[P, R], *args: P.args, **options: P.kwargs) -> R:
    """Call on a thread of its own, which gives its connection back to the pool."""
    return await database_sync_to_async(call, thread_sensitive=False)(*args, **options)


class Socket(WebsocketCommunicator):
    """A WebSocket to the site that is patient.

    Channels' own lets nobody close connections meanwhile, for tests within a transaction. Ours
    are not, and each thread would keep its connection for good, until the pool is empty.
    """

    async def send_input(self, message: dict[str, Any]) -> None:
        await ApplicationCommunicator.send_input(self, message)  # type: ignore[no-untyped-call]

    async def connect(self, timeout: float = SECONDS) -> Any:
        return await super().connect(timeout)

    async def receive_output(self, timeout: float = SECONDS) -> Any:
        return await ApplicationCommunicator.receive_output(self, timeout)  # type: ignore[no-untyped-call]

    async def receive_from(self, timeout: float = SECONDS) -> Any:
        return await super().receive_from(timeout)

    async def disconnect(self, code: int = 1000, timeout: float = SECONDS) -> Any:
        return await super().disconnect(code, timeout)
