"""Days off: the clocks of turn-by-turn games stand still for a player.

Weekends and vacations are whole days, from midnight to midnight in the player's time zone.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import count, pairwise
from zoneinfo import ZoneInfo

from accounts.models import User
from accounts.preferences import preferences_of

DAY = timedelta(days=1)

LONGEST_WEEKEND = 2  # days; with seven days off the clock would never run


@dataclass(frozen=True, slots=True)
class TimeOff:
    """The days off of one player."""

    zone: ZoneInfo
    weekend: frozenset[int] = frozenset()  # Monday is 0; empty if weekends do not count
    vacations: tuple[tuple[date, date], ...] = ()  # first and last days, both off

    def __post_init__(self) -> None:
        if len(self.weekend) > LONGEST_WEEKEND:
            raise ValueError("a weekend has two days at most")

    def moment_after(self, start: datetime, needed: timedelta) -> datetime:
        """Return the moment, in UTC, when the needed time has passed; days off do not count."""
        start = start.astimezone(UTC)
        if needed <= timedelta():
            return start  # even on a day off
        for begin, end, is_off in self._stretches(start):
            if is_off:
                continue
            if needed <= end - begin:
                return begin + needed
            needed -= end - begin
        raise AssertionError("days never end")

    def elapsed(self, start: datetime, end: datetime) -> timedelta:
        """Return the time between two moments, without days off; zero if `end` is not later."""
        end = end.astimezone(UTC)
        passed = timedelta()
        for begin, until, is_off in self._stretches(start):
            if begin >= end:
                break
            if not is_off:
                passed += min(until, end) - begin
        return passed

    def _stretches(self, start: datetime) -> Iterator[tuple[datetime, datetime, bool]]:
        """Yield the rest of the day, then each later day: begin, end, whether it is a day off."""
        today = start.astimezone(self.zone).date()
        begin = start.astimezone(UTC)
        for day, following in pairwise(today + DAY * n for n in count()):
            # In UTC, because a day on which summer time begins or ends has 23 or 25 hours.
            end = datetime.combine(following, time(), self.zone).astimezone(UTC)
            if end <= begin:
                continue  # the zone moved across the date line and skipped this day
            is_off = day.weekday() in self.weekend or any(
                first <= day <= last for first, last in self.vacations
            )
            yield begin, end, is_off
            begin = end


NO_TIME_OFF = TimeOff(ZoneInfo("UTC"))


def time_off_of(user: User, *, weekends: bool) -> TimeOff:
    """Return the user's days off. weekends: whether to include weekends beside vacations."""
    preferences = preferences_of(user)
    return TimeOff(
        preferences.zone,
        preferences.weekdays_off if weekends else frozenset(),
        tuple(user.vacations.values_list("first_day", "last_day")),
    )
