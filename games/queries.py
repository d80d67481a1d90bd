"""Which games somebody may see, and the lists of them: each list is a bounded number of queries.

A public game is everybody's to see. A game by link only is for whoever has the link, so it is
in no list except its own players'. A cancelled table is nobody's but its players'.
"""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import (
    Case,
    Count,
    Exists,
    IntegerField,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    When,
)
from django.db.models.functions import Coalesce
from django.http import Http404
from django.utils import timezone

from accounts.models import User
from games.models import Game, Seat, Viewer
from games.presence import STALE, user_key

Visitor = User | AnonymousUser

LIVELY = timedelta(minutes=10)
"""A game without a step for this long is not shown off as live."""

MOST_OPEN_TABLES = 50
"""The lobby shows no more at once, because it is pushed as a whole."""


def visible_game(code: str, visitor: Visitor) -> Game:
    """Return the game with this code. Raises Http404 when there is none this visitor may see."""
    game = Game.objects.filter(code=code).first()
    if game is None or (game.status == Game.Status.CANCELLED and not _is_player(game, visitor)):
        raise Http404
    return game


def started_game(code: str, visitor: Visitor) -> Game:
    """Return the running or finished game with this code, or raise Http404."""
    game = visible_game(code, visitor)
    if game.started_at is None:
        raise Http404
    return game


def open_tables() -> QuerySet[Game]:
    """Return the public tables with a free seat, newest first. A rematch is by invitation."""
    return (
        _listed()
        .filter(status=Game.Status.WAITING, visibility=Game.Visibility.PUBLIC, rematch_of=None)
        .order_by("-created_at", "-pk")[:MOST_OPEN_TABLES]
    )


def running_games() -> QuerySet[Game]:
    """Return the public games being played, the latest step first."""
    return (
        _listed()
        .filter(status=Game.Status.RUNNING, visibility=Game.Visibility.PUBLIC)
        .order_by("-moved_at", "-pk")
    )


def moving_games() -> QuerySet[Game]:
    """Return the public games with a step in the last minutes, the latest step first."""
    return running_games().filter(moved_at__gt=timezone.now() - LIVELY)


def spectators(games: Iterable[Game]) -> dict[int, int]:
    """Return how many people watch each of these games without sitting at it, by game id."""
    seated = {
        game.pk: {user_key(s.user_id) for s in game.seats.all() if s.user_id} for game in games
    }
    fresh = Viewer.objects.filter(game__in=seated, seen_at__gt=timezone.now() - STALE)
    watching = dict.fromkeys(seated, 0)
    for game_id, who in fresh.values_list("game_id", "who").distinct():
        watching[game_id] += who not in seated[game_id]
    return watching


def finished_games() -> QuerySet[Game]:
    """Return the public games that are over, the latest first."""
    return (
        _listed()
        .filter(status=Game.Status.FINISHED, visibility=Game.Visibility.PUBLIC)
        .order_by("-finished_at", "-pk")
    )


def filtered(games: QuerySet[Game], size: int | None, company: str) -> QuerySet[Game]:
    """Return those games with `size` seats and with, or without, bots at the table."""
    if size is not None:
        games = games.filter(size=size)
    with_bot = Exists(Seat.objects.filter(game=OuterRef("pk")).exclude(bot=""))
    match company:
        case "people":
            return games.filter(~with_bot)
        case "bots":
            return games.filter(with_bot)
        case _:
            return games


def games_of(user: User) -> QuerySet[Game]:
    """Return the user's own games, each with its `group` in this order.

    0: he is to act; 1: running; 2: waiting for players; 3: finished.
    """
    his_turn = Exists(Seat.objects.filter(game=OuterRef("pk"), user=user, to_move=True))
    group = Case(
        When(his_turn, then=0),
        When(status=Game.Status.RUNNING, then=1),
        When(status=Game.Status.WAITING, then=2),
        default=3,
        output_field=IntegerField(),
    )
    return (
        _listed()
        .filter(_held_by(user))
        .exclude(status=Game.Status.CANCELLED)
        .annotate(group=group)
        .order_by("group", Coalesce("finished_at", "created_at").desc(), "-pk")
    )


def finished_games_of(user: User, visitor: Visitor) -> QuerySet[Game]:
    """Return the user's finished games that this visitor may find in a list, the latest first."""
    games = _listed().filter(_held_by(user), status=Game.Status.FINISHED)
    public = Q(visibility=Game.Visibility.PUBLIC)
    listed = public | _held_by(visitor) if isinstance(visitor, User) else public
    return games.filter(listed).order_by("-finished_at", "-pk")


def totals_of(user: User, games: QuerySet[Game]) -> dict[str, Any]:
    """Return how many of these finished games the user played and won."""
    return Seat.objects.filter(user=user, game__in=games.order_by()).aggregate(
        games=Count("pk"), wins=Count("pk", filter=Q(won=True))
    )


def _listed() -> QuerySet[Game]:
    """Return games with what every row of a list shows."""
    return Game.objects.prefetch_related(
        Prefetch("seats", Seat.objects.select_related("user").order_by("player"))
    )


def _held_by(user: User) -> Exists:
    return Exists(Seat.objects.filter(game=OuterRef("pk"), user=user))


def _is_player(game: Game, visitor: Visitor) -> bool:
    return isinstance(visitor, User) and game.seats.filter(user=visitor).exists()
