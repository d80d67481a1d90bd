"""What users want to be told and shown."""

from typing import Any, Literal

from accounts.models import Preferences, User

Topic = Literal["reports", "appeals"]
"""What a mail may be about that people can do without. Sanctions are always told."""


def preferences_of(user: User) -> Preferences:
    """Return what the user has chosen, or the defaults, not stored."""
    return Preferences.objects.filter(user=user).first() or Preferences(user=user)


def preferences_read_with(user: User) -> Preferences:
    """Return the same without asking the database again, for a user who was read with them."""
    return getattr(user, "preferences", None) or Preferences(user=user)


def wants_mail(user: User, topic: Topic) -> bool:
    """Return whether the user wants mails about this."""
    return bool(getattr(preferences_of(user), f"mail_{topic}"))


def save_preferences(user: User, *, language: str | None = None, **chosen: Any) -> None:
    """Store what the user has chosen; whatever is not named stays."""
    if language is not None:
        user.language = language
        user.save(update_fields=["language"])
    Preferences.objects.update_or_create(user=user, defaults=chosen)
