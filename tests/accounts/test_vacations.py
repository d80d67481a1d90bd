"""Vacations: taking one, ending it early, how many days there are, and who sees it."""

import json
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts.models import User, Vacation
from accounts.preferences import (
    note_time_zone,
    preferences_of,
    save_preferences,
    time_off_changed,
    time_off_changing,
)
from accounts.vacations import (
    days_left,
    end_vacation,
    on_vacation_until,
    take_vacation,
    today_of,
)
from lifecycle.data_export import files_about
from lifecycle.deletion import delete_user
from tests.accounts.helpers import become_guest
from tests.html import elements, one, value
from tests.refusals import codes, refused

pytestmark = pytest.mark.django_db

PAGE = "/accounts/vacations/"
NOON = datetime(2026, 11, 23, 12, tzinfo=UTC)
TODAY = NOON.date()
DAY = timedelta(days=1)

Heard = list[tuple[str, int, list[tuple[date, date]]]]


@pytest.fixture
def bob() -> User:
    return User.objects.create_user("Bob")


@pytest.fixture(autouse=True)
def now(monkeypatch: pytest.MonkeyPatch) -> None:
    set_clock(monkeypatch, NOON)


@pytest.fixture
def heard() -> Iterator[Heard]:
    """Yield what was told of changes: which signal, of whose days, and their vacations by then."""
    told: Heard = []

    def changing(sender: None, user: User, **kwargs: Any) -> None:
        assert connection.in_atomic_block
        told.append(("changing", user.pk, taken(user)))

    def changed(sender: None, user: User, **kwargs: Any) -> None:
        assert connection.in_atomic_block
        told.append(("changed", user.pk, taken(user)))

    time_off_changing.connect(changing)
    time_off_changed.connect(changed)
    yield told
    time_off_changing.disconnect(changing)
    time_off_changed.disconnect(changed)


def set_clock(monkeypatch: pytest.MonkeyPatch, moment: datetime) -> None:
    monkeypatch.setattr(timezone, "now", lambda: moment)


def taken(user: User) -> list[tuple[date, date]]:
    return list(Vacation.objects.filter(user=user).values_list("first_day", "last_day"))


def in_days(first: int, last: int) -> tuple[date, date]:
    return TODAY + first * DAY, TODAY + last * DAY


# --- Taking one -------------------------------------------------------------


def test_a_vacation_can_begin_today(ada: User) -> None:
    take_vacation(ada, *in_days(0, 6))
    assert taken(ada) == [in_days(0, 6)]
    assert days_left(ada, 2026) == 14


def test_a_vacation_begins_today_or_later(ada: User) -> None:
    with refused("vacation-in-the-past"):
        take_vacation(ada, *in_days(-1, 3))
    assert taken(ada) == []


@pytest.mark.parametrize(
    ("zone", "moment", "today"),
    [
        ("America/New_York", "2026-11-23 04:59", "2026-11-22"),
        ("America/New_York", "2026-11-23 05:00", "2026-11-23"),
        # An hour later on the day on which clocks have gone forward.
        ("America/New_York", "2026-03-09 03:59", "2026-03-08"),
        ("America/New_York", "2026-03-09 04:00", "2026-03-09"),
        ("Europe/Berlin", "2026-10-25 22:59", "2026-10-25"),
        ("Europe/Berlin", "2026-10-25 23:00", "2026-10-26"),
    ],
)
def test_today_is_what_day_it_is_where_one_is(
    ada: User, monkeypatch: pytest.MonkeyPatch, zone: str, moment: str, today: str
) -> None:
    save_preferences(ada, time_zone=zone)
    set_clock(monkeypatch, datetime.fromisoformat(moment).replace(tzinfo=UTC))
    first = date.fromisoformat(today)
    assert today_of(ada) == first
    with refused("vacation-in-the-past"):
        take_vacation(ada, first - DAY, first)
    take_vacation(ada, first, first)


def test_a_vacation_ends_after_it_begins(ada: User) -> None:
    with refused("vacation-backwards"):
        take_vacation(ada, *in_days(3, 2))
    take_vacation(ada, *in_days(3, 3))
    assert taken(ada) == [in_days(3, 3)]


def test_a_vacation_is_planned_a_year_ahead_and_no_further(ada: User) -> None:
    with refused("vacation-too-far-ahead"):
        take_vacation(ada, *in_days(360, 366))
    take_vacation(ada, *in_days(360, 365))
    assert taken(ada) == [in_days(360, 365)]


def test_two_vacations_never_share_a_day(ada: User, subtests: pytest.Subtests) -> None:
    take_vacation(ada, *in_days(5, 7))
    for days in [(0, 5), (5, 6), (6, 7), (7, 20), (0, 20)]:
        with subtests.test(days=days):
            with refused("vacation-overlaps"):
                take_vacation(ada, *in_days(*days))
            assert taken(ada) == [in_days(5, 7)]


def test_one_vacation_may_follow_another(ada: User, bob: User) -> None:
    take_vacation(ada, *in_days(5, 7))
    take_vacation(ada, *in_days(8, 9))
    take_vacation(ada, *in_days(4, 4))
    take_vacation(bob, *in_days(5, 7))
    assert len(taken(ada)) == 3


def test_there_are_21_days_in_a_year(ada: User) -> None:
    with refused("too-much-vacation"):
        take_vacation(ada, *in_days(0, 21))
    take_vacation(ada, *in_days(0, 9))
    take_vacation(ada, *in_days(20, 30))
    assert days_left(ada, 2026) == 0
    with refused("too-much-vacation"):
        take_vacation(ada, *in_days(32, 32))
    assert days_left(ada, 2027) == 21


def test_days_count_in_the_year_that_they_are_in(ada: User) -> None:
    take_vacation(ada, date(2026, 12, 20), date(2027, 1, 10))
    assert (days_left(ada, 2026), days_left(ada, 2027)) == (9, 11)
    with refused("too-much-vacation"):
        take_vacation(ada, date(2027, 5, 1), date(2027, 5, 12))
    take_vacation(ada, date(2027, 5, 1), date(2027, 5, 11))
    assert days_left(ada, 2027) == 0


def test_a_year_may_have_too_few_days_left_for_the_end_of_a_vacation(ada: User) -> None:
    take_vacation(ada, date(2027, 3, 1), date(2027, 3, 20))
    with refused("too-much-vacation"):
        take_vacation(ada, date(2026, 12, 30), date(2027, 1, 2))
    take_vacation(ada, date(2026, 12, 30), date(2027, 1, 1))


def test_guests_take_no_vacation(client: Client) -> None:
    guest = become_guest(client)
    with refused("no-vacation-for-guests"):
        take_vacation(guest, *in_days(0, 1))
    assert taken(guest) == []


# --- Ending one -------------------------------------------------------------


def test_a_vacation_that_is_ended_ends_with_today(ada: User) -> None:
    vacation = take_vacation(ada, *in_days(0, 9))
    Vacation.objects.update(first_day=TODAY - 3 * DAY)
    for _ in range(2):
        end_vacation(vacation)
        assert taken(ada) == [in_days(-3, 0)]
    assert days_left(ada, 2026) == 17


def test_a_vacation_that_has_not_begun_is_not_taken_at_all(ada: User) -> None:
    vacation = take_vacation(ada, *in_days(1, 9))
    end_vacation(vacation)
    assert taken(ada) == []
    assert days_left(ada, 2026) == 21
    with refused("vacation-over"):
        end_vacation(vacation)


def test_a_vacation_that_is_over_cannot_be_ended(ada: User) -> None:
    first, last = in_days(-9, -1)
    vacation = Vacation.objects.create(user=ada, first_day=first, last_day=last)
    with refused("vacation-over"):
        end_vacation(vacation)
    assert taken(ada) == [(first, last)]


# --- Who hears of it --------------------------------------------------------


def test_a_change_of_vacations_is_told_before_and_after(ada: User, heard: Heard) -> None:
    planned, ended = [in_days(0, 5)], [in_days(0, 0)]
    vacation = take_vacation(ada, *in_days(0, 5))
    assert heard == [("changing", ada.pk, []), ("changed", ada.pk, planned)]
    heard.clear()
    end_vacation(vacation)
    assert heard == [("changing", ada.pk, planned), ("changed", ada.pk, ended)]
    heard.clear()
    end_vacation(vacation)
    assert heard == []


def test_what_is_refused_is_not_told(ada: User, heard: Heard) -> None:
    with refused("vacation-in-the-past"):
        take_vacation(ada, *in_days(-1, 5))
    assert heard == []


def test_nothing_is_changed_where_somebody_who_hears_of_it_fails(ada: User) -> None:
    def fail(**kwargs: Any) -> None:
        raise RuntimeError

    for signal in (time_off_changing, time_off_changed):
        signal.connect(fail)
        with pytest.raises(RuntimeError):
            take_vacation(ada, *in_days(0, 5))
        with pytest.raises(RuntimeError):
            save_preferences(ada, weekend="fri")
        signal.disconnect(fail)
    assert taken(ada) == []
    assert preferences_of(ada).weekend == "sat-sun"


@pytest.mark.parametrize("chosen", [{"time_zone": "Europe/Berlin"}, {"weekend": "fri-sat"}])
def test_another_time_zone_or_weekend_is_told_once(
    ada: User, heard: Heard, chosen: dict[str, str]
) -> None:
    for _ in range(2):
        save_preferences(ada, **chosen, auto_roll=True)
    assert [(what, user) for what, user, _ in heard] == [("changing", ada.pk), ("changed", ada.pk)]


def test_what_a_browser_tells_of_the_time_zone_is_told(ada: User, heard: Heard) -> None:
    note_time_zone(ada, "Europe/Berlin")
    note_time_zone(ada, "America/New_York")
    assert [what for what, _, _ in heard] == ["changing", "changed"]


def test_other_preferences_move_no_clock(ada: User, heard: Heard) -> None:
    save_preferences(ada, auto_roll=True, bots_pace="fast")
    save_preferences(ada, time_zone="", weekend="sat-sun")
    assert heard == []


# --- Another time zone -------------------------------------------------------

EAST, WEST = "Pacific/Kiritimati", "Pacific/Pago_Pago"
"""A day begins in the one 25 hours before it does in the other."""


@pytest.fixture
def on_a_day_off(ada: User) -> Vacation:
    """Return a vacation of the day that it is in the east."""
    save_preferences(ada, time_zone=EAST)
    return take_vacation(ada, *[today_of(ada)] * 2)


def test_a_day_of_vacation_that_has_begun_does_not_begin_again_in_another_time_zone(
    ada: User, on_a_day_off: Vacation, monkeypatch: pytest.MonkeyPatch
) -> None:
    begins = datetime(2026, 11, 23, 10, tzinfo=UTC)
    moment = timedelta(seconds=1)
    for now in (NOON, begins + DAY, begins + DAY + timedelta(hours=25) - moment):
        set_clock(monkeypatch, now)
        with refused("on-vacation"):
            save_preferences(ada, time_zone=WEST)
        assert preferences_of(ada).time_zone == EAST
    set_clock(monkeypatch, begins + DAY + timedelta(hours=25))
    save_preferences(ada, time_zone=WEST)
    with refused("vacation-over"):
        end_vacation(on_a_day_off)
    assert days_left(ada, 2026) == 20


def test_what_a_browser_tells_during_a_vacation_is_not_noted(ada: User) -> None:
    take_vacation(ada, *in_days(0, 5))
    note_time_zone(ada, WEST)
    assert preferences_of(ada).time_zone == ""


def test_a_vacation_that_has_not_begun_goes_along_to_another_time_zone(ada: User) -> None:
    save_preferences(ada, time_zone=EAST)
    take_vacation(ada, *in_days(3, 5))
    save_preferences(ada, time_zone=WEST)
    assert preferences_of(ada).time_zone == WEST


def test_the_form_says_why_the_time_zone_stays(
    client: Client, ada: User, on_a_day_off: Vacation
) -> None:
    client.force_login(ada)
    sent = {"invites": "nobody", "bots_pace": "slow", "weekend": "sat-sun"}
    answer = client.post("/accounts/preferences/", sent | {"time_zone": WEST})
    assert answer.status_code == 409
    assert "You can change your time zone after your vacation." in answer.content.decode()
    assert preferences_of(ada).bots_pace == "normal", "nothing was changed"
    assert client.post("/accounts/preferences/", sent | {"time_zone": EAST}).status_code == 302


# --- Until when -------------------------------------------------------------


def test_who_is_on_vacation_is_so_until_its_last_day(ada: User, bob: User) -> None:
    save_preferences(ada, time_zone="America/New_York")
    Vacation.objects.create(user=ada, first_day=date(2026, 11, 1), last_day=date(2026, 11, 5))
    ends = datetime(2026, 11, 6, 5, tzinfo=UTC)
    begins = datetime(2026, 11, 1, 4, tzinfo=UTC)  # summer time ends on that day
    moment = timedelta(microseconds=1)
    for now in (begins, NOON - 20 * DAY, ends - moment):
        assert on_vacation_until(ada, now) == date(2026, 11, 5)
        assert on_vacation_until(bob, now) is None
    assert on_vacation_until(ada, begins - moment) is None
    assert on_vacation_until(ada, ends) is None


def test_a_vacation_that_follows_at_once_goes_on_with_the_one_before(ada: User) -> None:
    for days in ((0, 2), (3, 3), (5, 8)):
        take_vacation(ada, *in_days(*days))
    assert on_vacation_until(ada, NOON) == TODAY + 3 * DAY
    assert on_vacation_until(ada, NOON + 4 * DAY) is None


def test_everybody_sees_on_a_players_page_until_when_they_are_away(
    client: Client, ada: User
) -> None:
    assert not elements(client.get(ada.get_absolute_url()), "[data-away]")
    take_vacation(ada, *in_days(0, 5))
    page = client.get(ada.get_absolute_url())
    assert one(page, "span[data-away]", "On vacation until 28 Nov 2026")


# --- The page ---------------------------------------------------------------


def form(first: int, last: int) -> dict[str, str]:
    days = in_days(first, last)
    return {"first_day": days[0].isoformat(), "last_day": days[1].isoformat()}


def test_the_page_takes_a_vacation_and_shows_it(client: Client, ada: User) -> None:
    client.force_login(ada)
    assert client.post(PAGE, form(2, 4)).headers["Location"] == PAGE
    assert taken(ada) == [in_days(2, 4)]
    answer = client.get(PAGE)
    assert [vacation.first_day for vacation in answer.context["to_come"]] == [TODAY + 2 * DAY]
    assert answer.context["left"] == [(2026, 18), (2027, 21)]
    assert "25 Nov 2026 to 27 Nov 2026" in answer.content.decode()


def test_a_vacation_that_was_sent_twice_is_taken_once(client: Client, ada: User) -> None:
    client.force_login(ada)
    client.post(PAGE, form(2, 4))
    answer = client.post(PAGE, form(2, 4))
    assert (answer.status_code, codes(answer)) == (409, ["vacation-overlaps"])
    assert taken(ada) == [in_days(2, 4)]


def test_the_page_says_how_many_days_are_left(client: Client, ada: User) -> None:
    client.force_login(ada)
    answer = client.post(PAGE, form(0, 30))
    assert (answer.status_code, codes(answer)) == (409, ["too-much-vacation"])
    assert "left in 2026: 21." in answer.content.decode()


NO_DAYS = [
    {},
    {"first_day": "2026-11-25"},
    {"first_day": "soon", "last_day": "later"},
    {"first_day": "2026-02-30", "last_day": "2026-03-01"},
    {"first_day": "0001-01-01", "last_day": "9999-12-31"},
    {"first_day": "2026-11-25", "last_day": "9999-12-31"},
    {"first_day": "<b>", "last_day": "\0"},
]


def test_days_that_there_are_not_are_refused(
    client: Client, ada: User, subtests: pytest.Subtests
) -> None:
    client.force_login(ada)
    for sent in NO_DAYS:
        with subtests.test(sent=sent):
            assert client.post(PAGE, sent).status_code == 422
            assert taken(ada) == []


def test_the_page_ends_a_vacation(client: Client, ada: User) -> None:
    client.force_login(ada)
    client.post(PAGE, form(0, 4))
    action = end_of(client)
    assert client.get(action).status_code == 405
    assert client.post(action).headers["Location"] == PAGE
    assert taken(ada) == [in_days(0, 0)]
    assert f"{PAGE}{Vacation.objects.get().pk}/end/" not in client.get(PAGE).content.decode()


def end_of(client: Client) -> str:
    """Return the address of the only button on the page that ends a vacation."""
    return value(client.get(PAGE), f"[action^='{PAGE}'][action$='/end/']", "action")


def test_past_vacations_are_shown_and_cannot_be_ended(client: Client, ada: User) -> None:
    first, last = in_days(-9, -1)
    vacation = Vacation.objects.create(user=ada, first_day=first, last_day=last)
    client.force_login(ada)
    page = client.get(PAGE)
    assert list(page.context["past"]) == [vacation]
    assert "/end/" not in page.content.decode()
    answer = client.post(f"{PAGE}{vacation.pk}/end/")
    assert (answer.status_code, codes(answer)) == (409, ["vacation-over"])


def test_nobody_ends_the_vacation_of_somebody_else(client: Client, ada: User, bob: User) -> None:
    vacation = take_vacation(ada, *in_days(0, 5))
    client.force_login(bob)
    assert client.post(f"{PAGE}{vacation.pk}/end/").status_code == 404
    assert client.get(PAGE).context["to_come"].count() == 0
    assert taken(ada) == [in_days(0, 5)]


def test_guests_are_asked_to_sign_up_and_see_no_link(client: Client) -> None:
    guest = become_guest(client)
    assert client.post(PAGE, form(0, 1)).headers["Location"] == "/accounts/signup/"
    for page in ("/accounts/", "/accounts/preferences/"):
        assert PAGE not in client.get(page).content.decode()
    assert taken(guest) == []


def test_accounts_find_the_page_in_their_settings(client: Client, ada: User) -> None:
    client.force_login(ada)
    for page in ("/accounts/", "/accounts/preferences/"):
        assert PAGE in client.get(page).content.decode()


def test_vacations_want_their_csrf_token(ada: User) -> None:
    vacation = take_vacation(ada, *in_days(0, 5))
    client = Client(enforce_csrf_checks=True)
    client.force_login(ada)
    assert client.post(PAGE, form(8, 9)).status_code == 403
    assert client.post(f"{PAGE}{vacation.pk}/end/").status_code == 403
    assert taken(ada) == [in_days(0, 5)]


# --- What is kept -----------------------------------------------------------


def test_vacations_and_the_time_zone_are_in_the_download(ada: User, bob: User) -> None:
    save_preferences(ada, time_zone="Europe/Berlin")
    take_vacation(ada, *in_days(2, 4))
    take_vacation(bob, *in_days(3, 4))
    files = dict(files_about(ada))
    [row] = json.loads(files["vacations.json"])
    assert (row["first_day"], row["last_day"]) == ("2026-11-25", "2026-11-27")
    assert json.loads(files["account.json"])["preferences"]["time_zone"] == "Europe/Berlin"
    assert "vacations.json" in files["README.txt"]


def test_vacations_go_with_the_account(ada: User, bob: User) -> None:
    for user in (ada, bob):
        take_vacation(user, *in_days(2, 4))
    delete_user(ada)
    assert [vacation.user for vacation in Vacation.objects.all()] == [bob]
