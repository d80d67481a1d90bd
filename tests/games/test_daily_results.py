"""What the page of a day costs, and where its turns come from."""

from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.models import Game
from games.services import daily
from games.views import daily as pages
from tests.games.days import Clock, begin, give_up, solve, with_turns
from tests.games.pages import text
from tests.games.tables import make_user, running_table
from tests.html import elements

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada(monkeypatch: Any) -> User:
    Clock(monkeypatch)
    return make_user("ada")


def solved_in(turns: int) -> Game:
    return with_turns(solve(begin(make_user()), "cautious"), turns)


def ranks() -> list[tuple[int | None, int]]:
    seats: Any = daily.results(daily.todays_challenge())
    return [(seat.rank, seat.game.turns) for seat in seats]


def test_a_try_that_is_over_knows_its_turns_and_other_games_know_none(ada: User) -> None:
    game = begin(ada)
    assert game.turns is None
    game = solve(game)
    assert game.turns == game.rules.length(game.position())["turns"] > 0
    assert give_up(running_table()).turns is None


def test_tries_from_before_turns_were_noted_have_them_after_the_migration(ada: User) -> None:
    migration = import_module("games.migrations.0008_turns_of_daily_tries")
    game, running = solve(begin(ada)), begin(make_user())
    before, game.turns = game.turns, None
    game.save(update_fields=["turns"])
    migration.count_turns(apps, None)
    game.refresh_from_db()
    running.refresh_from_db()
    assert (game.turns, running.turns) == (before, None)


def test_more_results_cost_no_more_queries_and_no_snapshot_is_read(ada: User) -> None:
    solved_in(9)
    few = queries_of_page()
    for turns in (7, 7, 8):
        solved_in(turns)
    give_up(begin(ada))
    many = queries_of_page()
    assert len(many) == len(few)
    assert not [sql for sql in many if '"games_game"."state"' in sql]


def test_ranks_go_on_over_the_pages(ada: User, monkeypatch: Any) -> None:
    monkeypatch.setattr(pages, "RESULTS_PER_PAGE", 2)
    own = [solved_in(turns) for turns in (9, 7, 9, 8)][2]
    given_up = give_up(begin(ada))
    assert ranks() == [(1, 7), (2, 8), (3, 9), (3, 9), (None, given_up.turns)]
    second = text(Client(), "/daily/?page=2")
    assert len(elements(second, "td", "3")) == 2
    assert elements(second, "[data-page='2']")
    challenge = daily.todays_challenge()
    assert daily.rank_of(own, challenge) == 3
    assert daily.rank_of(given_up, challenge) is None
    assert daily.rank_of(begin(make_user()), challenge) is None


def test_an_annulled_try_has_no_place(ada: User) -> None:
    best, other = solved_in(5), solved_in(9)
    best.annulled_at = best.finished_at
    best.save()
    assert ranks() == [(1, 9)]
    assert daily.rank_of(best, daily.todays_challenge()) is None
    assert daily.rank_of(other, daily.todays_challenge()) == 1


def queries_of_page() -> list[str]:
    with CaptureQueriesContext(
        connection,
    ) as captured:
        text(Client(), "/daily/")
    return [query["sql"] for query in captured.captured_queries]
