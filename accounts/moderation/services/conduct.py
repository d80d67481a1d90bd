"""How somebody behaved in games, as the logs tell it: how long they took, which games they left."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models import DELETION_GRACE, User
from accounts.sanctions.models import Sanction
from games.engine.core import Resigned, TimedOut
from games.history import history
from games.models import Game, GameEvent, Seat

LEFT = (Resigned.type, TimedOut.type)
RECENT = timedelta(days=30)


@dataclass(frozen=True)
class Wait:
    """How long one decision took. seq: the step that ended it, or the last one while it lasts."""

    seq: int
    seconds: int


def how_left(game: Game, seat: Seat) -> str:
    """Return how a player left a game, on their own or not, as an event's kind, or ""."""
    events = game.events.filter(player=seat.player, kind__in=LEFT)
    return events.values_list("kind", flat=True).first() or ""


def waits(game: Game, player: int) -> list[Wait]:
    """Return how long each decision of a player took, the longest one first."""
    log, rules = history(game), game.rules
    times = [game.started_at or game.created_at, *log.times]
    found = []
    for seq, event in enumerate(log.events[: game.version], start=1):
        opened = rules.token(log.states[seq - 1], player)
        if event.player == player and opened is not None:
            found.append(Wait(seq, int((times[seq] - times[opened]).total_seconds())))
    opened = rules.token(log.states[game.version], player) if game.is_running else None
    if opened is not None:
        waited = timezone.now() - times[opened]
        found.append(Wait(game.version, int(waited.total_seconds())))
    return sorted(found, key=lambda wait: -wait.seconds)


def left_games(user: User, since: datetime) -> list[GameEvent]:
    """Return the events by which this user left games on their own, the latest first."""
    left = _leaving(user).filter(created_at__gte=since)
    return list(left.select_related("game").order_by("-created_at", "-pk"))


def latest_games(user: User, most: int) -> list[Game]:
    """Return the latest finished games this user played here against another person."""
    others = Seat.objects.filter(user__isnull=False).exclude(user=user)
    games = Game.objects.played_here().filter(
        status=Game.Status.FINISHED,
        pass_and_play=False,
        seats__user=user,
        pk__in=others.values("game"),
    )
    return list(games.order_by("-finished_at", "-pk")[:most])


def left_of(user: User, games: Iterable[Game]) -> list[Game]:
    """Return those of these games that the user left on their own."""
    left = _leaving(user).filter(game__in=[game.pk for game in games])
    numbers = set(left.values_list("game_id", flat=True))
    return [game for game in games if game.pk in numbers]


def _leaving(user: User) -> QuerySet[GameEvent]:
    """Return the events by which this user left games on their own.

    Without those by which the site resigned for a user who was suspended or is to be deleted.
    """
    left = GameEvent.objects.filter(
        kind__in=LEFT,
        game__seats__user=user,
        game__seats__player=F("player"),
        game__pass_and_play=False,
    )
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
