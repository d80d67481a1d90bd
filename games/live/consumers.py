"""WebSockets that push changes to pages. Pages send only heartbeats and whether they are in sight.

Sockets are refused after they were accepted: pages retry a socket that was never accepted.
"""

import asyncio
import logging
from collections.abc import Awaitable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import Any
from urllib.parse import parse_qs

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.utils import translation

from accounts.heartbeat import heartbeat
from accounts.outages import outage_of
from accounts.private_apis import Disconnected, get_handler_name
from accounts.requests import whole_number
from accounts.sanctions.checks import blockers_of, is_suspended
from accounts.sockets import counted, user_group
from games import presence
from games.broadcast import LOBBY_GROUP, Message, game_group
from games.live import rendering
from games.live.tables import ShownTable, Viewer, enter, leave
from operations import metrics

logger = logging.getLogger(__name__)

SIGNED_OUT = 4401
SUSPENDED = 4403
NOT_FOUND = 4404
TOO_MANY = 4429
COME_BACK = 4503
CUT_OFF = "cut off"
"""Sent instead of regions if no pushes reach this process: the page then polls."""

BEAT = "?"
"""A page's heartbeat, which asks whether its socket is still open."""

ANSWER = "!"

HIDDEN, SHOWN = "hidden", "shown"
"""A table page's note that nobody can see the page any more, or that somebody can again."""

ANSWERED_EVERY = 0.5
"""Minimum seconds between two answers, so that a client that floods causes no extra work."""

_threads = ThreadPoolExecutor(2, "look")
"""Threads for `look`, at new sockets: pushes must not wait when thousands of sockets open."""

_waiting_looks: dict[tuple[str, bytes], asyncio.Task[list[str]]] = {}
"""Calls of `look` for visitors without account that have not begun yet, by path and query."""


class Refused(Exception):
    """Raised to close the socket with this code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class PushConsumer(AsyncWebsocketConsumer):
    """A socket that joins its groups, pushes changes, and closes when its user signs out."""

    language: str
    has_room = True
    beat_at: float | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if heartbeat.is_lost:
            await send({"type": "websocket.close"})  # not accepted yet, so the page tries again
            return
        try:
            with counted(scope) as self.has_room:
                await super().__call__(scope, receive, send)
        finally:
            heartbeat.discard(self)

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Call the handler of this message."""
        # The base class first closes old database connections, in another thread, for every push to
        # every socket. Here each handler that uses the database closes them itself.
        try:
            await getattr(self, get_handler_name(message))(message)
        except Exception as error:
            if message["type"] == "websocket.disconnect" or not outage_of(error):
                raise
            logger.warning("A socket was closed by an outage", exc_info=True)
            await self.reopen()

    async def connect(self) -> None:
        await self.accept()
        heartbeat.add(self)
        self.language = self._language()
        if not self.has_room:
            await self.close(code=TOO_MANY)
            return
        # Join the groups before the look, so that a change in between is pushed, not missed.
        await self.join()
        try:
            user_id = self.user_id
            pushes = await (self._look_aside(user_id) if user_id else self._look_with_others())
        except Refused as refused:
            await self.close(code=refused.code)
            return
        await self.begin()
        for text in filter(None, pushes):
            await self.send(text_data=text)

    async def join(self) -> None:
        if self.user_id is not None:
            await self.channel_layer.group_add(user_group(self.user_id), self.channel_name)

    def look(self) -> list[str]:
        """Return the present state to push first, or raise Refused. It runs on a thread.

        Visitors without account share calls, which must not set attributes of the consumer.
        """
        if self.user_id is not None and is_suspended(self.user_id):
            raise Refused(SUSPENDED)
        return []

    def _look_aside(self, user_id: int) -> Awaitable[list[str]]:
        def look() -> list[str]:
            # The page may have slept and missed changes of its header.
            return [*self.look(), rendering.waiting(user_id, self.language)]

        return database_sync_to_async(look, thread_sensitive=False, executor=_threads)()

    async def _look_with_others(self) -> list[str]:
        """Share one look with all visitors who wait for the same page, as after an outage."""
        # Everybody who waits has joined their groups, so a look that has not begun misses nothing.
        key = self.scope["path"], self.scope["query_string"]

        def look() -> list[str]:
            _waiting_looks.pop(key, None)
            return self.look()

        task = _waiting_looks.get(key)
        if task is None or task.done():
            look_aside = database_sync_to_async(look, thread_sensitive=False, executor=_threads)
            task = _waiting_looks[key] = asyncio.create_task(look_aside())
        # A visitor who leaves must not cancel the look of the others.
        return await asyncio.shield(task)

    async def cut_off(self) -> None:
        await self.send(text_data=CUT_OFF)

    async def reopen(self) -> None:
        await self.close(code=COME_BACK)

    async def begin(self) -> None:
        """Called if the look has not refused the socket."""

    async def send(self, *args: Any, **kwargs: Any) -> None:
        """Send, unless the socket has closed meanwhile."""
        with suppress(Disconnected):
            await super().send(*args, **kwargs)

    async def disconnect(self, code: int) -> None:
        if self.user_id is not None:
            await self.channel_layer.group_discard(user_group(self.user_id), self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Answer the page's heartbeat, and ignore all else from clients: actions come by POST."""
        if text_data != BEAT:
            return
        now, before = monotonic(), self.beat_at
        if before is None or now - before >= ANSWERED_EVERY:
            self.beat_at = now
            await self.send(text_data=ANSWER)

    async def session_ended(self, message: Message) -> None:
        await self.close(code=SIGNED_OUT)

    async def reader_changed(self, message: Message) -> None:
        """Called when the user's blocks or settings change, for pages that depend on them."""

    async def waiting_changed(self, message: Message) -> None:
        """Push the header's waiting games and notices, rendered once per language and process."""
        if self.user_id is None:
            return
        render = partial(rendering.waiting, self.user_id, self.language)
        key = ("waiting", message["stamp"], self.user_id, self.language)
        text = await rendering.once(key, render)
        if text:
            await self.send(text_data=text)

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
    """Pushes a table to one viewer; to a replay page, only the note that its game has gone on."""

    table: ShownTable
    viewer: Viewer
    present = False
    """Whether the socket was let in, and counts for presence at the table."""

    in_sight = False
    """Whether the page is in sight, not behind another page or on a locked phone."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            # Always leave: otherwise changes would be rendered for this viewer for ever.
            if hasattr(self, "table"):
                leave(self.table, self.viewer)
            if self.present:
                presence.depart(self.code, self._who())
            self._note_sight(in_sight=False)

    @property
    def code(self) -> str:
        return str(self.scope["url_route"]["kwargs"]["code"])

    @property
    def shows_replay(self) -> bool:
        return self.query.get("view") == ["replay"]

    async def join(self) -> None:
        await super().join()
        await self.channel_layer.group_add(game_group(self.code), self.channel_name)
        self.viewer = Viewer(self.user_id, self.language, self.shows_replay)
        self.table = enter(self.code, self.viewer)

    def look(self) -> list[str]:
        pushes = super().look()
        have = whole_number(self.query.get("have", [""])[0])
        state = self.table.state_for(self.viewer, have)
        if state is None:
            raise Refused(NOT_FOUND)
        return [*pushes, state]

    async def begin(self) -> None:
        self.present = True
        presence.arrive(self.code, self._who())
        self._note_sight(in_sight=self.query.get("sight") != [HIDDEN])
        self._glance()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Note whether the page is in sight; answer heartbeats."""
        if text_data == SHOWN:
            self._note_sight(in_sight=True)
        self._glance()  # before HIDDEN takes effect: the page was in sight until now
        if text_data == HIDDEN:
            self._note_sight(in_sight=False)
        if text_data not in (HIDDEN, SHOWN):
            await super().receive(text_data, bytes_data)

    @property
    def _sight(self) -> str:
        return self.code + presence.IN_SIGHT

    def _glance(self) -> None:
        if self.in_sight:
            presence.glance(self._sight, self._who())

    def _note_sight(self, *, in_sight: bool) -> None:
        # Only a signed-in user's table page counts: users who see the table need no notice.
        counts = self.present and self.user_id is not None and not self.shows_replay
        if counts and in_sight != self.in_sight:
            note = presence.arrive if in_sight else presence.depart
            note(self._sight, self._who())
            self.in_sight = in_sight

    async def disconnect(self, code: int) -> None:
        await super().disconnect(code)
        await self.channel_layer.group_discard(game_group(self.code), self.channel_name)

    async def game_changed(self, message: Message) -> None:
        """Push the regions that the change alters for this viewer."""
        stamp = message["stamp"]
        if stamp not in self.table.pushes:
            # Another process made the change.
            await rendering.once((self.code, stamp), partial(self.table.follow, message))
        text = self.table.pushes.get(stamp, {}).get(self.viewer)
        if text:
            await self.send(text_data=text)
            metrics.pushed(message)

    async def game_wanted(self, message: Message) -> None:
        """Render changes for viewers of another process, too: those in these audiences."""
        self.table.want(message["process"], message["audiences"])

    async def viewers_changed(self, message: Message) -> None:
        seated = self.table.players if self.table.seated else None
        render = partial(rendering.viewers, self.code, self.language, seated)
        key = (self.code, message["stamp"], self.language)
        await self.send(text_data=await rendering.once(key, render))

    def _who(self) -> str:
        if self.user_id is not None:
            return presence.user_key(self.user_id)
        return self.scope["session"].session_key or self.channel_name


class WaitingConsumer(PushConsumer):
    """Updates the header of a page that has no other live content."""

    def look(self) -> list[str]:
        # Suspended users are let in: they have pages, such as the page to appeal.
        if self.user_id is None:
            raise Refused(SIGNED_OUT)
        return []


class NowhereConsumer(AsyncWebsocketConsumer):
    """Closes sockets at an unknown address."""

    async def connect(self) -> None:
        await self.accept()
        await self.close(code=NOT_FOUND)


class LobbyConsumer(PushConsumer):
    """Pushes the open tables, without tables of players who block the user."""

    blocked: frozenset[int] = frozenset()

    async def join(self) -> None:
        await super().join()
        await self.channel_layer.group_add(LOBBY_GROUP, self.channel_name)

    def look(self) -> list[str]:
        pushes = super().look()
        self.blocked = blockers_of(self.user_id)
        return [*pushes, rendering.lobby(self.language, self.blocked)]

    async def reader_changed(self, message: Message) -> None:
        self.blocked = await database_sync_to_async(blockers_of)(self.user_id)
        lobby = partial(rendering.lobby, self.language, self.blocked)
        await self.send(text_data=await database_sync_to_async(lobby, thread_sensitive=False)())

    async def disconnect(self, code: int) -> None:
        await super().disconnect(code)
        await self.channel_layer.group_discard(LOBBY_GROUP, self.channel_name)

    async def lobby_changed(self, message: Message) -> None:
        key = ("lobby", message["stamp"], self.blocked, self.language)
        render = partial(rendering.lobby, self.language, self.blocked)
        text = await rendering.once(key, render)
        await self.send(text_data=text)
