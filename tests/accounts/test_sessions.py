"""Where one is signed in, who is online, and which addresses are remembered."""

from datetime import timedelta
from unittest.mock import patch

import pytest
from allauth.usersessions.models import UserSession
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from accounts.addresses import ADDRESSES_KEPT, hashed, note_address, sharing_address
from accounts.models import SeenAddress, User
from accounts.online import ONLINE, is_online
from accounts.preferences import save_preferences
from accounts.templatetags.browsers import browser
from lifecycle.retention import purge_due
from tests.accounts.helpers import PASSWORD, become_guest, sign_in, signed_in
from tests.html import elements, one

pytestmark = pytest.mark.django_db

PAGE = "/accounts/sessions/"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"
EDGE = "Mozilla/5.0 (Windows NT 10.0) Chrome/126.0 Safari/537.36 Edg/126.0"


@pytest.fixture
def elsewhere(ada: User) -> Client:
    """Another browser in which Ada is signed in."""
    other = Client(headers={"User-Agent": FIREFOX}, REMOTE_ADDR="192.0.2.7")
    sign_in(other)
    return other


def test_the_page_shows_each_browser_and_which_is_this_one(
    client: Client, elsewhere: Client
) -> None:
    sign_in(client)
    page = client.get(PAGE).content.decode()
    assert "Firefox, Linux" in page
    assert "192.0.2.7" in page
    assert one(page, "span.badge", "this browser")


def test_one_browser_is_signed_out(client: Client, ada: User, elsewhere: Client) -> None:
    third = Client()
    sign_in(third)
    sign_in(client)
    chosen = UserSession.objects.get(ip="192.0.2.7")
    client.post(PAGE, {"session": chosen.pk})
    assert signed_in(elsewhere) is None
    assert signed_in(third) == signed_in(client) == ada


def test_all_other_browsers_are_signed_out(client: Client, ada: User, elsewhere: Client) -> None:
    sign_in(client)
    client.post(PAGE)
    assert signed_in(elsewhere) is None
    assert signed_in(client) == ada


def test_signing_out_elsewhere_closes_the_sockets(
    client: Client, ada: User, elsewhere: Client
) -> None:
    sign_in(client)
    with patch("accounts.sessions.close_user_sockets") as close:
        client.post(PAGE)
    close.assert_called_once_with(ada.pk)


def test_a_session_that_is_not_there_is_not_found(
    client: Client, elsewhere: Client, subtests: pytest.Subtests
) -> None:
    sign_in(client)
    for wanted in ["0", "x", "-1", "99999999999999999999"]:
        with subtests.test(wanted=wanted):
            assert client.post(PAGE, {"session": wanted}).status_code == 404
            assert signed_in(elsewhere) is not None


def test_nobody_ends_the_session_of_another(client: Client, elsewhere: Client) -> None:
    User.objects.create_user("Bob", password=PASSWORD)
    sign_in(client, "Bob")
    own = UserSession.objects.get(ip="192.0.2.7")
    assert client.post(PAGE, {"session": own.pk}).status_code == 404
    assert signed_in(elsewhere) is not None


def test_this_session_is_not_ended_here(client: Client, ada: User) -> None:
    sign_in(client)
    assert client.post(PAGE, {"session": UserSession.objects.get().pk}).status_code == 404
    assert signed_in(client) == ada


def test_the_page_is_for_people_with_an_account(client: Client) -> None:
    assert client.get(PAGE).status_code == 302
    become_guest(client)
    assert client.get(PAGE).headers["Location"] == reverse("account_signup")


def test_signing_out_takes_the_session_off_the_page(client: Client, elsewhere: Client) -> None:
    elsewhere.post(reverse("account_logout"))
    sign_in(client)
    assert "192.0.2.7" not in client.get(PAGE).content.decode()


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (FIREFOX, "Firefox, Linux"),
        (EDGE, "Edge, Windows"),
        ("", "Unknown browser"),
        ("<script>", "Unknown browser"),
    ],
)
def test_browsers_are_named_in_words(agent: str, name: str) -> None:
    assert browser(agent) == name


# --- Online -----------------------------------------------------------------


def test_a_page_says_who_is_online(client: Client, ada: User) -> None:
    assert not is_online(ada)
    sign_in(Client())
    assert is_online(ada)
    assert elements(client.get(ada.get_absolute_url()), "b", "Online")


def test_who_hides_it_is_not_shown_online(client: Client, ada: User) -> None:
    sign_in(Client())
    save_preferences(ada, hide_online=True)
    assert not elements(client.get(ada.get_absolute_url()), "b", "Online")


def test_who_was_here_a_while_ago_is_not_online(ada: User) -> None:
    sign_in(Client())
    UserSession.objects.update(last_seen_at=timezone.now() - ONLINE - timedelta(seconds=1))
    assert not is_online(ada)


def test_a_session_is_noted_at_most_every_other_minute(client: Client, ada: User) -> None:
    sign_in(client)
    before = UserSession.objects.get().last_seen_at
    client.get("/")
    assert UserSession.objects.get().last_seen_at == before


# --- Addresses --------------------------------------------------------------


def test_an_address_is_kept_as_a_hash_only(client: Client, ada: User) -> None:
    sign_in(client)
    kept = SeenAddress.objects.get(user=ada)
    assert kept.hashed == hashed("127.0.0.1")
    assert len(kept.hashed) == 64


def test_the_same_address_is_kept_once(ada: User) -> None:
    sign_in(Client())
    sign_in(Client())
    assert SeenAddress.objects.count() == 1


def test_addresses_of_one_household_are_one() -> None:
    assert hashed("2001:db8:1:2:3::4") == hashed("2001:db8:1:2:5::6")
    assert hashed("2001:db8:1:2::1") != hashed("2001:db8:1:3::1")
    assert hashed("::ffff:192.0.2.1") == hashed("192.0.2.1")


def test_accounts_that_share_an_address_are_found(ada: User) -> None:
    bob = User.objects.create_user("Bob")
    carol = User.objects.create_user("Carol")
    for user, address in ((ada, "192.0.2.1"), (bob, "192.0.2.1"), (carol, "192.0.2.2")):
        note_address(RequestFactory(REMOTE_ADDR=address).get("/"), user)
    assert [seen.user for seen in sharing_address(ada)] == [bob]


def test_addresses_are_forgotten_after_ninety_days(ada: User) -> None:
    bob = User.objects.create_user("Bob")
    for user in (ada, bob):
        note_address(RequestFactory().get("/"), user)
    SeenAddress.objects.filter(user=bob).update(
        seen_at=timezone.now() - ADDRESSES_KEPT - timedelta(minutes=1)
    )
    assert list(sharing_address(ada)) == []
    assert purge_due(timezone.now()).traces == 1
    assert SeenAddress.objects.get().user == ada


def test_sessions_that_are_over_are_forgotten(ada: User) -> None:
    sign_in(Client())
    assert purge_due(timezone.now() + timedelta(days=31)).traces == 1
