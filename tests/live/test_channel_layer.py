"""The channel layer in memory does not look at everything for each message."""

import asyncio

import pytest
from channels.layers import InMemoryChannelLayer

from cantstop_site import channel_layer
from cantstop_site.channel_layer import ChannelLayerInMemory

MESSAGE = {"type": "game.changed"}


@pytest.fixture
def cleanings(monkeypatch: pytest.MonkeyPatch) -> list[InMemoryChannelLayer]:
    """Return a list that grows whenever a layer looks at all channels."""
    found: list[InMemoryChannelLayer] = []
    clean = InMemoryChannelLayer._clean_expired  # type: ignore[attr-defined]

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
    monkeypatch.setattr(channel_layer, "BETWEEN_CLEANINGS", 0.01)

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
