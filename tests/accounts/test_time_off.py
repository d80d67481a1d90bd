"""Days off: what time passes on none of them, in the time zone of whose days they are."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accounts.models import Preferences, User, Vacation
from accounts.preferences import save_preferences
from accounts.time_off import NO_TIME_OFF, TimeOff, time_off_of
from tests.each_case import each_case

BERLIN, NEW_YORK = ZoneInfo("Europe/Berlin"), ZoneInfo("America/New_York")
ZONES = [
    *("UTC", "Europe/Berlin", "America/New_York", "Pacific/Kiritimati", "Pacific/Pago_Pago"),
    # Half an hour of daylight saving; clocks that change at midnight; a day that there never was.
    *("Australia/Lord_Howe", "Africa/Cairo", "America/Havana", "Asia/Beirut", "Pacific/Apia"),
    # Clocks that went back a minute after midnight, so that a day began twice.
    "America/St_Johns",
]
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
SAT_SUN, FRI_SAT = frozenset({5, 6}), frozenset({4, 5})


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def at(zone: ZoneInfo, text: str) -> datetime:
    """Return the moment at which clocks in the zone show this."""
    return datetime.fromisoformat(text).replace(tzinfo=zone).astimezone(UTC)


def is_off(off: TimeOff, moment: datetime) -> bool:
    return not off.elapsed(moment, moment + timedelta.resolution)


def back_at(off: TimeOff, moment: datetime) -> datetime:
    """Return when the days off around a moment end; the moment itself if it is on none."""
    return off.moment_after(moment, timedelta.resolution) - timedelta.resolution


def days(first: str, last: str) -> tuple[date, date]:
    return date.fromisoformat(first), date.fromisoformat(last)


moments = st.timedeltas(timedelta(), 26 * 365 * DAY).map(lambda past: utc("2005-01-01") + past)
lengths = st.timedeltas(timedelta(), timedelta(days=20))


@st.composite
def vacations(draw: st.DrawFn) -> tuple[date, date]:
    first = draw(st.dates(date(2005, 1, 1), date(2030, 12, 31)))
    return first, first + timedelta(days=draw(st.integers(0, 30)))


def times_off() -> st.SearchStrategy[TimeOff]:
    return st.builds(
        TimeOff,
        st.sampled_from(ZONES).map(ZoneInfo),
        st.frozensets(st.integers(0, 6), max_size=2),
        st.lists(vacations(), max_size=3).map(tuple),
    )


@st.composite
def cases(draw: st.DrawFn) -> tuple[TimeOff, datetime]:
    """Return days off and a moment, often a little before or within a vacation."""
    off = draw(times_off())
    if not off.vacations or draw(st.booleans()):
        return off, draw(moments)
    first, _ = draw(st.sampled_from(off.vacations))
    begins = datetime(first.year, first.month, first.day, tzinfo=UTC)
    return off, begins + draw(st.timedeltas(timedelta(days=-5), timedelta(days=5)))


# --- What holds for all of them ---------------------------------------------


@settings(max_examples=150)
@given(cases(), vacations(), lengths, lengths)
def test_time_passes_only_on_days_that_are_not_off(
    case: tuple[TimeOff, datetime],
    another: tuple[date, date],
    one: timedelta,
    other: timedelta,
) -> None:
    """Each case is looked at in every way: to draw it takes longer."""
    off, start = case
    what_was_needed_has_passed_by_then_and_not_before(off, start, one)
    more_time_is_over_later(off, start, one, other)
    who_begins_later_is_through_no_sooner(off, start, one, other)
    time_adds_up(off, start, one, other)
    another_day_off_never_makes_it_sooner(off, start, another, one)
    one_is_back_when_no_day_off_is_left(off, start)


def what_was_needed_has_passed_by_then_and_not_before(
    off: TimeOff, start: datetime, needed: timedelta
) -> None:
    then = off.moment_after(start, needed)
    assert off.elapsed(start, then) == needed
    before = then - timedelta(microseconds=1)
    assert off.elapsed(start, before) < needed or needed == timedelta()


def more_time_is_over_later(
    off: TimeOff, start: datetime, one: timedelta, other: timedelta
) -> None:
    less, more = sorted([one, other])
    assert off.moment_after(start, less) <= off.moment_after(start, more)


def who_begins_later_is_through_no_sooner(
    off: TimeOff, start: datetime, later: timedelta, needed: timedelta
) -> None:
    assert off.moment_after(start, needed) <= off.moment_after(start + later, needed)


def time_adds_up(off: TimeOff, start: datetime, first: timedelta, second: timedelta) -> None:
    middle, end = start + first, start + first + second
    assert off.elapsed(start, end) == off.elapsed(start, middle) + off.elapsed(middle, end)
    assert timedelta() <= off.elapsed(start, end) <= end - start


def another_day_off_never_makes_it_sooner(
    off: TimeOff, start: datetime, another: tuple[date, date], needed: timedelta
) -> None:
    more = TimeOff(off.zone, off.weekend, (*off.vacations, another))
    assert more.moment_after(start, needed) >= off.moment_after(start, needed)
    no_weekend = TimeOff(off.zone, frozenset(), off.vacations)
    assert no_weekend.moment_after(start, needed) <= off.moment_after(start, needed)


def one_is_back_when_no_day_off_is_left(off: TimeOff, moment: datetime) -> None:
    back = back_at(off, moment)
    assert (back > moment) == is_off(off, moment)
    assert not is_off(off, back)
    assert off.elapsed(moment, back) == timedelta()
    assert off.moment_after(moment, HOUR) >= back + HOUR


# --- Single days ------------------------------------------------------------


def test_without_days_off_time_just_passes() -> None:
    start = utc("2026-11-27 22:00")
    assert NO_TIME_OFF.moment_after(start, 3 * DAY) == start + 3 * DAY
    assert NO_TIME_OFF.elapsed(start, start + 3 * DAY) == 3 * DAY
    assert not is_off(NO_TIME_OFF, start)


def test_time_that_began_on_friday_goes_on_on_monday() -> None:
    off = TimeOff(BERLIN, SAT_SUN)
    friday = at(BERLIN, "2026-11-27 18:00")
    assert off.moment_after(friday, DAY) == at(BERLIN, "2026-11-30 18:00")
    assert off.elapsed(friday, at(BERLIN, "2026-11-29 12:00")) == 6 * HOUR


def test_time_that_ends_with_friday_ends_at_its_midnight() -> None:
    off = TimeOff(BERLIN, SAT_SUN)
    assert off.moment_after(at(BERLIN, "2026-11-27 18:00"), 6 * HOUR) == at(BERLIN, "2026-11-28")


def test_days_begin_at_midnight_of_the_zone_and_not_of_utc() -> None:
    off = TimeOff(NEW_YORK, SAT_SUN)
    assert not is_off(off, utc("2026-11-28 04:59"))
    assert is_off(off, utc("2026-11-28 05:00"))
    assert is_off(off, utc("2026-11-30 04:59"))
    assert not is_off(off, utc("2026-11-30 05:00"))


def test_both_ends_of_a_vacation_are_off() -> None:
    off = TimeOff(BERLIN, vacations=(days("2026-07-01", "2026-07-03"),))
    assert not is_off(off, at(BERLIN, "2026-06-30 23:59"))
    assert is_off(off, at(BERLIN, "2026-07-01"))
    assert is_off(off, at(BERLIN, "2026-07-03 23:59"))
    assert back_at(off, at(BERLIN, "2026-07-02 09:00")) == at(BERLIN, "2026-07-04")


def test_who_is_back_on_a_weekend_is_back_after_it() -> None:
    vacation = days("2026-07-01", "2026-07-03")  # Wednesday to Friday
    off = TimeOff(BERLIN, SAT_SUN, (vacation,))
    thursday = at(BERLIN, "2026-07-02 09:00")
    assert back_at(off, thursday) == at(BERLIN, "2026-07-06")
    assert back_at(TimeOff(BERLIN, FRI_SAT, (vacation,)), thursday) == at(BERLIN, "2026-07-05")


def test_a_day_that_is_off_twice_counts_once() -> None:
    july = days("2026-07-01", "2026-07-10")
    off = TimeOff(BERLIN, SAT_SUN, (july, july))
    assert off.elapsed(at(BERLIN, "2026-06-30"), at(BERLIN, "2026-07-14")) == 2 * DAY


@each_case(
    ("zone", "day", "hours"),
    [
        (BERLIN, "2026-03-29", 23),
        (BERLIN, "2026-10-25", 25),
        (NEW_YORK, "2026-03-08", 23),
        (NEW_YORK, "2026-11-01", 25),
        (ZoneInfo("Australia/Lord_Howe"), "2026-04-05", 24.5),
        # Clocks go forward at midnight, so that this day begins at one o'clock.
        (ZoneInfo("Africa/Cairo"), "2026-04-24", 23),
        (ZoneInfo("Pacific/Apia"), "2011-12-30", 0),
    ],
)
def test_a_day_off_is_as_long_as_that_day(zone: ZoneInfo, day: str, hours: float) -> None:
    off = TimeOff(zone, vacations=(days(day, day),))
    before = at(zone, day) - 12 * HOUR
    assert off.elapsed(before, before + 2 * DAY) == 2 * DAY - hours * HOUR
    assert off.moment_after(before, DAY) == before + DAY + hours * HOUR


def test_daylight_saving_does_not_change_how_long_a_turn_is() -> None:
    off = TimeOff(BERLIN, SAT_SUN)  # clocks go forward on Sunday
    friday = at(BERLIN, "2026-03-27 12:00")
    assert off.moment_after(friday, DAY) == at(BERLIN, "2026-03-30 12:00")
    assert off.moment_after(friday, DAY) - friday == 3 * DAY - HOUR


def test_a_week_without_any_time_is_refused() -> None:
    with pytest.raises(ValueError, match="two days"):
        TimeOff(BERLIN, frozenset(range(7)))


def test_moments_in_any_zone_are_answered_in_utc() -> None:
    start = datetime(2026, 11, 27, 18, tzinfo=NEW_YORK)
    for needed in (timedelta(), HOUR):
        answer = TimeOff(BERLIN, SAT_SUN).moment_after(start, needed)
        assert answer.tzinfo is UTC


# --- Whose days they are ----------------------------------------------------


@pytest.mark.django_db
def test_without_a_choice_weekends_are_saturday_and_sunday_in_utc(ada: User) -> None:
    assert time_off_of(ada, weekends=True) == TimeOff(ZoneInfo("UTC"), SAT_SUN)
    assert time_off_of(ada, weekends=False) == NO_TIME_OFF


@pytest.mark.django_db
def test_what_one_has_chosen_counts(ada: User) -> None:
    save_preferences(ada, time_zone="America/New_York", weekend=Preferences.Weekend.FRIDAY)
    first, last = days("2026-07-01", "2026-07-03")
    Vacation.objects.create(user=ada, first_day=first, last_day=last)
    Vacation.objects.create(user=User.objects.create_user("Bob"), first_day=first, last_day=last)
    vacations = ((first, last),)
    assert time_off_of(ada, weekends=True) == TimeOff(NEW_YORK, frozenset({4}), vacations)
    assert time_off_of(ada, weekends=False) == TimeOff(NEW_YORK, frozenset(), vacations)


@pytest.mark.django_db
def test_a_time_zone_that_is_gone_is_utc(ada: User) -> None:
    save_preferences(ada, time_zone="Atlantis/Capital")
    assert time_off_of(ada, weekends=False) == NO_TIME_OFF


@pytest.mark.parametrize("weekend", Preferences.Weekend)
def test_every_weekend_leaves_days_of_the_week(weekend: Preferences.Weekend) -> None:
    off = TimeOff(BERLIN, Preferences(weekend=weekend).weekdays_off)
    assert off.elapsed(utc("2026-06-01 00:00"), utc("2026-06-08 00:00")) >= 5 * DAY
