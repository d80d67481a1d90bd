"""What users want to be told and shown."""

from contextlib import nullcontext, suppress
from datetime import datetime, timedelta
from typing import Any, Literal

from django.dispatch import Signal
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.locks import one_transaction
from accounts.models import Channel, Preferences, User
from accounts.refusals import Refusal
from accounts.time_off_changes import time_off_changes
from accounts.time_zones import check_zone, zone_named

DAYS_STAY = timedelta(days=7)
"""For how long a time zone or a weekend stays that was chosen in place of another one."""

automatic_play_changed = Signal()
"""Sent with a `user` who has just turned on or off that games act for them."""

Topic = Literal["reports", "appeals"]
"""What a mail may be about that people can do without. Sanctions are always told."""


class OnVacation(Refusal):
    code = "on-vacation"
    message = _("You can change your time zone after your vacation.")


def preferences_of(user: User) -> Preferences:
    """Return what the user has chosen, or the defaults, not stored."""
    return Preferences.objects.filter(user=user).first() or Preferences(user=user)


def preferences_read_with(user: User) -> Preferences:
    """Return the same without asking the database again, for a user who was read with them."""
    return getattr(user, "preferences", None) or Preferences(user=user)


def wants_mail(user: User, topic: Topic) -> bool:
    """Return whether the user wants mails about this."""
    return bool(getattr(preferences_of(user), f"mail_{topic}"))


@one_transaction
def save_preferences(user: User, *, language: str | None = None, **chosen: Any) -> None:
    """Store what the user has chosen; whatever is not named stays.

    Raises:
        OnVacation: Another time zone is chosen during a vacation.
    """
    locked = User.objects.locked(user.pk)
    _check_vacations(locked, chosen)
    if language is not None:
        user.language = language
        user.save(update_fields=["language"])
    moves_days = _moves_days(locked, chosen)
    if moves_days and not _tells_first_zone(locked, chosen):
        chosen["days_changed_at"] = timezone.now()
    with time_off_changes(locked) if moves_days else nullcontext():
        Preferences.objects.update_or_create(user=user, defaults=chosen)


@one_transaction
def note_time_zone(user: User, name: str) -> None:
    """Store the time zone that a browser tells, unless one is known, or the user is on vacation.

    Raises:
        ValidationError: There is no such time zone.
    """
    check_zone(name)
    if not preferences_of(User.objects.locked(user.pk)).time_zone:
        with suppress(OnVacation):
            save_preferences(user, time_zone=name)


@one_transaction
def turn_off(user: User, channel: Channel) -> None:
    """Tell a user nothing more in this way, of whatever kind it is."""
    chosen = preferences_of(User.objects.locked(user.pk))
    save_preferences(user, channels=chosen.without(channel))


def days_fixed_until(preferences: Preferences) -> datetime | None:
    """Return until when a user's time zone and weekend stay as they are; None if they need not.

    Users who could move their weekend at will would have as much time for a turn as they like.
    """
    changed_at = preferences.days_changed_at
    if changed_at is None or timezone.now() >= changed_at + DAYS_STAY:
        return None
    return changed_at + DAYS_STAY


def _check_vacations(user: User, chosen: dict[str, Any]) -> None:
    """Raise OnVacation if a day of vacation that has begun would begin again in another zone."""
    zone, now = preferences_of(user).zone, timezone.now()
    other = zone_named(chosen.get("time_zone", zone.key))
    if other == zone:
        return
    today, there = timezone.localdate(now, zone), timezone.localdate(now, other)
    begun = user.vacations.filter(first_day__lte=today, last_day__gte=min(today, there))
    if begun.exists():
        raise OnVacation


def _tells_first_zone(user: User, chosen: dict[str, Any]) -> bool:
    stored = preferences_of(user)
    return not stored.time_zone and chosen.get("weekend", stored.weekend) == stored.weekend


def _moves_days(user: User, chosen: dict[str, Any]) -> bool:
    """Return whether other days are off with what is chosen now."""
    stored = preferences_of(user)
    moving = {"time_zone", "weekend"} & set(chosen)
    return any(chosen[name] != getattr(stored, name) for name in moving)
