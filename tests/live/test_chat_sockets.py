"""What sockets push of the chat: each line once, to those who read it, and never with a move."""

import pytest
from asgiref.sync import sync_to_async
from django.test import TransactionTestCase

from accounts.models import User
from accounts.sanctions.models import Sanction
from games.chat.models import ChatLine
from games.chat.services import choose, remove, say
from games.models import Game
from games.services.play import submit_action
from moderation.services import sanctions
from moderation.services.blocks import block
from tests.chat.people import make_helper, make_person
from tests.games.tables import running_table, user_at, waiting_table
from tests.html import elements
from tests.live.sockets import Socket, aside
from tests.live.test_sockets import connect, next_push

pytestmark = pytest.mark.services

LINES = 'id="c-lines"'
MOST_BYTES = 600
"""What a line of usual length may weigh with its name and its link."""


async def table() -> tuple[Game, User, User]:
    game = await sync_to_async(running_table)()
    ada, ben = [await sync_to_async(user_at)(game, player) for player in (0, 1)]
    return game, ada, ben


async def told(game: Game, user: User, text: str) -> ChatLine:
    return await aside(say, game, user, text=text)


async def at(game: Game, user: User | None = None) -> Socket:
    """Return a socket at the table that has had all it gets on connecting."""
    socket = await connect(f"/ws/games/{game.code}/", user)
    await next_push(socket)
    return socket


async def close(*sockets: Socket) -> None:
    for socket in sockets:
        await socket.disconnect()


class ChatSocketTests(TransactionTestCase):
    async def test_a_line_reaches_players_spectators_and_its_author(self) -> None:
        game, ada, ben = await table()
        sockets = [await at(game, user) for user in (ada, ben, None)]
        line = await told(game, ada, "What a start <b>")
        for socket in sockets:
            push = await next_push(socket, f'id="line-{line.pk}"')
            assert "What a start &lt;b&gt;" in push
            assert elements(push, "[data-before='0']")
            assert len(push.encode()) < MOST_BYTES
        await close(*sockets)

    async def test_a_push_of_a_line_holds_no_region_of_the_table_and_a_move_no_line(self) -> None:
        game, ada, _ben = await table()
        socket = await at(game, ada)
        await told(game, ada, "What a start")
        assert not elements(await next_push(socket, "What a start"), "[id^=t-]")
        action = game.rules.parse_action("roll")
        await aside(submit_action, game.code, 0, action, 0)
        push = await next_push(socket)
        assert elements(push, "[id^=t-]")
        assert "c-lines" not in push
        await close(socket)

    async def test_each_line_names_the_one_before_that_its_reader_has(self) -> None:
        game, ada, ben = await table()
        await aside(block, ada, ben)
        first = await told(game, ada, "One")
        socket = await connect(f"/ws/games/{game.code}/", ada)
        assert elements(await next_push(socket, LINES), f"[data-before='{first.pk}']")
        await told(game, ben, "Two")
        await told(game, ada, "Three")
        push = await next_push(socket, LINES)
        assert "Three" in push
        assert elements(push, f"[data-before='{first.pk}']")
        await close(socket)

    async def test_spectators_lines_do_not_reach_a_player_while_the_game_runs(self) -> None:
        game, ada, _ben = await table()
        fan = await sync_to_async(make_person)("fan")
        player, watcher = await at(game, ada), await at(game, fan)
        await told(game, fan, "Ada should stop")
        await next_push(watcher, "Ada should stop")
        await told(game, ada, "I roll")
        push = ""
        while "I roll" not in push:
            push = await next_push(player, LINES)
            assert "should stop" not in push
        await close(player, watcher)

    async def test_a_block_is_followed_at_once_on_the_same_socket(self) -> None:
        game, ada, ben = await table()
        socket = await at(game, ada)
        await told(game, ben, "Before")
        await next_push(socket, "Before")
        await aside(block, ada, ben, chat=True, tables=False)
        assert elements(await next_push(socket, LINES), "[data-again]")
        await told(game, ben, "After")
        await told(game, ada, "Mine")
        push = ""
        while "Mine" not in push:
            push = await next_push(socket, LINES)
            assert "After" not in push
        await close(socket)

    async def test_a_block_from_before_the_first_line_holds(self) -> None:
        game, ada, ben = await table()
        await aside(block, ada, ben, chat=True, tables=False)
        socket = await at(game, ada)
        await told(game, ben, "Hidden")
        await told(game, ada, "Mine")
        push = await next_push(socket, LINES)
        assert "Mine" in push
        assert "Hidden" not in push
        await close(socket)

    async def test_a_mute_and_its_end_are_followed_at_once(self) -> None:
        game, ada, _ben = await table()
        boss = await sync_to_async(make_person)("Boss", is_superuser=True, is_staff=True)
        socket = await at(game, ada)
        await aside(sanctions.give, boss, ada, "chat-mute", "Insults.")
        assert elements(await next_push(socket, LINES), "[data-again]")
        await aside(sanctions.revoke, boss, await Sanction.objects.aget(), "A mistake.")
        assert elements(await next_push(socket, LINES), "[data-again]")
        await close(socket)

    async def test_settings_are_followed_at_once(self) -> None:
        game, ada, ben = await table()
        socket = await at(game, ada)
        await aside(choose, ada, hide_words=False, hide_spectators=False)
        assert elements(await next_push(socket, LINES), "[data-again]")
        await told(game, ben, "Oh shit")
        assert "Oh shit" in await next_push(socket, LINES)
        await close(socket)

    async def test_a_removed_line_is_taken_from_everybody(self) -> None:
        game, ada, ben = await table()
        line = await told(game, ada, "Something bad")
        sockets = [await at(game, user) for user in (ada, ben, None)]
        await aside(remove, line, await sync_to_async(make_helper)())
        for socket in sockets:
            push = await next_push(socket, f'id="line-{line.pk}"')
            assert elements(push, "em.removed")
            assert "Something bad" not in push
        await close(*sockets)

    async def test_a_replay_of_a_running_game_gets_no_chat(self) -> None:
        game, ada, _ben = await table()
        await told(game, ada, "One")
        socket = await connect(f"/ws/games/{game.code}/?view=replay", ada)
        await next_push(socket, "r-head")
        await told(game, ada, "Two")
        await aside(choose, ada, hide_words=False, hide_spectators=False)
        assert await socket.receive_nothing(timeout=0.3) or "c-lines" not in str(
            await socket.receive_from()
        )
        await close(socket)

    async def test_the_lobby_of_one_who_is_blocked_loses_the_table_at_once(self) -> None:
        game = await sync_to_async(waiting_table)()
        owner = await sync_to_async(user_at)(game, 0)
        fan = await sync_to_async(make_person)("fan")
        theirs, others = await connect("/ws/lobby/", fan), await connect("/ws/lobby/")
        for socket in (theirs, others):
            assert game.code in await next_push(socket, "lobby-tables")
        await aside(block, owner, fan)
        assert game.code not in await next_push(theirs, "lobby-tables")
        assert await others.receive_nothing(timeout=0.2)
        await close(theirs, others)
