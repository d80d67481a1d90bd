"""The socket of a table with what is said there."""

from dataclasses import replace
from functools import partial

from channels.db import database_sync_to_async

from games.broadcast import Message
from games.chat.audience import Reader, reader_of
from games.chat.showing import last_push, line_push
from games.live import rendering
from games.live.consumers import GameConsumer

NOT_SHOWN = Reader(seated=False)


class TableConsumer(GameConsumer):
    """Shows one table to one person, and each line of its chat that they read."""

    reader: Reader = NOT_SHOWN

    async def begin(self) -> None:
        await super().begin()
        if self.present and self._shows_chat():
            await self._find_reader()
            await self._send_last()

    async def chat_changed(self, message: Message) -> None:
        """Push a line that is new or was removed."""
        if not self._shows_chat():
            return
        reader = self._seated_reader()
        render = partial(line_push, self.code, message["line"], reader, self.language)
        key = (self.code, message["stamp"], reader, self.language)
        await self._send_if_any(await rendering.once(key, render))

    async def reader_changed(self, message: Message) -> None:
        """Follow the blocks and settings of the user, and have their page get the lines again."""
        if self._shows_chat():
            await self._find_reader()
            await self.send(text_data='<ol id="c-lines" hx-swap-oob="true" data-again></ol>')

    async def _send_last(self) -> None:
        find = database_sync_to_async(last_push)
        await self._send_if_any(await find(self.code, self._seated_reader()))

    async def _find_reader(self) -> None:
        self.reader = await database_sync_to_async(reader_of)(self.user_id, False)

    def _seated_reader(self) -> Reader:
        """Return how the user reads, with the seat they have by now."""
        return replace(self.reader, seated=self.player is not None)

    def _shows_chat(self) -> bool:
        return self.query.get("view") != ["replay"]

    async def _send_if_any(self, text: str) -> None:
        if text:
            await self.send(text_data=text)
