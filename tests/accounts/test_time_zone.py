"""The time zone of a user: told by the browser at first, and chosen from then on."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Preferences, User
from accounts.preferences import BETWEEN_ZONE_CHANGES, preferences_of, save_preferences
from accounts.time_zones import known_zones, places, zone_named
from tests.accounts.helpers import become_guest

pytestmark = pytest.mark.django_db

PAGE, ADDRESS = "/accounts/preferences/", "/accounts/time-zone/"
ASKS = f'data-time-zone="{ADDRESS}"'
CHOSEN = {"invites": "nobody", "bots_pace": "slow", "weekend": "sat-sun"}


def tell(client: Client, zone: str) -> int:
    return client.post(ADDRESS, {"time_zone": zone}).status_code


def test_the_browser_is_asked_until_it_has_told(client: Client, ada: User) -> None:
    client.force_login(ada)
    for page in (PAGE, "/accounts/vacations/"):
        assert ASKS in client.get(page).content.decode()
    assert tell(client, "America/New_York") == 204
    assert preferences_of(ada).time_zone == "America/New_York"
    for page in (PAGE, "/accounts/vacations/"):
        assert ASKS not in client.get(page).content.decode()


def test_what_one_has_chosen_stays(client: Client, ada: User) -> None:
    save_preferences(ada, time_zone="Europe/Berlin")
    client.force_login(ada)
    assert tell(client, "America/New_York") == 204
    assert preferences_of(ada).time_zone == "Europe/Berlin"


def test_guests_have_a_time_zone_too(client: Client) -> None:
    guest = become_guest(client)
    assert ASKS in client.get(PAGE).content.decode()
    assert tell(client, "Asia/Tokyo") == 204
    assert preferences_of(guest).zone.key == "Asia/Tokyo"


NO_ZONES = [
    *("", "Atlantis/Capital", "../../etc/passwd", "/etc/localtime", "localtime", "Factory"),
    *("x" * 5000, "\0", "<b>"),
]


def test_a_time_zone_that_there_is_not_is_refused(
    client: Client, ada: User, subtests: pytest.Subtests
) -> None:
    client.force_login(ada)
    for zone in NO_ZONES:
        with subtests.test(zone=zone):
            assert tell(client, zone) == 422
            assert client.post(PAGE, CHOSEN | {"time_zone": zone or "nowhere"}).status_code == 422
            assert not Preferences.objects.exists()


def test_only_posts_of_who_is_signed_in_tell_it(client: Client, ada: User) -> None:
    assert tell(client, "Asia/Tokyo") == 302
    client.force_login(ada)
    assert client.get(ADDRESS, {"time_zone": "Asia/Tokyo"}).status_code == 405
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(ada)
    assert tell(strict, "Asia/Tokyo") == 403
    assert preferences_of(ada).time_zone == ""


def test_telling_it_is_limited(client: Client, ada: User, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"time_zone": "2/m/user"}
    client.force_login(ada)
    assert [tell(client, "Asia/Tokyo") for _ in range(3)] == [204, 204, 429]


def test_the_form_saves_time_zone_and_weekend(client: Client, ada: User) -> None:
    client.force_login(ada)
    sent = CHOSEN | {"time_zone": "Europe/Berlin", "weekend": "fri-sat"}
    assert client.post(PAGE, sent).status_code == 302
    chosen = preferences_of(ada)
    assert (chosen.time_zone, chosen.weekdays_off) == ("Europe/Berlin", frozenset({4, 5}))


@pytest.mark.parametrize("weekend", ["", "mon-sun", "<b>"])
def test_a_weekend_that_there_is_not_changes_nothing(
    client: Client, ada: User, weekend: str
) -> None:
    client.force_login(ada)
    assert client.post(PAGE, CHOSEN | {"weekend": weekend}).status_code == 422
    assert not Preferences.objects.exists()


def test_a_form_from_before_the_browser_told_it_leaves_it_alone(client: Client, ada: User) -> None:
    client.force_login(ada)
    tell(client, "Asia/Tokyo")
    assert client.post(PAGE, CHOSEN | {"time_zone": ""}).status_code == 302
    assert preferences_of(ada).time_zone == "Asia/Tokyo"


def test_the_time_zone_one_has_stands_first_and_once(client: Client, ada: User) -> None:
    client.force_login(ada)
    assert client.get(PAGE).context["form"].fields["time_zone"].choices[0][0] == ""
    for zone in ("Europe/Berlin", "Etc/GMT-3"):
        save_preferences(ada, time_zone=zone)
        names = [name for name, _ in client.get(PAGE).context["form"].fields["time_zone"].choices]
        assert names[0] == zone
        assert names.count(zone) == 1
        assert "" not in names


def test_every_place_to_choose_is_a_time_zone() -> None:
    assert set(places()) <= known_zones()
    assert {"UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires"} <= set(places())
    assert not [name for name in places() if name.startswith("Etc/")]
    assert {zone_named(name).key for name in places()} == set(places())


def test_time_zone_and_weekend_can_be_changed_once_a_week(
    client: Client, ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.force_login(ada)
    sent = CHOSEN | {"time_zone": "Europe/Berlin"}
    assert client.post(PAGE, sent).status_code == 302, "the first time zone is no change"
    assert client.post(PAGE, sent | {"weekend": "thu-fri"}).status_code == 302
    for change in ({"weekend": "sat-sun"}, {"weekend": "thu-fri", "time_zone": "Pacific/Niue"}):
        refused = client.post(PAGE, sent | change)
        assert refused.status_code == 422
        assert "You can change this again from" in refused.content.decode()
    stored = preferences_of(ada)
    assert (stored.time_zone, stored.weekend) == ("Europe/Berlin", "thu-fri")
    same = sent | {"weekend": "thu-fri", "bots_pace": "fast"}
    assert client.post(PAGE, same).status_code == 302, "all else can be changed"
    later = timezone.now() + BETWEEN_ZONE_CHANGES
    monkeypatch.setattr(timezone, "now", lambda: later)
    assert client.post(PAGE, sent | {"weekend": "sat-sun"}).status_code == 302
