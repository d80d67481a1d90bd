"""Readers and writers of chat: which lines reach which people, and in which channel somebody talks.

Everybody reads the players' lines. Spectators' lines reach other spectators at once, but players
only when the game is over, so that nobody gets help from outside.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.sanctions.checks import hidden_from
from accounts.statements import Select
from games.chat.models import Channel, ChatLine, ChatPreference
from games.models import Game, Seat

Visitor = User | AnonymousUser

_preferences = Select(lambda user: ChatPreference.objects.filter(user=user), int)

STAYS_OPEN = timedelta(days=1)
"""How long people may talk at a table after the game."""


@dataclass(frozen=True)
class Reader:
    """All that decides which lines somebody sees, and how; equal readers share rendered lines."""

    seated: bool  # whether they have a seat at the table
    hidden: frozenset[int] = frozenset()  # users they do not want to read
    hide_words: bool = True
    hide_spectators: bool = False


def reader_of(user_id: int | None, seated: bool) -> Reader:
    """Return how a user reads chat. user_id: None for visitors who are not signed in."""
    if user_id is None:
        return Reader(seated)
    chosen = _preferences.first(user_id) or ChatPreference()
    return Reader(seated, hidden_from(user_id), chosen.hide_words, chosen.hide_spectators)


def players_at(game: Game, seats: Iterable[Seat] | None = None) -> dict[int, int]:
    """Return the players' numbers by user id. seats: the game's seats, if already read."""
    held = game.seats.all() if seats is None else seats
    return {seat.user_id: seat.player for seat in held if seat.user_id is not None}


def has_chat(game: Game) -> bool:
    """Return whether this table has a chat."""
    # Nobody meets in an imported game or a daily challenge; people round one device can talk.
    closed = game.status == Game.Status.CANCELLED or game.is_imported or game.pass_and_play
    return not closed and game.challenge_id is None


def is_open(game: Game) -> bool:
    """Return whether people may still talk at this table."""
    over = game.finished_at is not None and game.finished_at < timezone.now() - STAYS_OPEN
    return has_chat(game) and not over


def channel_of(seated: bool) -> Channel:
    return Channel.PLAYERS if seated else Channel.SPECTATORS


def visible_lines(game: Game, reader: Reader) -> QuerySet[ChatLine]:
    """Return the lines of a table that this reader sees, the oldest first."""
    lines = lines_of_players(game.pk) if reads_only_players(game, reader) else lines_of(game.pk)
    return lines.exclude(user__in=reader.hidden) if reader.hidden else lines


def reads_only_players(game: Game, reader: Reader) -> bool:
    """Return whether this reader sees no lines of spectators."""
    return reader.seated and (reader.hide_spectators or not game.is_finished)


def lines_of(game_id: int) -> QuerySet[ChatLine]:
    """Return all lines of a table, the oldest first."""
    return ChatLine.objects.filter(game=game_id).select_related("user").order_by("pk")


def lines_of_players(game_id: int) -> QuerySet[ChatLine]:
    """Return the lines of a table's players, the oldest first."""
    return lines_of(game_id).filter(channel=Channel.PLAYERS)
