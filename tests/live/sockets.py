"""A socket for tests."""

from typing import Any

from channels.testing import WebsocketCommunicator

SECONDS = 30
"""How long a busy machine may take; Channels itself would give up after one."""


class Socket(WebsocketCommunicator):
    """A WebSocket to the site that is patient."""

    async def connect(self, timeout: float = SECONDS) -> Any:
        return await super().connect(timeout)

    async def receive_output(self, timeout: float = SECONDS) -> Any:
        return await super().receive_output(timeout)

    async def receive_from(self, timeout: float = SECONDS) -> Any:
        return await super().receive_from(timeout)

    async def disconnect(self, code: int = 1000, timeout: float = SECONDS) -> Any:
        return await super().disconnect(code, timeout)
