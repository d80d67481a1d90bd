"""While the channel layer is gone pages ask by themselves; when it is back, their sockets work."""

import asyncio
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any
from unittest import mock

import pytest
from asgiref.sync import sync_to_async
from channels.layers import InMemoryChannelLayer, channel_layers
from channels_redis.pubsub import RedisPubSubLoopLayer
from django.conf import settings
from django.db import OperationalError, connection, transaction
from django.test import TransactionTestCase
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError

from accounts import heartbeat
from cantstop_site.asgi import application
from cantstop_site.channel_layer import ChannelLayer
from games.live.consumers import COME_BACK, CUT_OFF
from games.models import Game
from tests.browser.wire import Wire
from tests.games.tables import player_client, running_table
from tests.live.sockets import Socket
from tests.live.test_sockets import connect, next_push, roll
from tests.silence import each_way_to_be_gone, port_of

pytestmark = pytest.mark.services
ON_REDIS = pytest.mark.skipif(not settings.REDIS_URL, reason="needs Redis: make test-services")
SECONDS = 4


class FlakyLayer(InMemoryChannelLayer):
    """A layer that can be gone, or say nothing; it notes what it was asked to send meanwhile."""

    def __init__(self) -> None:
        super().__init__()
        self.is_gone = self.is_silent = self.refuses_once = False
        self.asked: list[str] = []

    async def send(self, channel: str, message: dict[str, Any]) -> None:
        if self.is_gone or self.refuses_once:
            self.refuses_once = False
            raise RedisConnectionError("Connection refused.")
        if not self.is_silent:
            await super().send(channel, message)

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        self.asked.append(group)
        await super().group_send(group, message)


class OutageTests(TransactionTestCase):
    def setUp(self) -> None:
        self.layer = FlakyLayer()
        self.addCleanup(channel_layers.set, "default", channel_layers["default"])
        channel_layers.set("default", self.layer)
        for name, seconds in (("PERIOD", 0.05), ("PATIENCE", 0.5)):
            patched = mock.patch.object(heartbeat, name, seconds)
            patched.start()
            self.addCleanup(patched.stop)

    async def test_pages_ask_while_the_layer_is_gone_and_come_anew_when_it_is_back(self) -> None:
        socket = await lobby()
        self.layer.is_gone = True
        await next_push(socket, CUT_OFF)
        self.layer.is_gone = False
        assert await end_of(socket) == COME_BACK

    async def test_pages_come_anew_after_a_blink_of_the_layer_in_which_messages_were_lost(
        self,
    ) -> None:
        socket = await lobby()
        self.layer.refuses_once = True
        await next_push(socket, CUT_OFF)
        assert await end_of(socket) == COME_BACK

    async def test_a_layer_that_brings_nothing_is_gone_too(self) -> None:
        socket = await lobby()
        self.layer.is_silent = True
        await next_push(socket, CUT_OFF)
        self.layer.is_silent = False
        assert await end_of(socket) == COME_BACK

    async def test_no_socket_is_let_in_that_would_hear_nothing(self) -> None:
        socket = await lobby()
        self.layer.is_gone = True
        await next_push(socket, CUT_OFF)
        other = Socket(application, "/ws/lobby/", headers=OWN)
        connected, _ = await other.connect()
        assert not connected
        self.layer.is_gone = False
        assert await end_of(socket) == COME_BACK
        other = await lobby()
        await other.disconnect()

    async def test_a_move_does_not_wait_for_a_layer_that_is_gone(self) -> None:
        game = await sync_to_async(running_table)()
        socket = await lobby()
        self.layer.is_gone = True
        await next_push(socket, CUT_OFF)
        self.layer.asked.clear()
        await roll(game)
        await game.arefresh_from_db()
        assert game.version == 1
        assert not self.layer.asked
        await socket.disconnect()

    async def test_a_page_whose_push_meets_an_outage_comes_anew(self) -> None:
        game = await sync_to_async(running_table)()
        socket = await connect(f"/ws/games/{game.code}/")
        await next_push(socket)
        gone = mock.AsyncMock(side_effect=OperationalError("server closed the connection"))
        with mock.patch("games.live.rendering.once", gone):
            await roll(game)
            assert await end_of(socket) == COME_BACK
        await socket.disconnect(COME_BACK)
        assert not any(self.layer.groups.values())

    async def test_a_socket_that_opens_without_a_database_is_not_let_in(self) -> None:
        gone = mock.AsyncMock(side_effect=OperationalError("connection refused"))
        cookie = (b"cookie", b"sessionid=somebody-who-is-signed-in")
        with mock.patch("accounts.sockets.get_user", gone):
            socket = Socket(application, "/ws/lobby/", headers=[*OWN, cookie])
            connected, _ = await socket.connect()
        assert not connected

    async def test_a_visitor_who_comes_while_the_database_is_gone_comes_anew(self) -> None:
        gone = mock.Mock(side_effect=OperationalError("connection refused"))
        with mock.patch("games.live.rendering.lobby", gone):
            sockets = [await connect("/ws/lobby/") for _ in range(2)]
            assert [await end_of(socket) for socket in sockets] == [COME_BACK] * 2
        other = await lobby()
        await other.disconnect()


OWN = [(b"host", b"localhost"), (b"origin", b"http://localhost")]


async def lobby() -> Socket:
    """Return a socket that shows the lobby."""
    socket = await connect("/ws/lobby/")
    await socket.receive_from()
    return socket


async def end_of(socket: Socket) -> Any:
    """Return the code with which a socket closes, whatever it pushes before."""
    while (output := await socket.receive_output())["type"] != "websocket.close":
        pass
    return output["code"]


@each_way_to_be_gone
def test_nothing_waits_long_for_the_layer(how: str) -> None:
    async def send() -> None:
        layer = ChannelLayer(hosts=[f"redis://127.0.0.1:{port}/0"])
        sending = [layer.group_send("game.abc", {"type": "game.changed"}) for _ in range(20)]
        results = await asyncio.gather(*sending, return_exceptions=True)
        assert all(isinstance(result, RedisError) for result in results)

    # Twenty that wait for each other would take 10 seconds.
    with port_of(how) as port, mock.patch("cantstop_site.channel_layer.SECONDS", 0.5):
        start = time.monotonic()
        asyncio.run(send())
        assert time.monotonic() - start < SECONDS


def test_what_does_not_hear_that_it_should_give_up_is_not_waited_for() -> None:
    async def hear_nothing(*args: Any) -> None:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            await asyncio.sleep(0.1)

    async def send() -> None:
        layer = ChannelLayer(hosts=["redis://127.0.0.1:1/0"])
        with pytest.raises(RedisError):
            await layer.group_send("game.abc", {"type": "game.changed"})

    with (
        mock.patch("cantstop_site.channel_layer.SECONDS", 0.1),
        mock.patch.object(RedisPubSubLoopLayer, "group_send", hear_nothing),
    ):
        asyncio.run(send())


@ON_REDIS
def test_groups_hear_again_what_is_sent_when_redis_is_back(wire: Wire) -> None:
    async def listen() -> None:
        layer = layer_behind(wire)
        channel = await layer.new_channel()
        await layer.group_add("game.abc", channel)
        await layer.group_send("game.abc", {"type": "before"})
        assert await layer.receive(channel) == {"type": "before"}
        wire.cut()
        with pytest.raises(RedisError):
            await layer.group_send("game.abc", {"type": "lost"})
        wire.mend()
        heard = asyncio.create_task(layer.receive(channel))
        while not heard.done():  # until the layer has subscribed again
            await layer.group_send("game.abc", {"type": "after"})
            await asyncio.wait([heard], timeout=0.1)
        assert heard.result() == {"type": "after"}
        await layer.flush()

    asyncio.run(asyncio.wait_for(listen(), 30))


@ON_REDIS
def test_many_who_come_right_after_an_outage_are_in_nobodys_way(wire: Wire) -> None:
    async def come() -> None:
        layer = layer_behind(wire)
        channel = await layer.new_channel()
        await layer.group_add("game.abc", channel)
        for outage in range(40):
            wire.cut()
            await asyncio.sleep(0.01 * (outage % 5))
            wire.mend()
            came: list[Any] = [RedisError()]
            while not all(isinstance(one, str) for one in came):
                coming = [layer.new_channel() for _ in range(5)]
                came = await asyncio.gather(*coming, return_exceptions=True)
                assert all(isinstance(one, str | RedisError) for one in came), came
        await layer.group_send("game.abc", {"type": "after"})
        assert await layer.receive(channel) == {"type": "after"}
        await layer.flush()

    with mock.patch("cantstop_site.channel_layer.RECONNECT_PAUSE", 0.01):
        asyncio.run(asyncio.wait_for(come(), 60))


def layer_behind(wire: Wire) -> Any:
    """Return a layer that talks to Redis over a wire."""
    url = wire.url.replace("http", "redis")
    return ChannelLayer(hosts=[url], prefix=f"test-{uuid.uuid4()}")


@pytest.mark.django_db(transaction=True)
def test_a_step_at_a_table_that_somebody_holds_locked_is_refused_in_a_while() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one lock for all, which it gives up waiting for by itself")
    game = running_table()
    client = player_client(game, 0)
    client.raise_request_exception = False
    locked, done = Event(), Event()

    def hold() -> None:
        with transaction.atomic():
            Game.objects.select_for_update().get(pk=game.pk)
            locked.set()
            done.wait()
        connection.close()

    with ThreadPoolExecutor(1) as thread, connection.cursor() as cursor:
        holding = thread.submit(hold)
        locked.wait()
        cursor.execute("SET lock_timeout = '100ms'")
        try:
            answer = client.post(f"/games/{game.code}/act/", {"action": "roll", "token": 0})
        finally:
            cursor.execute("RESET lock_timeout")
            done.set()
            holding.result()
    assert answer.status_code == 503
    game.refresh_from_db()
    assert game.version == 0
