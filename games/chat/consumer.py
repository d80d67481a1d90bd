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

    def look(self) -> list[str]:
        pushes = super().look()
        if self.shows_replay or self.table.game is None:
            return pushes
        self.reader = reader_of(self.user_id, False)
        return [*pushes, last_push(self.table.game, self._seated_reader())]

    async def chat_changed(self, message: Message) -> None:
        """Push a line that is new or was removed."""
        if self.shows_replay:
            return
        reader = self._seated_reader()
        render = partial(line_push, self.code, message["line"], reader, self.language)
        key = (self.code, message["stamp"], reader, self.language)
        text = await rendering.once(key, render)
        if text:
            await self.send(text_data=text)

    async def reader_changed(self, message: Message) -> None:
        """Follow the blocks and settings of the user, and have their page get the lines again."""
        if not self.shows_replay:
            self.reader = await database_sync_to_async(reader_of)(self.user_id, False)
            await self.send(text_data='<ol id="c-lines" hx-swap-oob="true" data-again></ol>')

    def _seated_reader(self) -> Reader:
        """Return how the user reads, with the seat they have by now."""
        return replace(self.reader, seated=self.user_id in self.table.players)
