"""The socket of a table with chat."""

from dataclasses import replace
from functools import partial

from channels.db import database_sync_to_async

from games.broadcast import Message
from games.chat.audience import Reader, reader_of
from games.chat.showing import last_push, line_push
from games.live import rendering
from games.live.consumers import GameConsumer


class TableConsumer(GameConsumer):
    """Sends one person the changes of one table, and the lines of its chat that they may read."""

    reader: Reader | None = None
    """The user's blocks and settings for reading chat; None until looked up."""

    def look(self) -> list[str]:
        pushes = super().look()
        game = self.table.game
        if self.shows_replay or game is None or not game.chat_lines.exists():
            return pushes
        self.reader = reader_of(self.user_id, False)
        return [*pushes, last_push(game, self._seated(self.reader))]

    async def chat_changed(self, message: Message) -> None:
        """Push a line that is new or was removed."""
        if self.shows_replay:
            return
        if self.reader is None:
            self.reader = (
                Reader(seated=False)
                if self.user_id is None
                else await database_sync_to_async(reader_of)(self.user_id, False)
            )
        reader = self._seated(self.reader)
        render = partial(line_push, self.code, message["line"], reader, self.language)
        key = (self.code, message["stamp"], reader, self.language)
        text = await rendering.once(key, render)
        if text:
            await self.send(text_data=text)

    async def reader_changed(self, message: Message) -> None:
        """Forget the user's old blocks and settings, and have their page load the lines again."""
        if not self.shows_replay:
            self.reader = None
            await self.send(text_data='<ol id="c-lines" hx-swap-oob="true" data-again></ol>')

    def _seated(self, reader: Reader) -> Reader:
        # The user may have taken a seat since the socket was opened.
        return replace(reader, seated=self.user_id in self.table.players)
