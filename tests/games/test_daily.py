"""The daily challenge: the same dice for everybody, one try each, places by turns."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from accounts.guests import create_guest
from accounts.models import User
from games.engine.dice import RollAddress
from games.engine.fairness.fair_dice import FairDice, commitment
from games.models import DailyChallenge, Game
from games.services import daily, lobby
from games.services.dice import GameChance, record_of, revealed
from games.services.refusals import DayOver, OnlyOneTry, TooManyTables
from games.services.same_dice import can_be_played_again
from games.services.seating import MAX_TABLES
from games.services.snapshots import snapshot_fault
from lifecycle.deletion import delete_user
from tests.games.days import CLOSED, LATE, MIDNIGHT, NOON, Clock, begin, give_up, solve, with_turns
from tests.games.factories import make_waiting_game
from tests.games.pages import text
from tests.games.tables import client_of, make_user
from tests.html import elements, texts
from tests.refusals import codes

OWN_FIRST = "[data-own-rank='1']"
pytestmark = pytest.mark.django_db


@pytest.fixture
def ada(clock: Clock) -> User:
    return make_user("ada")


@pytest.fixture
def ben(clock: Clock) -> User:
    return make_user("ben")


def start(client: Client, day: str = "2026-03-14") -> Any:
    return client.post("/daily/start/", {"day": day})


# --- Dice ---


def test_everybody_gets_the_same_dice_for_the_same_decisions(ada: User, ben: User) -> None:
    first, second = solve(begin(ada)), solve(begin(ben))
    assert first.pk != second.pk
    logs = [
        list(game.events.order_by("seq").values_list("kind", "data")) for game in (first, second)
    ]
    assert logs[0] == logs[1]
    assert len(logs[0]) > 20
    assert snapshot_fault(first) == ""


def test_another_day_has_other_dice(ada: User, clock: Clock) -> None:
    addresses = [RollAddress(0, turn, 1) for turn in range(1, 9)]
    rolls = set()
    for day in (NOON, MIDNIGHT):
        clock.now = day
        dice = GameChance(begin(ada))
        rolls.add(tuple(dice.roll(address, 4) for address in addresses))
    assert len(rolls) == 2


def test_the_secret_is_sealed_until_the_day_is_over_and_proves_the_rolls_then(
    ada: User, clock: Clock
) -> None:
    game = solve(begin(ada))
    challenge = daily.todays_challenge()
    assert (challenge.secret, challenge.date.isoformat()) == ("", "2026-03-14")
    assert revealed(game) is None
    record = record_of(game)
    assert record is not None
    assert record["secret"] is None
    assert record["commitment"] == challenge.commitment
    clock.now = LATE
    daily.end_past_days()
    assert not daily.todays_challenge().is_over
    clock.now = CLOSED
    daily.end_past_days()
    assert daily.todays_challenge().pk != challenge.pk
    challenge.refresh_from_db()
    secret = bytes.fromhex(challenge.secret)
    assert commitment(secret, "daily-2026-03-14") == challenge.commitment
    dice = FairDice(secret, "daily-2026-03-14", ())
    first = game.events.order_by("seq").first()
    assert first is not None
    assert first.data["dice"] == list(dice.roll(RollAddress(0, 1, 1), 4))


def test_a_day_has_one_challenge_however_often_it_is_asked_for(clock: Clock) -> None:
    assert daily.todays_challenge() == daily.todays_challenge()
    with pytest.raises(IntegrityError), transaction.atomic():
        DailyChallenge.objects.create(date=daily.today(), kind="x", scheme="x", commitment="x")


# --- One try ---


def test_there_is_one_try_a_day_begun_finished_or_given_up(ada: User, clock: Clock) -> None:
    game = begin(ada)
    assert game.is_running
    assert game.seats.get().user == ada
    assert begin(ada) == game
    give_up(game)
    assert begin(ada) == game
    with pytest.raises(OnlyOneTry):
        lobby.rematch(game.code, ada)
    clock.now = MIDNIGHT
    assert begin(ada) != game


def test_the_database_refuses_a_second_try(ada: User) -> None:
    game = begin(ada)
    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.create(
            kind=game.kind,
            rules_version=1,
            variant={},
            size=1,
            creator=ada,
            challenge=game.challenge,
        )


def test_a_visitor_plays_as_a_guest_and_keeps_the_result_when_they_sign_up(clock: Clock) -> None:
    client = Client()
    assert elements(text(client, "/daily/"), "#a-daily")
    assert not User.objects.exists(), "who only looks is no guest"
    path = start(client)["Location"]
    game = Game.objects.get()
    assert path == game.get_absolute_url()
    guest = User.objects.get()
    assert guest.is_guest
    assert start(client)["Location"] == path, "one try for a guest, too"
    solve(game)
    page = text(client, "/daily/")
    assert elements(page, OWN_FIRST)
    assert "You played as a guest." in page
    sign_up = {"username": "Newcomer", "password1": "pass-word-1234"}
    assert client.post("/accounts/signup/?next=/daily/", sign_up)["Location"] == "/daily/"
    assert daily.try_of(daily.todays_challenge(), User.objects.get(username="Newcomer")) == game
    page = text(client, "/daily/")
    assert elements(page, OWN_FIRST)
    assert "You played as a guest." not in page


def test_a_guest_who_is_signed_in_has_one_try(clock: Clock) -> None:
    guest = create_guest()
    game = begin(guest)
    assert start(client_of(guest))["Location"] == game.get_absolute_url()


def test_the_limit_of_tables_holds_for_a_first_try_only(ada: User, ben: User) -> None:
    game = begin(ben)
    for user in (ada, ben):
        while user.seats.count() < MAX_TABLES:
            make_waiting_game(user)
    with pytest.raises(TooManyTables):
        begin(ada)
    assert begin(ben) == game


def test_a_page_of_yesterday_begins_nothing_today(ada: User, clock: Clock) -> None:
    yesterday = daily.todays_challenge()
    clock.now = MIDNIGHT
    with pytest.raises(DayOver):
        daily.start_try(yesterday, ada)
    client = client_of(ada)
    answer = client.post("/daily/start/", {"day": "2026-03-14"}, follow=True)
    assert codes(answer) == ["day-over"]
    assert not Game.objects.exists()
    assert start(client, "2026-03-15").status_code == 302
    assert Game.objects.get().is_running


def test_a_try_leads_from_its_button_to_its_result(ada: User) -> None:
    client = client_of(ada)
    path = start(client)["Location"]
    page = text(client, path)
    assert elements(page, "#dice-of-the-day")
    assert "same-dice/" not in page
    assert elements(text(client, "/daily/"), "#a-go-on")
    game = solve(Game.objects.get())
    page = text(client, path)
    assert game.challenge
    assert elements(page, f"a[href='{game.challenge.get_absolute_url()}']")
    assert "rematch/" not in page
    assert "same-dice/" not in page
    assert not can_be_played_again(game)
    assert client.post(f"/games/{game.code}/same-dice/").status_code == 409
    assert elements(text(client, "/daily/"), OWN_FIRST)


# --- Results ---


def table_of_results(client: Client, path: str = "/daily/") -> list[tuple[str, str, str]]:
    """Return place, player and turns of each row."""
    rows = [texts(row, "td, th") for row in elements(text(client, path), "tr:has(td)")]
    return [(row[0], row[1], row[-1]) for row in rows]


def test_fewest_turns_come_first_and_equals_share_a_place(ada: User, ben: User) -> None:
    cleo, dora, eve = make_user("cleo"), make_user("dora"), make_user("eve")
    for user, turns in ((ada, 9), (ben, 7), (cleo, 9), (dora, 12)):
        with_turns(solve(begin(user), "cautious"), turns)
    give_up(begin(eve))
    begin(make_user("finn"))
    page = text(Client(), "/daily/")
    assert table_of_results(Client()) == [
        ("1", "ben", "7"),
        ("2", "ada", "9"),
        ("2", "cleo", "9"),
        ("4", "dora", "12"),
        ("–", "eve", "gave up"),
    ]
    assert "1 player is still playing." in page
    own = text(client_of(cleo), "/daily/")
    assert elements(own, "tr.own")
    assert elements(own, "[data-own-rank='2']")
    assert elements(text(client_of(eve), "/daily/"), "[data-gave-up]")


def test_who_watches_a_try_does_not_read_of_all_seats(ada: User, ben: User) -> None:
    solve(begin(ada))
    page = text(client_of(ada), begin(ben).get_absolute_url())
    assert "You're watching this game." in page
    assert "All seats are taken." not in page


def test_past_days_can_be_browsed_and_watched_by_everybody(ada: User, clock: Clock) -> None:
    game = with_turns(solve(begin(ada)), 8)
    clock.now = CLOSED
    daily.end_past_days()
    page = text(Client(), "/daily/")
    assert elements(page, "a[href='/daily/2026-03-14/']")
    past = text(Client(), "/daily/2026-03-14/")
    assert elements(past, "a[href='/daily/2026-03-15/']")
    assert elements(past, f"a[href='/games/{game.code}/replay/0/']")
    assert "daily_start" not in past
    assert "Start today's game" not in text(client_of(ada), "/daily/2026-03-14/")
    assert Client().get(f"/games/{game.code}/replay/0/").status_code == 200


NO_DAYS = ["2026-03-15", "2026-03-13", "20260314", "2026-W11-6", "x"]


def test_there_is_no_page_for_a_day_without_a_challenge(
    clock: Clock, subtests: pytest.Subtests
) -> None:
    daily.todays_challenge()
    for day in NO_DAYS:
        with subtests.test(day=day):
            assert Client().get(f"/daily/{day}/").status_code == 404
            assert Client().get("/daily/2026-03-14/").status_code == 200


def test_a_deleted_player_keeps_their_place_without_a_name(ada: User, ben: User) -> None:
    with_turns(solve(begin(ada)), 8)
    running = begin(ben)
    delete_user(ada)
    delete_user(ben)
    running.refresh_from_db()
    assert running.is_finished
    page = text(Client(), "/daily/")
    assert page.count("deleted player") == 2
    assert "gave up" in page


def test_tries_count_for_no_total(ada: User) -> None:
    solve(begin(ada))
    assert "· 0 games" in text(client_of(ada), "/players/ada/")
    assert "daily challenge" in text(client_of(ada), "/my-games/")


def test_the_front_page_and_the_lobby_lead_to_the_challenge(clock: Clock) -> None:
    for path in ("/", "/lobby/"):
        ways = elements(text(Client(), path), "a[href='/daily/']")
        assert len(ways) == 2, "in the header and on the page"
