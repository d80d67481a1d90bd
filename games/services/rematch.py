"""The preferences of users about offers of a rematch."""

from collections.abc import Iterable

from accounts.models import Preferences, User
from games.models import Game, Seat

Invites = Preferences.Invites


def refuses_rematch(game: Game, user: User) -> bool:
    """Return whether another player of a finished game refuses rematches with the user."""
    others = User.objects.filter(seats__game=game).exclude(pk=user.pk)
    chosen = Preferences.objects.filter(user__in=others).exclude(invites=Invites.EVERYBODY)
    return any(
        preferences.invites == Invites.NOBODY
        or not played_before(game, [preferences.user_id, user.pk])
        for preferences in chosen
    )


def played_before(game: Game, users: Iterable[int]) -> bool:
    """Return whether all these users played together in a game that ended before this one began."""
    before = Game.objects.filter(
        status=Game.Status.FINISHED, finished_at__lt=game.started_at or game.created_at
    ).exclude(pk=game.pk)
    for user_id in users:
        before = before.filter(pk__in=Seat.objects.filter(user=user_id).values("game"))
    return before.exists()
