"""Days on which the clocks of games that go turn by turn stand still for a player.

Weekends and vacations are whole days of the player, from midnight to midnight in their time zone.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

from accounts.models import User
from accounts.preferences import preferences_of

DAY = timedelta(days=1)

LONGEST_WEEKEND = 2
"""Days a week; with all seven of them no time would ever pass."""


@dataclass(frozen=True, slots=True)
class TimeOff:
    """The days off of one player.

    Attributes:
        zone: Where their days begin and end.
        weekend: Weekdays that are off, Monday being 0; none where weekends do not count.
        vacations: The first and the last day of each, both of which are off.
    """

    zone: ZoneInfo
    weekend: frozenset[int] = frozenset()
    vacations: tuple[tuple[date, date], ...] = ()

    def __post_init__(self) -> None:
        if len(self.weekend) > LONGEST_WEEKEND:
            raise ValueError("a weekend has two days at most")

    def moment_after(self, start: datetime, needed: timedelta) -> datetime:
        """Return the first moment by which that much time on no day off has passed.

        Args:
            start: From when on time is counted.
            needed: How much of it; with none it is over as it begins.

        Returns:
            The moment, in UTC.
        """
        start = start.astimezone(UTC)
        if needed <= timedelta():
            return start
        for begin, end, is_off in self._stretches(start):
            if is_off:
                continue
            if needed <= end - begin:
                return begin + needed
            needed -= end - begin
        raise AssertionError("days never end")

    def elapsed(self, start: datetime, end: datetime) -> timedelta:
        """Return how much of the time between two moments is on no day off.

        It is nothing where the second is not after the first.
        """
        end = end.astimezone(UTC)
        passed = timedelta()
        for begin, until, is_off in self._stretches(start):
            if begin >= end:
                break
            if not is_off:
                passed += min(until, end) - begin
        return passed

    def is_off(self, moment: datetime) -> bool:
        """Return whether the moment is on a day off."""
        return next(self._stretches(moment))[2]

    def back_at(self, moment: datetime) -> datetime | None:
        """Return when the days off end that the moment is in, in UTC; None if it is in none."""
        if not self.is_off(moment):
            return None
        return next(begin for begin, _, is_off in self._stretches(moment) if not is_off)

    def _stretches(self, start: datetime) -> Iterator[tuple[datetime, datetime, bool]]:
        """Yield the rest of the day that the moment is on and all days after it, in UTC.

        With each comes whether it is off. A day may be an hour shorter or longer than others,
        and where a zone has changed sides of the date line there is none of it at all.
        """
        today = start.astimezone(self.zone).date()
        yet_to_come = start.astimezone(UTC)
        for day, following in pairwise(_days_from(today)):
            end = datetime.combine(following, time(), self.zone).astimezone(UTC)
            if end > yet_to_come:
                yield yet_to_come, end, self._is_day_off(day)
                yet_to_come = end

    def _is_day_off(self, day: date) -> bool:
        return day.weekday() in self.weekend or any(
            first <= day <= last for first, last in self.vacations
        )


NO_TIME_OFF = TimeOff(ZoneInfo("UTC"))


def time_off_of(user: User, *, weekends: bool) -> TimeOff:
    """Return the days off of a user.

    Args:
        user: Whose days.
        weekends: Whether weekends are off, too, and not only vacations.
    """
    preferences = preferences_of(user)
    return TimeOff(
        preferences.zone,
        preferences.weekdays_off if weekends else frozenset(),
        tuple(user.vacations.values_list("first_day", "last_day")),
    )


def _days_from(day: date) -> Iterator[date]:
    while True:
        yield day
        day += DAY
