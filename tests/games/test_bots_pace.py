"""How fast bots play is what the people at their table want, and the slowest of them decides."""

from datetime import datetime
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.preferences import preferences_of, save_preferences
from games.models import Game
from games.services.tables import ABANDONED_TIME, LONG_LOOK
from tests.accounts.helpers import become_guest
from tests.games.tables import (
    buttons_table,
    client_of,
    make_user,
    play,
    player_client,
    running_table,
    user_at,
    waiting_table,
)
from tests.html import elements, one

pytestmark = pytest.mark.django_db

ROLLED = "42+2344"
"""After it everybody is to decide, the bot in seat 1 among them."""

ADDRESS = "/accounts/preferences/bots-pace/"


@pytest.fixture(autouse=True)
def _usual_pace(settings: Any) -> None:
    settings.BOT_PACE = 100


def wait(due_at: datetime | None) -> float:
    assert due_at is not None
    return (due_at - timezone.now()).total_seconds()


def table_that_wants(*paces: str, moves: str = ROLLED) -> Game:
    """Return a table of a bot and of people who want these paces, after the moves."""
    game = buttons_table(players=len(paces) + 1, bots={1: "careful"})
    people = (0, *range(2, game.size))
    for player, pace in zip(people, paces, strict=True):
        if pace:
            save_preferences(user_at(game, player), bots_pace=pace)
    return play(game, moves)


@pytest.mark.parametrize(
    ("paces", "seconds"),
    [
        (("",), 100),
        (("fast",), 35),
        (("normal",), 100),
        (("slow",), 250),
        (("fast", "fast"), 35),
        (("fast", ""), 100),
        (("fast", "slow"), 250),
        (("fast", "normal", "slow"), 250),
    ],
)
def test_a_bot_is_as_fast_as_the_slowest_of_the_people_wants(
    paces: tuple[str, ...], seconds: int
) -> None:
    assert wait(table_that_wants(*paces).due_at) == pytest.approx(seconds, abs=20)


def test_a_bot_whose_turn_has_come_waits_longer_at_every_pace() -> None:
    game = table_that_wants("fast", moves=f"{ROLLED} 1@42 0@43")
    assert wait(game.due_at) == pytest.approx(35 * LONG_LOOK, abs=20)


@pytest.mark.parametrize(
    ("moves", "seconds"),
    [
        ("1234", 100),  # the dice are to be looked at
        ("1234 5+5", 50),  # there is only a choice to be looked at
        ("1111", 0),  # the dice leave no choice
        ("1111 2+2", 50),
        ("1234 5+5 1234", 100),
    ],
)
def test_a_bot_waits_as_long_as_there_is_something_to_be_seen(moves: str, seconds: int) -> None:
    game = running_table()
    game.seats.filter(player=0).update(user=None, bot="random")
    assert wait(play(game, moves).due_at) == pytest.approx(seconds, abs=20)


def test_people_who_have_left_are_not_waited_for() -> None:
    game = table_that_wants("fast", "slow", moves="R2 42+2344")
    assert wait(game.due_at) == pytest.approx(35, abs=20)


def test_bots_wait_for_nobody_where_they_do_not_wait(settings: Any) -> None:
    settings.BOT_PACE = 0
    assert wait(table_that_wants("slow").due_at) < 1


def test_the_time_of_people_does_not_depend_on_it() -> None:
    game = table_that_wants("fast", "fast", moves=f"{ROLLED} 1@42")
    assert wait(game.due_at) == pytest.approx(ABANDONED_TIME.total_seconds(), abs=20)


def test_it_is_read_with_the_seats_and_costs_no_query_of_its_own() -> None:
    game = buttons_table(players=3, bots={1: "careful"})
    with CaptureQueriesContext(connection) as found:
        play(game, ROLLED)
    assert not [query for query in found if 'FROM "accounts_preferences"' in query["sql"]]


# --- Choosing it at the table -------------------------------------------------


def test_a_pace_is_chosen_at_the_table_and_other_choices_stay(client: Client) -> None:
    user = make_user()
    save_preferences(user, invites="nobody")
    client.force_login(user)
    answer = client.post(ADDRESS, {"bots_pace": "fast"})
    assert (answer.status_code, answer.content) == (204, b"")
    chosen = preferences_of(user)
    assert (chosen.bots_pace, chosen.invites) == ("fast", "nobody")


def test_a_pace_that_there_is_not_changes_nothing(
    client: Client, subtests: pytest.Subtests
) -> None:
    user = make_user()
    client.force_login(user)
    for pace in ["", "faster", "FAST", "<b>", "slow\x00"]:
        with subtests.test(pace=pace):
            assert client.post(ADDRESS, {"bots_pace": pace}).status_code == 422
            assert client.post(ADDRESS).status_code == 422
            assert preferences_of(user).bots_pace == "normal"


def test_guests_choose_a_pace_too(client: Client) -> None:
    guest = become_guest(client)
    assert client.post(ADDRESS, {"bots_pace": "slow"}).status_code == 204
    assert preferences_of(guest).bots_pace == "slow"


def test_visitors_are_asked_to_sign_in_and_nobody_chooses_by_a_link(client: Client) -> None:
    sent = client.post(ADDRESS, {"bots_pace": "slow"})
    assert sent.headers["Location"].startswith(reverse("account_login"))
    client.force_login(make_user())
    assert client.get(ADDRESS, {"bots_pace": "slow"}).status_code == 405


def test_a_form_of_another_site_chooses_nothing() -> None:
    user = make_user()
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(user)
    assert strict.post(ADDRESS, {"bots_pace": "slow"}).status_code == 403
    assert preferences_of(user).bots_pace == "normal"


def test_the_table_asks_who_plays_with_bots_and_shows_what_they_have_chosen() -> None:
    game = table_that_wants("slow")
    page = player_client(game, 0).get(game.get_absolute_url()).content.decode()
    assert elements(page, f"[hx-post='{ADDRESS}']")
    assert one(page, "[value=slow][checked]")


def test_the_table_does_not_ask_others() -> None:
    def is_asked(client: Client, game: Game) -> bool:
        return ADDRESS in client.get(game.get_absolute_url()).content.decode()

    with_bot, alone = table_that_wants("slow"), buttons_table(ROLLED)
    assert not is_asked(Client(), with_bot)
    assert not is_asked(client_of(make_user()), with_bot)
    assert not is_asked(player_client(alone, 0), alone)
    waiting = waiting_table(user_at(alone, 0))
    assert is_asked(player_client(alone, 0), waiting), "a bot may be added"
