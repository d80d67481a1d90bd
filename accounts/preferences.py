"""What users want to be told, and who may invite them. Asked by the code that tells or invites."""

from collections.abc import Iterable
from typing import Any, Literal

from accounts.models import User
from accounts.side_models import Preferences
from games.models import Game, Seat

Topic = Literal["reports", "appeals"]
"""What a mail may be about that people can do without. Sanctions are always told."""

Invites = Preferences.Invites


def preferences_of(user: User) -> Preferences:
    """Return what the user has chosen, or the defaults, not stored."""
    return Preferences.objects.filter(user=user).first() or Preferences(user=user)


def wants_mail(user: User, topic: Topic) -> bool:
    """Return whether the user wants mails about this."""
    return bool(getattr(preferences_of(user), f"mail_{topic}"))


def refuses_rematch(game: Game, user: User) -> bool:
    """Return whether somebody of this finished game takes no offer of a rematch from the user."""
    others = User.objects.filter(seats__game=game).exclude(pk=user.pk)
    chosen = Preferences.objects.filter(user__in=others).exclude(invites=Invites.EVERYBODY)
    return any(_refuses(preferences, game, user) for preferences in chosen)


def _refuses(preferences: Preferences, game: Game, user: User) -> bool:
    if preferences.invites == Invites.NOBODY:
        return True
    return not played_before(game, [preferences.user_id, user.pk])


def played_before(game: Game, users: Iterable[int]) -> bool:
    """Return whether all these users sat at one table that was over before this game began."""
    before = Game.objects.filter(
        status=Game.Status.FINISHED, finished_at__lt=game.started_at or game.created_at
    ).exclude(pk=game.pk)
    for user_id in users:
        before = before.filter(pk__in=Seat.objects.filter(user=user_id).values("game"))
    return before.exists()


def save_preferences(user: User, **chosen: Any) -> None:
    """Store what the user has chosen; whatever is not named stays."""
    Preferences.objects.update_or_create(user=user, defaults=chosen)
