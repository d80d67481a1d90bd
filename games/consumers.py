"""Push-only sockets: they say what is new and take no message from the client.

A refusal comes after the accept, because a client that was never accepted retries for ever.
"""

import secrets
from functools import partial
from typing import Any
from urllib.parse import parse_qs

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

    async def connect(self) -> None:
        await self.accept()
        self.language = self._language()
        user = self.scope["user"]
        if user.is_authenticated:
            await self.channel_layer.group_add(user_group(user.pk), self.channel_name)

    async def disconnect(self, code: int) -> None:
        user = self.scope["user"]
        if user.is_authenticated:
            await self.channel_layer.group_discard(user_group(user.pk), self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Ignore whatever a client sends: actions are posted, not pushed."""

    async def session_ended(self, message: dict[str, Any]) -> None:
        await self.close(code=SIGNED_OUT)

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
    player: int | None

    async def connect(self) -> None:
        await super().connect()
        self.code = self.scope["url_route"]["kwargs"]["code"]
        game = await Game.objects.filter(code=self.code).afirst()
        if game is None:
            await self.close(code=NOT_FOUND)
            return
        await self._find_seat(game)
        await self.channel_layer.group_add(game_group(self.code), self.channel_name)
        await presence.arrive(game, self.channel_name, self._who())
        await self.game_changed({})
        await self._viewers_changed()

    async def disconnect(self, code: int) -> None:
        await super().disconnect(code)
        await self.channel_layer.group_discard(game_group(self.code), self.channel_name)
        await presence.depart(self.channel_name)
        await self._viewers_changed()

    async def game_changed(self, message: dict[str, Any]) -> None:
        """Push the present state of the table; on connecting there is no message yet."""
        if message.get("version") == 0:
            # People come and go only before the first roll.
            await self._find_seat(await Game.objects.aget(code=self.code))
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

    async def _find_seat(self, game: Game) -> None:
        user_id = self.scope["user"].pk
        self.player = await database_sync_to_async(player_of)(game, user_id)

    def _who(self) -> str:
        user = self.scope["user"]
        if user.is_authenticated:
            return presence.user_key(user.pk)
        return self.scope["session"].session_key or self.channel_name


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
