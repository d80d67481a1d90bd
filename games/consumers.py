"""Push-only sockets: they say what is new and take no message from the client.

A refusal comes after the accept, because a client that was never accepted retries for ever.
"""

import secrets
from functools import partial
from typing import Any
from urllib.parse import parse_qs

from channels.consumer import get_handler_name
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.utils import translation

from accounts.sockets import user_group
from games import presence, rendering
from games.broadcast import LOBBY_GROUP, game_group
from games.models import Game
from games.pov import player_of

SIGNED_OUT = 4401
NOT_FOUND = 4404


class PushConsumer(AsyncWebsocketConsumer):
    """A socket that joins its groups, pushes, and closes when its user signs out."""

    language: str

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Call the handler of this message.

        The base class first closes old database connections, a hop to another thread for every
        push to every socket. Here each handler that needs the database closes it itself.
        """
        await getattr(self, get_handler_name(message))(message)

    async def connect(self) -> None:
        await self.accept()
        self.language = self._language()
        if self.user_id is not None:
            await self.channel_layer.group_add(user_group(self.user_id), self.channel_name)

    async def disconnect(self, code: int) -> None:
        if self.user_id is not None:
            await self.channel_layer.group_discard(user_group(self.user_id), self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Ignore whatever a client sends: actions are posted, not pushed."""

    async def session_ended(self, message: dict[str, Any]) -> None:
        await self.close(code=SIGNED_OUT)

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

    code: str
    player: int | None = None
    started = False

    async def connect(self) -> None:
        await super().connect()
        self.code = self.scope["url_route"]["kwargs"]["code"]
        # First the group, then the look: a change in between is told, not missed.
        await self.channel_layer.group_add(game_group(self.code), self.channel_name)
        if not await self._find_seat():
            await self.close(code=NOT_FOUND)
            return
        await presence.arrive(self.code, self.channel_name, self._who())
        await self.game_changed({})
        await self._viewers_changed()

    async def disconnect(self, code: int) -> None:
        await super().disconnect(code)
        await self.channel_layer.group_discard(game_group(self.code), self.channel_name)
        await presence.depart(self.channel_name)
        await self._viewers_changed()

    async def game_changed(self, message: dict[str, Any]) -> None:
        """Push the present state of the table; on connecting there is no message yet."""
        if not self.started:
            await self._find_seat()
        if self.query.get("view") == ["replay"]:
            render = partial(rendering.replay_head, self.code, self.language)
            audience: Any = "replay"
        else:
            render = partial(rendering.table_regions, self.code, self.player, self.language)
            audience = self.player
        stamp = message.get("stamp", self.channel_name)
        await self._push((self.code, stamp, audience, self.language), render)

    async def viewers_changed(self, message: dict[str, Any]) -> None:
        render = partial(rendering.viewers, self.code, self.language)
        await self._push((self.code, message["stamp"], "viewers", self.language), render)

    async def _push(self, key: tuple[Any, ...], render: Any) -> None:
        await self.send(text_data=await rendering.once(key, render))

    async def _viewers_changed(self) -> None:
        message = {"type": "viewers.changed", "stamp": secrets.token_hex(8)}
        await self.channel_layer.group_send(game_group(self.code), message)

    async def _find_seat(self) -> bool:
        """Note which seat the user has; return whether there is such a table at all.

        Seats change hands until the start, which draws them anew.
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
    game = Game.objects.filter(code=code).first()
    if game is None:
        return None
    return not game.is_waiting, player_of(game, user_id)


class LobbyConsumer(PushConsumer):
    """Shows the open tables."""

    async def connect(self) -> None:
        await super().connect()
        await self.channel_layer.group_add(LOBBY_GROUP, self.channel_name)
        await self.lobby_changed({"stamp": self.channel_name})

    async def disconnect(self, code: int) -> None:
        await super().disconnect(code)
        await self.channel_layer.group_discard(LOBBY_GROUP, self.channel_name)

    async def lobby_changed(self, message: dict[str, Any]) -> None:
        key = ("lobby", message["stamp"], self.language)
        text = await rendering.once(key, partial(rendering.lobby, self.language))
        await self.send(text_data=text)
