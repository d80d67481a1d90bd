"""What sockets push, to which visitors, and when they close."""

import threading
from typing import Any
from unittest import mock

import pytest
from asgiref.sync import sync_to_async
from django.test import Client, TransactionTestCase

from accounts.models import User
from accounts.sockets import close_user_sockets
from cantstop_site.asgi import application
from games import presence
from games.live.tables import ShownTable
from games.models import Game
from games.presence import count_spectators
from games.services import lobby
from games.services.dice import GameChance
from games.services.play import submit_action
from moderation.services import rulings
from tests.games.tables import make_user, running_table, user_at, waiting_table
from tests.html import elements, value
from tests.live.sockets import SECONDS, Socket, aside
from tests.moderation.people import make_staff

pytestmark = pytest.mark.services


def version_of(push: str) -> int:
    return int(value(push, "#t-status", "data-version"))


async def connect(path: str, user: User | None = None) -> Socket:
    """Open a socket as a browser of this user would."""
    headers = [(b"host", b"localhost"), (b"origin", b"http://localhost")]
    if user is not None:
        headers.append((b"cookie", await sync_to_async(session_cookie)(user)))
    socket = Socket(application, path, headers=headers)
    connected, _ = await socket.connect()
    assert connected
    return socket


def session_cookie(user: User) -> bytes:
    client = Client()
    client.force_login(user)
    return f"sessionid={client.cookies['sessionid'].value}".encode()


async def next_push(socket: Socket, holding: str = 'id="t-status"') -> str:
    """Return the next push that holds this text; counts of viewers may come in between."""
    while True:
        push = str(await socket.receive_from())
        if holding in push:
            return push


async def roll(game: Game) -> None:
    action, token = game.rules.parse_action("roll"), 0
    await aside(submit_action, game.code, 0, action, token)


class SecondFirst(GameChance):
    """Lets the last who sat down begin."""

    def shuffle(self, label: str, count: int) -> tuple[int, ...]:
        return tuple(reversed(range(count)))


class SocketTests(TransactionTestCase):
    async def test_a_socket_shows_the_present_state_on_connecting(self) -> None:
        game = await sync_to_async(running_table)()
        await roll(game)
        socket = await connect(f"/ws/games/{game.code}/")
        assert version_of(await next_push(socket)) == 1
        await socket.disconnect()

    async def test_a_move_reaches_players_and_spectators(self) -> None:
        game = await sync_to_async(running_table)()
        users = [await sync_to_async(user_at)(game, player) for player in (0, 1)]
        sockets = [await connect(f"/ws/games/{game.code}/", user) for user in [*users, None]]
        for socket in sockets:
            assert version_of(await next_push(socket)) == 0
        await roll(game)
        for socket in sockets:
            assert version_of(await next_push(socket)) == 1
        for socket in sockets:
            await socket.disconnect()

    async def test_visitors_who_wait_look_together_and_miss_nothing(self) -> None:
        game = await sync_to_async(running_table)()
        go, looks = threading.Event(), []
        state_for = ShownTable.state_for

        def look_later(*args: Any) -> str | None:
            looks.append(args)
            go.wait(SECONDS)
            return state_for(*args)

        with mock.patch.object(ShownTable, "state_for", look_later):
            sockets = [await connect(f"/ws/games/{game.code}/") for _ in range(6)]
            await roll(game)
            go.set()
            for socket in sockets:
                assert version_of(await next_push(socket)) == 1
        assert len(looks) < len(sockets)
        for socket in sockets:
            await socket.disconnect()

    async def test_only_the_turn_player_gets_buttons_that_work(self) -> None:
        game = await sync_to_async(running_table)()
        player = await connect(f"/ws/games/{game.code}/", await sync_to_async(user_at)(game, 0))
        spectator = await connect(f"/ws/games/{game.code}/")
        assert elements(await next_push(player), "[data-turn=me]")
        assert elements(await next_push(spectator), "[data-turn=other]")
        await player.disconnect()
        await spectator.disconnect()

    async def test_whose_seat_the_start_changes_meanwhile_is_shown_the_one_they_have_now(
        self,
    ) -> None:
        game = await sync_to_async(waiting_table)()
        other = await sync_to_async(make_user)()
        user = game.creator
        state_for = ShownTable.state_for

        def start_meanwhile(*args: Any) -> str | None:
            with mock.patch("games.services.start.GameChance", SecondFirst):
                lobby.join(game.code, other)
            return state_for(*args)

        with mock.patch.object(ShownTable, "state_for", start_meanwhile):
            socket = await connect(f"/ws/games/{game.code}/", user)
            push = await next_push(socket)
        assert (await game.seats.aget(user=user)).player == 1
        assert elements(push, "[data-turn=other]")
        await socket.disconnect()

    async def test_an_unknown_table_is_accepted_and_closed_so_that_clients_stop_trying(
        self,
    ) -> None:
        socket = await connect("/ws/games/nothere/")
        assert await socket.receive_output() == {
            "type": "websocket.close",
            "code": 4404,
        }
        await socket.disconnect()

    async def test_an_address_that_no_socket_has_is_refused_in_the_same_way(self) -> None:
        for path in (f"/ws/games/{'b' * 95}/", "/ws/games/Ä/", "/ws/games/a.b/", "/ws/", "/"):
            socket = await connect(path)
            output = await socket.receive_output()
            assert output == {"type": "websocket.close", "code": 4404}, path

    async def test_a_closed_table_is_shown_to_its_players_and_is_unknown_to_others(self) -> None:
        game = await sync_to_async(waiting_table)()
        owner, stranger = game.creator, await sync_to_async(make_user)()
        watching = await connect(f"/ws/games/{game.code}/", stranger)
        await next_push(watching)
        await aside(lobby.overdue, game.code, game.due_at)
        assert elements(await next_push(watching), "[data-closed]"), "who was there is told"
        await watching.disconnect()
        own = await connect(f"/ws/games/{game.code}/", owner)
        assert elements(await next_push(own), "[data-closed]")
        await own.disconnect()
        for user in (stranger, None):
            socket = await connect(f"/ws/games/{game.code}/", user)
            output = await socket.receive_output()
            assert output == {"type": "websocket.close", "code": 4404}
            await socket.disconnect()

    async def test_whatever_a_client_sends_is_ignored(self) -> None:
        game = await sync_to_async(running_table)()
        socket = await connect(f"/ws/games/{game.code}/", await sync_to_async(user_at)(game, 0))
        await next_push(socket)
        for nonsense in ('{"type":"game.changed"}', "roll", "{", "\0"):
            await socket.send_to(text_data=nonsense)
        await socket.send_to(bytes_data=b"\xff\x00")
        await roll(game)
        assert version_of(await next_push(socket)) == 1
        await socket.disconnect()

    async def test_signing_out_closes_the_sockets_of_that_user_only(self) -> None:
        game = await sync_to_async(running_table)()
        leaver, stayer = [await sync_to_async(user_at)(game, player) for player in (0, 1)]
        gone = await connect(f"/ws/games/{game.code}/", leaver)
        here = await connect(f"/ws/games/{game.code}/", stayer)
        await aside(close_user_sockets, leaver.pk)
        while (output := await gone.receive_output())["type"] == "websocket.send":
            pass
        assert output == {"type": "websocket.close", "code": 4401}
        await gone.disconnect()
        await roll(game)
        while version_of(await next_push(here)) != 1:
            pass
        await here.disconnect()

    async def test_a_socket_from_another_site_is_refused(self) -> None:
        game = await sync_to_async(running_table)()
        headers = [(b"host", b"localhost"), (b"origin", b"http://evil.example")]
        socket = Socket(application, f"/ws/games/{game.code}/", headers=headers)
        connected, _ = await socket.connect()
        assert not connected

    async def test_spectators_are_counted_once_each_and_players_not(self) -> None:
        game = await sync_to_async(running_table)()
        fan = await sync_to_async(make_user)()
        player = await sync_to_async(user_at)(game, 0)
        with mock.patch.object(presence, "TICK", 0.05):
            sockets = [
                await connect(f"/ws/games/{game.code}/", user) for user in (fan, fan, player, None)
            ]
            for socket in sockets:
                await next_push(socket)
            while "2 watching" not in await next_push(sockets[-1], "t-viewers"):
                pass
        players = [seat.user_id async for seat in game.seats.all()]
        assert await sync_to_async(count_spectators)(game.code, players) == 2
        for socket in sockets:
            await socket.disconnect()
        assert game.code not in presence.here

    async def test_somebody_who_takes_a_seat_gets_a_players_view_on_the_same_socket(self) -> None:
        game = await sync_to_async(waiting_table)()
        friend = await sync_to_async(make_user)()
        socket = await connect(f"/ws/games/{game.code}/", friend)
        assert "a-join" in await next_push(socket)
        game = await aside(lobby.join, game.code, friend)
        assert "a-join" not in await next_push(socket)
        await socket.disconnect()

    async def test_the_replay_of_a_running_game_is_told_and_not_moved(self) -> None:
        game = await sync_to_async(running_table)()
        socket = await connect(f"/ws/games/{game.code}/?view=replay")
        await next_push(socket, "r-head")
        await roll(game)
        push = await next_push(socket, "r-head")
        assert elements(push, "[data-version='1']")
        assert "t-pieces" not in push
        await socket.disconnect()

    async def test_a_table_hears_that_its_running_game_is_annulled_and_counts_again(self) -> None:
        game = await sync_to_async(running_table)()
        senior = await sync_to_async(make_staff)("senior")
        socket = await connect(f"/ws/games/{game.code}/")
        assert "Strange" not in await next_push(socket)
        await aside(rulings.rule, "annul", game, senior, "Strange.")
        push = await next_push(socket, "t-controls")
        assert elements(push, "[data-annulled]")
        assert "Strange." in push
        await aside(rulings.rule, "unannul", game, senior, "All fine.")
        assert not elements(await next_push(socket, "t-controls"), "[data-annulled]")
        await socket.disconnect()

    async def test_the_lobby_hears_of_a_new_table_and_of_its_start(self) -> None:
        socket = await connect("/ws/lobby/")
        assert "lobby-tables" in await socket.receive_from()
        game = await aside(waiting_table)
        assert game.code in await next_push(socket, "lobby-tables")
        friend = await sync_to_async(make_user)()
        await aside(lobby.join, game.code, friend)
        assert game.code not in await next_push(socket, "lobby-tables")
        await socket.disconnect()

    async def test_a_table_by_link_only_is_not_told_to_the_lobby(self) -> None:
        socket = await connect("/ws/lobby/")
        await socket.receive_from()
        options: Any = {"visibility": "unlisted"}
        game = await aside(waiting_table, **options)
        assert game.code not in await next_push(socket, "lobby-tables")
        await socket.disconnect()
