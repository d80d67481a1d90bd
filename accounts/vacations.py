"""Vacations: days on which turn-by-turn games wait for a user."""

from datetime import UTC, date, datetime, timedelta
from http import HTTPStatus

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.locks import one_transaction
from accounts.models import User, Vacation
from accounts.preferences import preferences_of, time_off_changes
from accounts.refusals import Refusal

DAY = timedelta(days=1)
DAYS_A_YEAR = 21  # vacation days for each calendar year
LONGEST_AHEAD = timedelta(days=365)  # from today to the end of a vacation


class NoVacationForGuests(Refusal):
    code, status = "no-vacation-for-guests", HTTPStatus.FORBIDDEN
    message = _("Sign up first. Guests can't take vacations.")


class VacationBackwards(Refusal):
    code, status = "vacation-backwards", HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("The last day can't be before the first day.")


class VacationInThePast(Refusal):
    code, status = "vacation-in-the-past", HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("A vacation can't start in the past.")


class VacationTooFarAhead(Refusal):
    code, status = "vacation-too-far-ahead", HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("You can plan a vacation up to a year ahead.")


class VacationOverlaps(Refusal):
    code, status = "vacation-overlaps", HTTPStatus.CONFLICT
    message = _("You already have a vacation on some of these days.")


class TooMuchVacation(Refusal):
    code, status = "too-much-vacation", HTTPStatus.CONFLICT
    message = _("That's too long. Vacation days left in %(year)d: %(left)d.")


class VacationOver(Refusal):
    code, status = "vacation-over", HTTPStatus.CONFLICT
    message = _("This vacation is over.")


def today_of(user: User, now: datetime | None = None) -> date:
    """Return the date in the user's time zone."""
    return timezone.localdate(now, preferences_of(user).zone)


def days_left(user: User, year: int) -> int:
    """Return the number of days that the user can still take in a calendar year."""
    taken = user.vacations.values_list("first_day", "last_day")
    return DAYS_A_YEAR - sum(_days_in(year, first, last) for first, last in taken)


def on_vacation_until(user: User, now: datetime) -> date | None:
    """Return the last day of the user's present vacation; None if they are not on vacation."""
    # A user's date is at most a day behind the date in UTC. So the user's time zone is read only
    # if a vacation is planned: most users have planned none.
    planned = list(user.vacations.filter(last_day__gte=now.astimezone(UTC).date() - DAY))
    if not planned:
        return None
    today = today_of(user, now)
    until = None
    for vacation in planned:
        # A vacation that begins the day after another continues it.
        if vacation.first_day > (today if until is None else until + DAY):
            break
        if vacation.last_day >= today:
            until = vacation.last_day
    return until


@one_transaction
def take_vacation(user: User, first: date, last: date) -> Vacation:
    """Store a vacation, or raise one of the refusals above."""
    user = User.objects.locked(user.pk)
    today = today_of(user)
    if user.is_guest:
        raise NoVacationForGuests
    if last < first:
        raise VacationBackwards
    if first < today:
        raise VacationInThePast
    if last - today > LONGEST_AHEAD:
        raise VacationTooFarAhead
    if user.vacations.filter(first_day__lte=last, last_day__gte=first).exists():
        raise VacationOverlaps
    for year in range(first.year, last.year + 1):
        left = days_left(user, year)
        if _days_in(year, first, last) > left:
            raise TooMuchVacation(year=year, left=left)
    with time_off_changes(user):
        return Vacation.objects.create(user=user, first_day=first, last_day=last)


@one_transaction
def end_vacation(vacation: Vacation) -> None:
    """Make today the last day of a vacation; delete a vacation that has not begun."""
    user = User.objects.locked(vacation.user_id)
    today = today_of(user)
    # Read again under the lock: another request may have ended or deleted the vacation.
    stored = user.vacations.filter(pk=vacation.pk).first()
    if stored is None or stored.last_day < today:
        raise VacationOver
    if stored.last_day == today:
        return
    with time_off_changes(user):
        if stored.first_day > today:
            stored.delete()
        else:
            stored.last_day = today
            stored.save(update_fields=["last_day"])


def _days_in(year: int, first: date, last: date) -> int:
    begins, ends = max(first, date(year, 1, 1)), min(last, date(year, 12, 31))
    return max((ends - begins).days + 1, 0)
