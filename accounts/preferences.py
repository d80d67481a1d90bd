"""Users' preferences, and signals for changes of preferences that running games depend on."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from datetime import datetime, timedelta
from typing import Any, Literal
from zoneinfo import ZoneInfo

from django.dispatch import Signal
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.locks import one_transaction
from accounts.models import Channel, Preferences, User
from accounts.refusals import Refusal
from accounts.time_zones import check_zone, zone_named

BETWEEN_ZONE_CHANGES = timedelta(days=7)  # at least; for changes of the weekend, too

# Sent with a `user` who has turned automatic rolls or moves on or off.
automatic_play_changed = Signal()

# Sent with a `user` before and after their days off change, in the same transaction: running clocks
# use the old days off for the time before the change, and the new ones for the time after it.
time_off_changing = Signal()
time_off_changed = Signal()

Topic = Literal["reports", "appeals"]  # mails that can be turned off; mails about sanctions cannot


class OnVacation(Refusal):
    code = "on-vacation"
    message = _("You can change your time zone after your vacation.")


def preferences_of(user: User) -> Preferences:
    """Return the user's preferences; if none are stored, a new row of defaults, not saved."""
    return Preferences.objects.filter(user=user).first() or Preferences(user=user)


def preferences_read_with(user: User) -> Preferences:
    """Return the preferences of a user read with `select_related("preferences")`: no query."""
    return getattr(user, "preferences", None) or Preferences(user=user)


def wants_mail(user: User, topic: Topic) -> bool:
    return bool(getattr(preferences_of(user), f"mail_{topic}"))


@one_transaction
def save_preferences(user: User, *, language: str | None = None, **chosen: Any) -> None:
    """Store the chosen preferences. Raises OnVacation if the time zone must not change now."""
    locked = User.objects.locked(user.pk)
    stored = preferences_of(locked)
    _check_vacations(locked, stored.zone, zone_named(chosen.get("time_zone", stored.zone.key)))
    if language is not None:
        user.language = language
        user.save(update_fields=["language"])
    moved = [
        name
        for name in ("time_zone", "weekend")
        if name in chosen and chosen[name] != getattr(stored, name)
    ]
    # The first time zone replaces no other, so it may be changed again at once.
    is_first_zone = moved == ["time_zone"] and not stored.time_zone
    if moved and not is_first_zone:
        chosen["days_changed_at"] = timezone.now()
    with time_off_changes(locked) if moved else nullcontext():
        Preferences.objects.update_or_create(user=user, defaults=chosen)


@one_transaction
def note_time_zone(user: User, name: str) -> None:
    """Store a browser's time zone, unless the user has one already or is on vacation."""
    check_zone(name)
    if not preferences_of(User.objects.locked(user.pk)).time_zone:
        with suppress(OnVacation):
            save_preferences(user, time_zone=name)


@one_transaction
def turn_off(user: User, channel: Channel) -> None:
    """Send the user no notices of any kind by this channel."""
    chosen = preferences_of(User.objects.locked(user.pk))
    save_preferences(user, channels=chosen.without(channel))


def days_fixed_until(preferences: Preferences) -> datetime | None:
    """Return when the user may change their time zone or weekend again; None if they may now."""
    # Users who could move their weekend at will would have unlimited time for a turn.
    changed_at = preferences.days_changed_at
    if changed_at is None or timezone.now() >= changed_at + BETWEEN_ZONE_CHANGES:
        return None
    return changed_at + BETWEEN_ZONE_CHANGES


@contextmanager
def time_off_changes(user: User) -> Iterator[None]:
    """Send the signals before and after a change of days off. The caller has locked the user."""
    time_off_changing.send(None, user=user)
    yield
    time_off_changed.send(None, user=user)


def _check_vacations(user: User, zone: ZoneInfo, other: ZoneInfo) -> None:
    """Raise OnVacation if a vacation has begun, and is not over yet in both time zones."""
    if other == zone:
        return
    now = timezone.now()
    today, there = timezone.localdate(now, zone), timezone.localdate(now, other)
    begun = user.vacations.filter(first_day__lte=today, last_day__gte=min(today, there))
    if begun.exists():
        raise OnVacation
