"""Guests: made on the first click, and turned into accounts."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.middleware import SessionMiddleware
from django.core.management import CommandError, call_command
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from accounts import guests, usernames
from accounts.guests import create_guest, ensure_player
from accounts.models import User
from accounts.usernames import USERNAME_MAX_LENGTH
from games.models import Game, Seat
from tests.accounts.helpers import become_guest, seat, sign_up, signed_in
from tests.games.devices import one_device, resign_all
from tests.html import elements

pytestmark = pytest.mark.django_db


@pytest.fixture
def urls(settings: Any) -> None:
    """Put the site on addresses of its own, with a page that makes guests."""
    settings.ROOT_URLCONF = "tests.accounts.urls"


def test_a_visitor_who_plays_becomes_a_guest(client: Client, urls: None) -> None:
    client.post("/play/")
    guest = signed_in(client)
    assert guest is not None
    assert guest.is_guest
    assert not guest.has_usable_password()
    assert guest.username.startswith("Guest-")


def test_a_guest_stays_the_same_from_click_to_click(client: Client, urls: None) -> None:
    client.post("/play/")
    client.post("/play/")
    assert User.objects.count() == 1


def test_who_is_signed_in_plays_under_that_name(client: Client, ada: User, urls: None) -> None:
    client.force_login(ada)
    client.post("/play/")
    assert signed_in(client) == ada
    assert User.objects.count() == 1


def test_playing_prolongs_the_session(client: Client, urls: None) -> None:
    client.post("/play/")
    assert client.post("/play/").cookies["sessionid"]["max-age"] == 30 * 24 * 3600


def test_one_address_may_bring_only_so_many_guests(urls: None) -> None:
    codes = [Client().post("/play/").status_code for _ in range(4)]
    assert codes == [200, 200, 200, 429]
    assert User.objects.count() == 3
    assert Client(REMOTE_ADDR="192.0.2.7").post("/play/").status_code == 200


def test_looking_at_a_page_makes_nobody_a_guest(rf: RequestFactory) -> None:
    request = rf.get("/")
    SessionMiddleware(_no_response).process_request(request)
    request.user = AnonymousUser()
    with pytest.raises(ValueError, match="POST"):
        ensure_player(request)
    assert not User.objects.exists()


def _no_response(request: HttpRequest) -> HttpResponse:
    return HttpResponse()


def test_guests_names_fit_and_nobody_can_sign_up_with_one() -> None:
    drawn = [
        User(username=usernames.make_guest_name(), password="!", is_guest=True) for _ in range(500)
    ]
    for user in drawn:
        assert len(user.username) <= USERNAME_MAX_LENGTH
        assert usernames.is_like_a_guests(user.username)
        user.clean_fields()
    for user in drawn[:25]:
        user.full_clean()


def test_a_name_that_is_taken_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["Guest-yak-1", "GUEST-YAK-1", "Guest-yak-2"])
    monkeypatch.setattr(guests, "make_guest_name", lambda: next(drawn))
    assert create_guest().username == "Guest-yak-1"
    assert create_guest().username == "Guest-yak-2"


def test_signing_up_turns_the_guests_row_into_the_account(client: Client) -> None:
    guest = become_guest(client)
    taken = seat(guest)
    session = client.session
    session["kept"] = "yes"
    session.save()
    sign_up(client, "Ada", email="ada@example.org")
    user = signed_in(client)
    assert user is not None
    assert user.pk == guest.pk
    assert user.username == "Ada"
    assert user.email == "ada@example.org"
    assert not user.is_guest
    assert user.has_usable_password()
    assert Seat.objects.get(user=user) == taken
    assert client.session["kept"] == "yes"
    assert User.objects.count() == 1


def test_signing_up_as_a_guest_gives_the_session_a_new_key(client: Client) -> None:
    become_guest(client)
    before = client.session.session_key
    sign_up(client)
    assert client.session.session_key != before


def test_a_refused_sign_up_leaves_the_guest_alone(client: Client, ada: User) -> None:
    guest = become_guest(client)
    sign_up(client, "ada")
    assert signed_in(client) == guest
    guest.refresh_from_db()
    assert guest.is_guest
    assert not guest.has_usable_password()


@pytest.mark.parametrize(
    "name",
    ["account_email", "account_change_password", "account_set_password", "account_reauthenticate"],
)
def test_a_guest_is_asked_to_sign_up_before_managing_an_account(client: Client, name: str) -> None:
    become_guest(client)
    assert client.get(reverse(name)).headers["Location"] == reverse("account_signup")


@pytest.mark.parametrize("name", ["account_settings", "account_signup", "account_logout"])
def test_pages_remind_a_guest_of_the_name_and_of_signing_up(client: Client, name: str) -> None:
    guest = become_guest(client)
    page = client.get(reverse(name)).content.decode()
    assert elements(page, f"[data-guest='{guest.username}']")
    assert reverse("account_signup") in page


def idle_guest(days: int = 31) -> User:
    """Add a guest who was last here so many days ago."""
    guest = create_guest()
    long_ago = timezone.now() - timedelta(days=days)
    User.objects.filter(pk=guest.pk).update(date_joined=long_ago, last_login=long_ago)
    return guest


def purge(*options: str) -> None:
    call_command("purge_guests", *options)


def test_purging_deletes_idle_guests_and_says_how_many(capsys: pytest.CaptureFixture[str]) -> None:
    idle_guest()
    idle_guest()
    purge()
    assert capsys.readouterr().out.splitlines()[0] == "Guests deleted: 2"
    assert not User.objects.exists()


def test_purging_leaves_guests_who_were_here_lately() -> None:
    idle_guest(days=29)
    never_back = create_guest()
    purge()
    assert User.objects.filter(pk=never_back.pk).exists()
    assert User.objects.count() == 2


def test_purging_leaves_accounts(ada: User) -> None:
    long_ago = timezone.now() - timedelta(days=999)
    User.objects.update(date_joined=long_ago, last_login=long_ago)
    purge()
    assert User.objects.get() == ada


@pytest.mark.parametrize("status", [Game.Status.FINISHED, Game.Status.RUNNING])
def test_purging_leaves_guests_with_a_finished_or_running_game(status: str) -> None:
    long_ago = timezone.now() - timedelta(days=60)
    seat(idle_guest(), status, created_at=long_ago)
    purge()
    assert User.objects.count() == 1


@pytest.mark.parametrize("over", [False, True])
def test_purging_leaves_guests_on_whose_device_others_play(over: bool) -> None:
    game = one_device(host=idle_guest())
    if over:
        resign_all(game)
    Game.objects.update(created_at=timezone.now() - timedelta(days=60))
    purge()
    assert User.objects.count() == 1
    assert game.seats.filter(name="Ada").exists()


def test_purging_leaves_guests_who_sat_down_lately() -> None:
    seat(idle_guest(), Game.Status.WAITING)
    purge()
    assert User.objects.count() == 1


def test_a_swept_guest_leaves_the_waiting_table() -> None:
    long_ago = timezone.now() - timedelta(days=60)
    taken = seat(idle_guest(), Game.Status.WAITING, created_at=long_ago)
    purge()
    assert not User.objects.exists()
    assert not Seat.objects.filter(pk=taken.pk, bot="", game__status="waiting").exists()


def test_the_days_of_idleness_can_be_chosen() -> None:
    idle_guest(days=8)
    purge("--days", "9")
    assert User.objects.count() == 1
    purge("--days=7")
    assert not User.objects.exists()


def test_purging_guests_who_are_here_is_refused() -> None:
    with pytest.raises(CommandError):
        purge("--days=0")
