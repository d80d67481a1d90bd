"""Pages and their sockets let each other know that they are there."""

from unittest import mock

import pytest
from asgiref.sync import sync_to_async
from django.test import TransactionTestCase

from accounts import heartbeat
from games import presence
from games.live import consumers
from games.live.consumers import ANSWER, ANSWERED_EVERY, BEAT, COME_BACK
from tests.games.tables import running_table, user_at
from tests.html import elements
from tests.live.sockets import Socket
from tests.live.test_sockets import connect, next_push, roll, version_of

pytestmark = pytest.mark.services

STEP = 5.0
"""Seconds; a process that looks so seldom does not count as one that stood still."""

HIDDEN_PAGES_BEAT = 60.0


async def messages_until_a_push(socket: Socket) -> list[str]:
    """Return what comes before the next regions of a table; counts of viewers are left out."""
    came: list[str] = []
    while not elements(message := str(await socket.receive_from()), "#t-status"):
        if "t-viewers" not in message:
            came.append(message)
    return came


class HeartbeatTests(TransactionTestCase):
    def setUp(self) -> None:
        self.now = 1_000_000.0
        for module in (heartbeat, consumers):
            patched = mock.patch.object(module, "monotonic", side_effect=lambda: self.now)
            patched.start()
            self.addCleanup(patched.stop)

    async def beat(self, socket: Socket) -> None:
        """Have the page of a socket beat, and wait until that is answered."""
        await socket.send_to(text_data=BEAT)
        assert await next_push(socket, ANSWER)

    async def pass_time(self, seconds: float) -> None:
        """Let time pass in which the process looks at its sockets."""
        end = self.now + seconds
        while self.now < end:
            self.now += STEP
            await heartbeat.heartbeat.close_silent()

    async def test_a_beat_is_answered_and_whatever_else_comes_is_not(self) -> None:
        game = await sync_to_async(running_table)()
        socket = await connect(f"/ws/games/{game.code}/")
        await next_push(socket)
        for text in ("!", "?!", " ?", "? ", BEAT * 5000, '{"beat":"?"}', "roll"):
            await socket.send_to(text_data=text)
        await socket.send_to(bytes_data=BEAT.encode())
        await self.beat(socket)
        await roll(game)
        assert await messages_until_a_push(socket) == []
        await socket.disconnect()

    async def test_of_many_beats_at_once_one_is_answered(self) -> None:
        game = await sync_to_async(running_table)()
        socket = await connect(f"/ws/games/{game.code}/")
        await next_push(socket)
        for _ in range(50):
            await socket.send_to(text_data=BEAT)
        await roll(game)
        assert await messages_until_a_push(socket) == [ANSWER]
        self.now += ANSWERED_EVERY
        await self.beat(socket)
        await socket.disconnect()

    async def test_a_socket_whose_page_beats_no_more_closes_and_nobody_is_there(self) -> None:
        game = await sync_to_async(running_table)()
        users = [await sync_to_async(user_at)(game, player) for player in (0, 1)]
        asleep, awake = [await connect(f"/ws/games/{game.code}/", user) for user in users]
        for socket in (asleep, awake):
            await next_push(socket)
            await self.beat(socket)
        # As seldom as browsers let pages that are hidden.
        await self.pass_time(HIDDEN_PAGES_BEAT)
        await self.beat(awake)
        assert len(presence.here[game.code]) == len(users)
        await self.pass_time(heartbeat.SILENCE - HIDDEN_PAGES_BEAT + STEP)

        while (output := await asleep.receive_output())["type"] == "websocket.send":
            pass
        assert output == {"type": "websocket.close", "code": COME_BACK}
        await asleep.disconnect()
        assert list(presence.here[game.code]) == [presence.user_key(users[1].pk)]
        await roll(game)
        assert version_of(await next_push(awake)) == 1
        await awake.disconnect()

    async def test_who_never_beats_is_not_expected_to(self) -> None:
        game = await sync_to_async(running_table)()
        socket = await connect(f"/ws/games/{game.code}/")
        await next_push(socket)
        await self.pass_time(2 * heartbeat.SILENCE)
        await roll(game)
        assert version_of(await next_push(socket)) == 1
        await socket.disconnect()

    async def test_a_process_that_stood_still_closes_no_page_that_it_could_not_hear(self) -> None:
        game = await sync_to_async(running_table)()
        socket = await connect(f"/ws/games/{game.code}/")
        await next_push(socket)
        await self.beat(socket)
        await self.pass_time(STEP)
        self.now += 10 * heartbeat.SILENCE
        await self.pass_time(heartbeat.SILENCE)
        await roll(game)
        assert version_of(await next_push(socket)) == 1
        await self.pass_time(3 * STEP)
        while (output := await socket.receive_output())["type"] == "websocket.send":
            pass
        assert output == {"type": "websocket.close", "code": COME_BACK}
        await socket.disconnect()
