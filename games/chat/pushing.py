"""Notify sockets of new and removed lines, and of users who changed how they read.

A message carries no content: each process renders the lines that its sockets may read.
"""

import secrets

from accounts.sockets import user_group
from games.broadcast import Message, game_group, send_on_commit
from games.chat.models import ChatLine


def notify_line(line: ChatLine) -> None:
    """Notify everybody at the table of a line that is new or has changed, after the commit."""
    message: Message = {"type": "chat.changed", "line": line.pk, "stamp": secrets.token_hex(8)}
    send_on_commit(game_group(line.game.code), message)


def notify_reader(user_id: int) -> None:
    """Have the open pages of a user follow their blocks and settings, after the commit."""
    send_on_commit(user_group(user_id), {"type": "reader.changed"})
