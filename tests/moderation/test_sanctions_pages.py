"""What sanctions do to the pages of those they are against."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.sanctions.models import Sanction
from games.models import Game
from games.services import daily, lobby
from games.services.play import submit_action
from moderation.services import sanctions
from tests.games.tables import make_user as make_opponent
from tests.games.tables import waiting_table
from tests.html import elements, values
from tests.moderation.people import make_player, make_staff, sanctioned
from tests.site.walking import undone

pytestmark = pytest.mark.django_db
Kind = Sanction.Kind

NEW_TABLE = {"size": 2, "visibility": "public", "columns_to_win": 3, "meeting": "share"}
HTML = {"accept": "text/html"}


@pytest.fixture(autouse=True)
def one_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """No day ends between a form and its answer."""
    day = daily.today()
    monkeypatch.setattr(daily, "today", lambda: day)


@pytest.fixture
def pat() -> User:
    return make_player()


@pytest.fixture
def browser(client: Client, pat: User) -> Client:
    client.force_login(pat)
    return client


def in_an_hour() -> Any:
    return timezone.now() + timedelta(hours=1)


def game_against(pat: User) -> Game:
    return lobby.join(waiting_table(pat).code, make_opponent())


# --- Suspension


NAMES = ["home", "lobby", "my_games", "replays", "watch", "my_reports"]


def test_a_suspended_user_reads_why_on_every_page(
    browser: Client, pat: User, subtests: pytest.Subtests
) -> None:
    sanctioned(pat, Kind.SUSPENSION, reason="Cheating <b>again</b>.", ends_at=in_an_hour())
    for name in NAMES:
        with subtests.test(name=name):
            answer = browser.get(reverse(name))
            page = answer.content.decode()
            assert answer.status_code == 403
            assert "Cheating &lt;b&gt;again&lt;/b&gt;." in page
            assert "This ends on" in page
            assert reverse("appeal", args=[Sanction.objects.get().pk]) in page


def test_a_suspended_user_changes_nothing(browser: Client, pat: User) -> None:
    sanctioned(pat, Kind.SUSPENSION)
    assert browser.post(reverse("play_now")).status_code == 403
    assert not Game.objects.exists()


@pytest.mark.parametrize("name", ["my_sanctions", "account_settings", "account_data"])
def test_a_suspended_user_keeps_their_rights(name: str, browser: Client, pat: User) -> None:
    sanctioned(pat, Kind.SUSPENSION)
    assert browser.get(reverse(name)).status_code == 200


def test_the_settings_of_a_suspended_user_lead_only_to_pages_that_open(
    browser: Client, pat: User
) -> None:
    sanctioned(pat, Kind.SUSPENSION)
    doors = values(browser.get(reverse("account_settings")), "main li > a[href]", "href")
    assert reverse("my_sanctions") in doors
    doors.remove(reverse("account_delete"))  # says until when the account stays
    assert {browser.get(door).status_code for door in doors} == {200}


def test_a_suspended_user_appeals(browser: Client, pat: User) -> None:
    sanction = sanctioned(pat, Kind.SUSPENSION)
    address = reverse("appeal", args=[sanction.pk])
    assert browser.get(address).status_code == 200
    assert browser.post(address, {"text": "It was my brother."}).status_code == 302


def test_a_suspended_user_signs_out(browser: Client, pat: User) -> None:
    sanctioned(pat, Kind.SUSPENSION)
    assert browser.post(reverse("account_logout")).status_code == 302


def test_a_suspended_user_may_sign_in(client: Client) -> None:
    user = User.objects.create_user("Sue", password="lucky-otters-77")
    sanctioned(user, Kind.SUSPENSION)
    data = {"login": "Sue", "password": "lucky-otters-77"}
    answer = client.post(reverse("account_login"), data, follow=True)
    assert answer.status_code == 403
    assert b"Your account is suspended" in answer.content


def test_parts_of_a_page_lead_a_suspended_user_to_the_whole_story(
    browser: Client, pat: User
) -> None:
    sanctioned(pat, Kind.SUSPENSION)
    answer = browser.get(reverse("lobby"), headers={"HX-Request": "true"})
    assert answer.status_code == 403
    assert answer["HX-Redirect"] == reverse("my_sanctions")


def test_suspended_staff_do_not_enter_the_administration(client: Client) -> None:
    staff = make_staff("senior")
    sanctioned(staff, Kind.SUSPENSION)
    client.force_login(staff)
    assert client.get(reverse("admin:index")).status_code == 403


def test_a_suspension_that_ended_or_was_lifted_shows_nothing(browser: Client, pat: User) -> None:
    past = timezone.now() - timedelta(days=2)
    sanctioned(pat, Kind.SUSPENSION, starts_at=past, ends_at=past + timedelta(days=1))
    lifted = sanctioned(pat, Kind.SUSPENSION)
    sanctions.revoke(make_staff("senior"), lifted, "A mistake.")
    assert browser.get(reverse("lobby")).status_code == 200


def test_a_suspension_takes_the_user_out_of_games_and_tables(pat: User) -> None:
    running, waiting = game_against(pat), waiting_table(pat)
    sanctions.give(make_staff("senior"), pat, Kind.SUSPENSION, "Cheating.")
    running.refresh_from_db()
    waiting.refresh_from_db()
    assert (running.status, running.termination) == (Game.Status.FINISHED, "resigned")
    assert running.seats.get(user=pat).won is False
    assert waiting.status == Game.Status.CANCELLED


# --- Bans


def ways_to_a_table(pat: User) -> list[tuple[str, dict[str, Any]]]:
    over = game_against(pat)
    submit_action(over.code, over.seats.get(user=pat).player, over.rules.parse_action("resign"), 0)
    today = daily.today().isoformat()
    return [
        (reverse("play_now"), {}),
        (reverse("new_game"), NEW_TABLE),
        (reverse("game_join", args=[waiting_table().code]), {}),
        (reverse("game_rematch", args=[over.code]), {}),
        (reverse("game_same_dice", args=[over.code]), {}),
        (reverse("daily_start"), {"day": today}),
    ]


def test_a_table_ban_keeps_from_every_way_to_a_table(
    browser: Client, pat: User, subtests: pytest.Subtests
) -> None:
    ways = ways_to_a_table(pat)
    held = pat.seats.count()
    sanction = sanctioned(pat, Kind.TABLE_BAN, reason="You left ten games.", ends_at=in_an_hour())
    for address, data in ways:
        with subtests.test(address=address):
            answer = browser.post(address, data)
            page = answer.content.decode()
            assert answer.status_code == 403
            assert "You left ten games." in page
            assert "This ends on" in page
            assert reverse("appeal", args=[sanction.pk]) in page
            assert pat.seats.count() == held


def test_without_the_ban_each_of_these_ways_is_open(
    browser: Client, pat: User, subtests: pytest.Subtests
) -> None:
    ways = ways_to_a_table(pat)
    held = pat.seats.count()
    for address, data in ways:
        with subtests.test(address=address), undone(browser):
            assert browser.post(address, data).status_code == 302
            assert pat.seats.count() == held + 1


def test_a_table_ban_lets_running_games_end(browser: Client, pat: User) -> None:
    game = game_against(pat)
    sanctioned(pat, Kind.TABLE_BAN)
    assert browser.get(game.get_absolute_url()).status_code == 200
    answer = browser.post(reverse("game_act", args=[game.code]), {"action": "resign"})
    assert answer.status_code == 302
    game.refresh_from_db()
    assert game.is_finished


@pytest.mark.parametrize("kind", [Kind.WARNING, Kind.SUSPENSION])
def test_a_page_that_tells_of_a_sanction_does_so_once(
    kind: Sanction.Kind, browser: Client, pat: User
) -> None:
    sanctioned(pat, kind)
    page = browser.get(reverse("lobby"), headers=HTML)
    assert not elements(page, "[data-news]")


# --- The page about oneself, and who sees it


def test_a_new_sanction_is_told_on_every_page_until_it_was_seen(browser: Client, pat: User) -> None:
    sanctions.give(make_staff("moderator"), pat, Kind.CHAT_MUTE, "Too loud.")
    told = b'data-news="chat-mute"'
    page = browser.get(reverse("lobby")).content
    assert told in page
    assert b"You&#x27;re muted" in page
    assert b"Too loud." in browser.get(reverse("my_sanctions")).content
    assert told not in browser.get(reverse("lobby")).content


def test_a_lifted_sanction_is_told_too(browser: Client, pat: User) -> None:
    moderator = make_staff("moderator")
    sanction = sanctions.give(moderator, pat, Kind.CHAT_MUTE, "Too loud.")
    browser.get(reverse("my_sanctions"))
    sanctions.revoke(moderator, sanction, "It was somebody else.")
    assert b"Your chat mute was lifted." in browser.get(reverse("lobby")).content
    assert b"It was somebody else." in browser.get(reverse("my_sanctions")).content


def test_news_are_told_once_where_a_page_tells_them_anyway(browser: Client, pat: User) -> None:
    sanctions.give(make_staff("senior"), pat, Kind.SUSPENSION, "Cheating.")
    page = browser.get(reverse("lobby")).content.decode()
    assert page.count("Cheating.") == 1
    assert not elements(page, "[data-news]")


def test_a_page_costs_one_query_for_all_of_it(browser: Client, pat: User) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            browser.get(reverse("rules_index"))
        # The header counts invitations without those of blocked people: not for a sanction.
        texts = [query["sql"] for query in captured if "moderation_block" not in query["sql"]]
        return sum("moderation_" in text for text in texts)

    assert queries() == 1
    sanctioned(pat)
    sanctioned(pat, Kind.TABLE_BAN)
    assert queries() == 1


def test_nobody_reads_who_gave_it_or_what_was_noted(browser: Client, pat: User) -> None:
    moderator = make_staff("moderator", "Secret-Agent")
    sanctions.give(moderator, pat, Kind.CHAT_MUTE, "Too loud.", note="Sly fox.")
    page = browser.get(reverse("my_sanctions")).content
    assert b"Too loud." in page
    assert b"Secret-Agent" not in page
    assert b"Sly fox" not in page


def test_the_page_shows_only_ones_own_sanctions(browser: Client) -> None:
    sanctioned(make_player("Sam"), reason="Sam was too loud.")
    assert b"Sam was too loud." not in browser.get(reverse("my_sanctions")).content


@pytest.mark.parametrize("name", ["appeal", "warning_read"])
def test_other_peoples_sanctions_do_not_exist_for_one(name: str, browser: Client) -> None:
    other = sanctioned(make_player("Sam"), Kind.WARNING)
    assert browser.post(reverse(name, args=[other.pk]), {"text": "Hello"}).status_code == 404
    other.refresh_from_db()
    assert other.acknowledged_at is None


@pytest.mark.parametrize("name", ["my_sanctions", "appeal", "warning_read"])
def test_visitors_are_sent_to_sign_in(name: str, client: Client, pat: User) -> None:
    args = [] if name == "my_sanctions" else [sanctioned(pat).pk]
    answer = client.post(reverse(name, args=args), {"text": "Hello"})
    assert answer.status_code == 302
    assert answer["Location"].startswith(reverse("account_login"))
