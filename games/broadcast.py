"""Notify sockets and wake other processes when a change has been committed.

A message may be lost; pages catch up by the next message, on reconnecting, or by their slow poll.
"""

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, TypedDict

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction
from django.dispatch import Signal

from accounts.heartbeat import heartbeat
from operations import clock, metrics

if TYPE_CHECKING:
    from games.models import Game

THIS_PROCESS = secrets.token_hex(8)
"""The name of this process in messages to other processes."""

LOBBY_GROUP = "lobby"
WORKER_GROUP = "worker"
NOTIFIER_GROUP = "notifier"
REFEREE_GROUP = "referee"
REFEREE_PAUSE = timedelta(seconds=1)
"""Maximum time between two looks of the referee for due games."""


game_changed = Signal()
"""Sent after a commit, in the process that changed the game, before it notifies other processes.

Receivers get `code`; `game`, the changed game, or None to read it from the database; and `message`,
to which they may add rendered regions for other processes.
"""

AudienceKey = tuple[int | str | None, str]
"""The fields of an `Audience` (live/tables.py): viewers of a table who get the same regions."""


class Rendered(TypedDict):
    """The regions of a table at a version, for each audience that other processes asked for."""

    version: int
    regions: Sequence[tuple[AudienceKey, Mapping[str, str]]]


class Message(TypedDict, total=False):
    """A message to sockets."""

    type: str
    stamp: str  # unique for each change, so that a process renders it only once
    clicked: float  # when the user clicked who caused the change, for metrics
    line: int  # the id of a line of chat
    rendered: Rendered  # regions that other processes need not render
    process: str  # the process that asks other processes to render
    audiences: Sequence[AudienceKey]  # the audiences it asks for


def game_group(code: str) -> str:
    return f"game.{code}"


def notify_game_changed(code: str, game: "Game | None" = None) -> None:
    """Notify all viewers of a table of a change, after the commit.

    game: the game as committed; None to have it read from the database.
    """
    stamp, clicked = secrets.token_hex(8), metrics.clicked()
    message: Message = {"type": "game.changed", "stamp": stamp, "clicked": clicked}

    def notify_here() -> None:
        game_changed.send(None, code=code, game=game, message=message)

    # In this order: the receiver of the signal renders the table and adds it to the message.
    transaction.on_commit(notify_here, robust=True)
    send_on_commit(game_group(code), message)


def notify_lobby_changed() -> None:
    send_on_commit(LOBBY_GROUP, {"type": "lobby.changed", "stamp": secrets.token_hex(8)})


def notify_due(due_at: datetime) -> None:
    """Wake the referee, after the commit, for a game due before the referee looks anyway."""
    if due_at < clock.now() + REFEREE_PAUSE:
        send_on_commit(REFEREE_GROUP, {"type": "game.due"})


def send_on_commit(group: str, message: Message) -> None:
    def send_now() -> None:
        send(group, message)

    # Robust: a request succeeds even if the channel layer is down. Django logs the failure by the
    # function's name, which a partial would not have.
    transaction.on_commit(send_now, robust=True)


def wake_worker(**kwargs: Any) -> None:
    send_on_commit(WORKER_GROUP, {"type": "work.waiting"})


def wake_notifier() -> None:
    send_on_commit(NOTIFIER_GROUP, {"type": "notice.new"})


def send(group: str, message: Message) -> None:
    layer = get_channel_layer()
    if layer is not None and not heartbeat.is_lost:
        async_to_sync(layer.group_send)(group, dict(message))
