"""Games that users left on their own, according to the logs of games."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeVar

from django.db.models import Exists, F, Model, OuterRef, Q, QuerySet

from accounts.models import DELETION_GRACE, User
from accounts.sanctions.models import Sanction
from games.engine.core import Resigned, TimedOut
from games.models import ClockNote, Game, GameEvent, Seat
from games.queries import seats_of

Row = TypeVar("Row", bound=Model)

LEFT = (Resigned.type, TimedOut.type)
RECENT = timedelta(days=30)


@dataclass(frozen=True)
class Leaving:
    """How and when a user left a game. how: a kind of event or of clock note."""

    game: Game
    how: str
    at: datetime


def how_left(game: Game, seat: Seat) -> str:
    """Return the kind of event or clock note by which a player left; "" if they did not leave."""
    if seat.taken_over_after is not None:
        return ClockNote.Kind.TAKEN_OVER.value
    if game.clock_notes.filter(kind=ClockNote.Kind.NEVER_MOVED, player=seat.player).exists():
        return ClockNote.Kind.NEVER_MOVED.value
    events = game.events.filter(player=seat.player, kind__in=LEFT)
    return events.values_list("kind", flat=True).first() or ""


def left_games(user: User, since: datetime) -> list[Leaving]:
    """Return how and when this user left games on their own, the latest first."""
    found = [
        Leaving(row.game, row.kind, row.created_at)
        for left in (_leaving(user), _losing_a_seat(user))
        for row in left.filter(created_at__gte=since).select_related("game")
    ]
    return sorted(found, key=lambda leaving: leaving.at, reverse=True)


def latest_games(user: User, most: int) -> list[Game]:
    """Return the latest games this user finished here against another person."""
    nobody, own = Q(user=None, left_by=None), Q(user=user) | Q(left_by=user)
    others = Seat.objects.exclude(nobody | own)
    games = Game.objects.played_here().filter(
        Q(pk__in=seats_of(user).values("game")),
        status=Game.Status.FINISHED,
        pass_and_play=False,
        pk__in=others.values("game"),
    )
    return list(games.order_by("-finished_at", "-pk")[:most])


def left_of(user: User, games: Iterable[Game]) -> list[Game]:
    """Return the games, among these, that the user left on their own."""
    numbers = [game.pk for game in games]
    left = {
        number
        for rows in (_leaving(user), _losing_a_seat(user))
        for number in rows.filter(game__in=numbers).values_list("game_id", flat=True)
    }
    return [game for game in games if game.pk in left]


def _leaving(user: User) -> QuerySet[GameEvent]:
    """Return the events by which this user left games on their own."""
    left = GameEvent.objects.filter(
        kind__in=LEFT,
        game__seats__user=user,
        game__seats__player=F("player"),
        game__pass_and_play=False,
    )
    return _on_their_own(user, left)


def _losing_a_seat(user: User) -> QuerySet[ClockNote]:
    """Return the clock notes which say that this user lost a seat to a bot, or never moved."""
    taken = Q(kind=ClockNote.Kind.TAKEN_OVER, game__seats__left_by=user)
    unused = Q(kind=ClockNote.Kind.NEVER_MOVED, game__seats__user=user)
    lost = ClockNote.objects.filter(taken | unused, game__seats__player=F("player"))
    return _on_their_own(user, lost)


def _on_their_own(user: User, left: QuerySet[Row]) -> QuerySet[Row]:
    # Leave out games that the site resigned for users who were suspended or to be deleted.
    then = OuterRef("created_at")
    suspended = user.sanctions.filter(
        Q(ends_at=None) | Q(ends_at__gt=then),
        Q(revoked_at=None) | Q(revoked_at__gt=then),
        kind=Sanction.Kind.SUSPENSION,
        starts_at__lte=then,
    )
    if user.deletion_due_at is not None:
        left = left.filter(created_at__lt=user.deletion_due_at - DELETION_GRACE)
    return left.filter(~Exists(suspended))
