"""A server says that it is there, from its start to its end."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from itertools import chain, repeat
from unittest import mock

import pytest
from asgiref.sync import async_to_sync
from channels.db import database_sync_to_async
from django.db import OperationalError

from cantstop_site import asgi
from games import serving
from games.models import SignOfLife

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.services]

SECONDS = 30
SIGNS = SignOfLife.objects.filter(role=SignOfLife.Role.PAGES)


def serve(until: Callable[[], Awaitable[bool]]) -> None:
    """Run what a server runs beside its pages, from start to stop."""

    async def run() -> None:
        messages: asyncio.Queue[dict[str, str]] = asyncio.Queue()
        messages.put_nowait({"type": "lifespan.startup"})
        running = asyncio.create_task(asgi.lifespan({}, messages.get, mock.AsyncMock()))
        async with asyncio.timeout(SECONDS):
            while not await until():
                await asyncio.sleep(0.01)
            messages.put_nowait({"type": "lifespan.shutdown"})
            await running

    async_to_sync(run)()


def test_a_server_gives_signs_of_life_with_a_referee_elsewhere() -> None:
    serve(database_sync_to_async(SIGNS.exists))
    assert not SignOfLife.objects.exclude(role=SignOfLife.Role.PAGES).exists()


def test_a_database_that_is_gone_does_not_stop_the_signs(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def goes_on() -> bool:
        return given.call_count > 2

    with (
        mock.patch.object(serving, "SIGN_EVERY", timedelta()),
        mock.patch.object(serving, "give_sign_of_life") as given,
        mock.patch.object(serving, "connection") as connection,
    ):
        given.side_effect = chain([OperationalError], repeat(None))
        serve(goes_on)
    assert "Could not give the web servers' sign of life" in caplog.text
    assert connection.close.called
