"""A suspension closes the sockets of its user, at once and for as long as it holds."""

import pytest
from asgiref.sync import sync_to_async
from django.test import TransactionTestCase

from accounts.models import User
from accounts.sanctions.models import Sanction
from moderation.services import sanctions
from tests.games.tables import make_user, running_table, user_at
from tests.live.sockets import Socket, aside
from tests.live.test_sockets import connect, next_push, roll, version_of

pytestmark = pytest.mark.services


async def closed_with(socket: Socket) -> int:
    """Return the code with which the socket is closed, after whatever it says before."""
    while (output := await socket.receive_output())["type"] == "websocket.send":
        pass
    assert output["type"] == "websocket.close"
    return int(output["code"])


def suspend(user: User) -> Sanction:
    boss = User.objects.create(username="Boss", is_superuser=True, is_staff=True)
    return sanctions.give(boss, user, Sanction.Kind.SUSPENSION, "Cheating.")


class SuspensionTests(TransactionTestCase):
    async def test_the_open_sockets_of_a_suspended_user_close(self) -> None:
        game = await sync_to_async(running_table)(3)
        gone, stays = [await sync_to_async(user_at)(game, player) for player in (1, 0)]
        sockets = [
            await connect(f"/ws/games/{game.code}/", gone),
            await connect("/ws/lobby/", gone),
        ]
        here = await connect(f"/ws/games/{game.code}/", stays)
        await aside(suspend, gone)
        assert [await closed_with(socket) for socket in sockets] == [4403, 4403]
        await roll(game)
        while version_of(await next_push(here)) != 2:
            pass
        await here.disconnect()

    async def test_a_suspended_user_gets_no_socket(self) -> None:
        game = await sync_to_async(running_table)()
        user = await sync_to_async(make_user)()
        await sync_to_async(suspend)(user)
        for path in (f"/ws/games/{game.code}/", "/ws/lobby/"):
            socket = await connect(path, user)
            assert await socket.receive_output() == {
                "type": "websocket.close",
                "code": 4403,
            }
            await socket.disconnect()

    async def test_after_the_suspension_sockets_open_again(self) -> None:
        game = await sync_to_async(running_table)()
        user = await sync_to_async(make_user)()
        sanction = await sync_to_async(suspend)(user)
        boss = await User.objects.aget(username="Boss")
        await sync_to_async(sanctions.revoke)(boss, sanction, "A mistake.")
        socket = await connect(f"/ws/games/{game.code}/", user)
        assert version_of(await next_push(socket)) == 0
        await socket.disconnect()
