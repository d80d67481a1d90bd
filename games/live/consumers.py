"""Push-only sockets: they say what is new and take no message from the client.

A refusal comes after the accept, because a client that was never accepted retries for ever.
"""

import secrets
from contextlib import suppress
from functools import partial
from typing import Any
from urllib.parse import parse_qs

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.utils import translation

from accounts.private_apis import Disconnected, get_handler_name
from accounts.sanctions.checks import Kind, keepers_of, sanction_against
from accounts.sockets import counted, user_group
from games import presence
from games.broadcast import LOBBY_GROUP, Message, game_group
from games.live import rendering
from games.models import Game
from games.pov import player_of
from games.queries import is_visible_to

SIGNED_OUT = 4401
SUSPENDED = 4403
NOT_FOUND = 4404
TOO_MANY = 4429
SUSPENSION = Kind.SUSPENSION


class PushConsumer(AsyncWebsocketConsumer):
    """A socket that joins its groups, pushes, and closes when its user signs out."""

    language: str
    has_room = True

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        with counted(scope) as self.has_room:
            await super().__call__(scope, receive, send)

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Call the handler of this message.

        The base class first closes old database connections, a hop to another thread for every
        push to every socket. Here each handler that needs the database closes it itself.
        """
        await getattr(self, get_handler_name(message))(message)

    async def connect(self) -> None:
        await self.accept()
        self.language = self._language()
        if not self.has_room:
            await self.close(code=TOO_MANY)
            return
        if self.user_id is not None:
            await self.channel_layer.group_add(user_group(self.user_id), self.channel_name)
            # Looked up after joining the group: a suspension in between is told, not missed.
            if await database_sync_to_async(sanction_against)(self.user_id, SUSPENSION):
                await self.close(code=SUSPENDED)
                return
        await self.begin()

    async def begin(self) -> None:
        """Join what the socket shows and push its present state."""
        raise NotImplementedError

    async def send(self, *args: Any, **kwargs: Any) -> None:
        """Send, unless the socket has closed while there was something to say."""
        with suppress(Disconnected):
            await super().send(*args, **kwargs)

    async def disconnect(self, code: int) -> None:
        if self.user_id is not None:
            await self.channel_layer.group_discard(user_group(self.user_id), self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Ignore whatever a client sends: actions are posted, not pushed."""

    async def session_ended(self, message: Message) -> None:
        await self.close(code=SIGNED_OUT)

    async def reader_changed(self, message: Message) -> None:
        """Follow the user's blocks and settings, where the page depends on them."""

    async def session_suspended(self, message: Message) -> None:
        await self.close(code=SUSPENDED)

    @property
    def user_id(self) -> int | None:
        user = self.scope["user"]
        return user.pk if user is not None else None

    @property
    def query(self) -> dict[str, list[str]]:
        return parse_qs(self.scope["query_string"].decode("latin-1"))

    def _language(self) -> str:
        wanted = self.query.get("lang", [""])[0]
        try:
            return translation.get_supported_language_variant(wanted)
        except LookupError:
            return settings.LANGUAGE_CODE


class GameConsumer(PushConsumer):
    """Shows one table to one person, or tells a replay of a running game that it goes on."""

    player: int | None = None
    started = False
    present = False
    """Whether the socket was let in, and counts as somebody at the table."""

    @property
    def code(self) -> str:
        return str(self.scope["url_route"]["kwargs"]["code"])

    async def begin(self) -> None:
        # First the group, then the look: a change in between is told, not missed.
        await self.channel_layer.group_add(game_group(self.code), self.channel_name)
        if not await self._find_seat():
            await self.close(code=NOT_FOUND)
            return
        self.present = True
        await presence.arrive(self.code, self.channel_name, self._who())
        await self.game_changed({})
        await self._viewers_changed()

    async def disconnect(self, code: int) -> None:
        await super().disconnect(code)
        await self.channel_layer.group_discard(game_group(self.code), self.channel_name)
        if self.present:
            await presence.depart(self.channel_name)
            await self._viewers_changed()

    async def game_changed(self, message: Message) -> None:
        """Push the present state of the table; on connecting there is no message yet."""
        if not self.started:
            await self._find_seat()
        if self.query.get("view") == ["replay"]:
            render = partial(rendering.replay_head, self.code, self.language)
            audience: Any = "replay"
        elif self.started:
            render = partial(rendering.table_regions, self.code, self.player, self.language)
            audience = self.player
        else:
            render = partial(rendering.waiting_regions, self.code, self.user_id, self.language)
            audience = "user", self.user_id
        stamp = message.get("stamp", self.channel_name)
        await self._push((self.code, stamp, audience, self.language), render)

    async def viewers_changed(self, message: Message) -> None:
        render = partial(rendering.viewers, self.code, self.language)
        await self._push((self.code, message["stamp"], "viewers", self.language), render)

    async def _push(self, key: tuple[Any, ...], render: Any) -> None:
        await self.send(text_data=await rendering.once(key, render))

    async def _viewers_changed(self) -> None:
        message = {"type": "viewers.changed", "stamp": secrets.token_hex(8)}
        await self.channel_layer.group_send(game_group(self.code), message)

    async def _find_seat(self) -> bool:
        """Note which seat the user has; return whether there is such a table at all.

        Seats change hands until the start, which draws them anew: until then the seat counts
        for nothing.
        """
        find = database_sync_to_async(_started_and_seat)
        found = await find(self.code, self.user_id)
        if found is None:
            return False
        self.started, self.player = found
        return True

    def _who(self) -> str:
        if self.user_id is not None:
            return presence.user_key(self.user_id)
        return self.scope["session"].session_key or self.channel_name


def _started_and_seat(code: str, user_id: int | None) -> tuple[bool, int | None] | None:
    game = Game.objects.select_related("challenge").filter(code=code).first()
    if game is None or not is_visible_to(game, user_id):
        return None
    return not game.is_waiting, player_of(game, user_id)


class NowhereConsumer(AsyncWebsocketConsumer):
    """Refuses an address where there is no socket."""

    async def connect(self) -> None:
        await self.accept()
        await self.close(code=NOT_FOUND)


class LobbyConsumer(PushConsumer):
    """Shows the open tables, but those whose players keep the user away."""

    kept_from: frozenset[int] = frozenset()

    async def begin(self) -> None:
        await self.channel_layer.group_add(LOBBY_GROUP, self.channel_name)
        await self.reader_changed({})

    async def reader_changed(self, message: Message) -> None:
        if self.user_id is not None:
            self.kept_from = await database_sync_to_async(keepers_of)(self.user_id)
        await self.lobby_changed({"stamp": secrets.token_hex(8)})

    async def disconnect(self, code: int) -> None:
        await super().disconnect(code)
        await self.channel_layer.group_discard(LOBBY_GROUP, self.channel_name)

    async def lobby_changed(self, message: Message) -> None:
        key = ("lobby", message["stamp"], self.kept_from, self.language)
        render = partial(rendering.lobby, self.language, self.kept_from)
        text = await rendering.once(key, render)
        await self.send(text_data=text)
