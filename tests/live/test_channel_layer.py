"""The channel layers do not look at everything again and again.

The one in memory does not for each message, the one in Redis not while there is none.
"""

import asyncio
import uuid
from collections.abc import Callable, Coroutine
from typing import Any
from unittest import mock

import pytest
from channels.layers import InMemoryChannelLayer
from django.conf import settings
from redis.asyncio.client import PubSub

from cantstop_site import channel_layer, channel_layer_in_memory
from cantstop_site.channel_layer import ChannelLayer
from cantstop_site.channel_layer_in_memory import ChannelLayerInMemory

MESSAGE = {"type": "game.changed"}
HEARD_WITHIN = 60
"""Seconds. Redis is waited for longer in these tests, so that nothing is heard by chance."""


@pytest.fixture
def cleanings(monkeypatch: pytest.MonkeyPatch) -> list[InMemoryChannelLayer]:
    """Return a list that grows whenever a layer looks at all channels."""
    found: list[InMemoryChannelLayer] = []
    clean = InMemoryChannelLayer._clean_expired  # type: ignore[attr-defined]  # noqa: SLF001

    def noted(layer: InMemoryChannelLayer) -> None:
        found.append(layer)
        clean(layer)

    monkeypatch.setattr(InMemoryChannelLayer, "_clean_expired", noted)
    return found


def test_many_messages_have_it_look_once(cleanings: list[InMemoryChannelLayer]) -> None:
    async def talk() -> None:
        layer = ChannelLayerInMemory()
        await layer.group_add("table", "one")
        for _ in range(50):
            await layer.group_send("table", MESSAGE)
            assert await layer.receive("one") == MESSAGE

    asyncio.run(talk())
    assert len(cleanings) == 1


def test_what_nobody_takes_is_dropped_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(channel_layer_in_memory, "BETWEEN_CLEANINGS", 0.01)

    async def talk() -> ChannelLayerInMemory:
        layer = ChannelLayerInMemory(expiry=0)
        await layer.group_add("table", "one")
        await layer.group_send("table", MESSAGE)
        assert "one" in layer.channels
        await asyncio.sleep(0.03)
        await layer.group_send("elsewhere", MESSAGE)
        return layer

    layer = asyncio.run(talk())
    assert "one" not in layer.channels
    assert "one" not in layer.groups["table"], "who does not listen has gone"


def with_redis(talk: Callable[[Any], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    """Make a test of what is said over a layer in Redis."""

    async def talk_and_leave() -> None:
        alone = f"test-{uuid.uuid4()}"  # tests at the same time share what Redis says
        layer = ChannelLayer(hosts=[settings.REDIS_URL], prefix=alone)
        await talk(layer)
        await layer.flush()

    @pytest.mark.services
    @pytest.mark.skipif(not settings.REDIS_URL, reason="needs Redis: make test-services")
    def test() -> None:
        with mock.patch.object(channel_layer, "WAIT", 600):
            asyncio.run(talk_and_leave())

    return test


async def listen(layer: Any, group: str = "table") -> str:
    """Return a new channel that listens at a table."""
    channel: str = await layer.new_channel()
    await layer.group_add(group, channel)
    return channel


async def hear(layer: Any, channel: str) -> None:
    """Say something to a table at which a channel listens, and hear it there without delay."""
    await layer.group_send("table", MESSAGE)
    async with asyncio.timeout(HEARD_WITHIN):
        assert await layer.receive(channel) == MESSAGE


@with_redis
async def test_redis_is_not_asked_again_and_again(layer: Any) -> None:
    channel = await listen(layer)
    await hear(layer, channel)
    get_message = PubSub.get_message
    with mock.patch.object(PubSub, "get_message", autospec=True, side_effect=get_message) as asking:
        await asyncio.sleep(1)
    assert asking.call_count <= 1, "who has heard something waits for the next once"
    await hear(layer, channel)


@with_redis
async def test_who_comes_while_a_message_is_awaited_hears_it(layer: Any) -> None:
    await listen(layer, "elsewhere")
    await asyncio.sleep(0.2)
    await hear(layer, await listen(layer))


@with_redis
async def test_who_comes_after_everybody_has_left_hears_something(layer: Any) -> None:
    waiting = asyncio.create_task(layer.receive(await layer.new_channel()))
    await asyncio.sleep(0.2)
    waiting.cancel()
    await asyncio.wait([waiting])
    await asyncio.sleep(0.2)
    await hear(layer, await listen(layer))


@with_redis
async def test_a_layer_that_was_flushed_while_it_waited_works_again(layer: Any) -> None:
    for _ in range(2):
        await hear(layer, await listen(layer))
        async with asyncio.timeout(HEARD_WITHIN):
            await layer.flush()


@with_redis
async def test_messages_are_awaited_again_after_an_error(layer: Any) -> None:
    failed = mock.AsyncMock(side_effect=TimeoutError("nothing came"))
    with (
        mock.patch.object(channel_layer, "RECONNECT_PAUSE", 0.1),
        mock.patch.object(PubSub, "get_message", failed),
    ):
        channel = await listen(layer)
        await asyncio.sleep(0.2)
        assert failed.called
    await asyncio.sleep(0.2)
    await hear(layer, channel)
