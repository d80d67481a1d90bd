"""Recusal: moderators must not act on themselves or on people they play with."""

from datetime import timedelta

from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts.models import User
from games.models import Game, Seat
from games.queries import seats_of
from moderation.services.refusals import Recused

STRANGERS_AFTER = timedelta(days=30)
"""Moderators must not act on users who played with them more recently than this."""


def played_with(user: User) -> QuerySet[Seat, int]:
    """Return the ids of the users who play with this user, or have lately done so."""
    since = timezone.now() - STRANGERS_AFTER
    lately = Q(finished_at__gte=since) | Q(status=Game.Status.RUNNING)
    games = Game.objects.filter(lately, started_at__isnull=False)
    games = games.filter(pk__in=seats_of(user).values("game"))
    sat = Seat.objects.filter(game__in=games.values("pk"))
    # Players whose seat a bot took over count, too.
    others = sat.annotate(person=Coalesce("user", "left_by")).filter(person__isnull=False)
    return others.exclude(person=user.pk).values_list("person", flat=True)


def knows(moderator: User, user_id: int | None) -> bool:
    """Return whether the user is the moderator, or has lately played with the moderator."""
    if user_id is None:
        return False
    return user_id == moderator.pk or user_id in played_with(moderator)


def check(moderator: User, user: User, *, may: bool) -> None:
    """Raise PermissionDenied unless `may` is true, and Recused if the moderator knows the user."""
    if not may:
        raise PermissionDenied
    if knows(moderator, user.pk):
        raise Recused
