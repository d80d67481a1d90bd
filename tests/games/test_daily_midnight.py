"""The end of a day of the daily challenge."""

from datetime import timedelta
from typing import Any
from unittest import mock

import pytest
from django.db import connection
from django.test import Client

from accounts.models import User
from games import referee
from games.models import Game
from games.services import daily
from games.services.play import submit_action
from games.services.snapshots import snapshot_fault
from tests.games.days import MIDNIGHT, Clock, begin
from tests.games.pages import text
from tests.games.tables import make_user, token_of
from tests.refusals import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada(clock: Clock) -> User:
    return make_user("ada")


def test_a_try_is_due_at_midnight_at_the_latest(ada: User, clock: Clock) -> None:
    game = begin(ada)
    assert game.due_at == MIDNIGHT
    roll = game.rules.parse_action("roll")
    game = submit_action(game.code, 0, roll, token_of(game, 0))
    assert game.due_at == MIDNIGHT
    clock.now = MIDNIGHT + timedelta(seconds=1)
    for code in referee.claim_due(8):
        referee.handle(code)
    game.refresh_from_db()
    assert (game.status, game.termination) == ("finished", "timed_out")


def test_a_secret_is_shown_only_after_all_tries_are_over(ada: User, clock: Clock) -> None:
    game = begin(ada)
    clock.now = MIDNIGHT
    daily.end_past_days()
    game.refresh_from_db()
    assert game.is_finished
    assert game.challenge is not None
    assert game.challenge.is_over
    with refused("over"):
        submit_action(game.code, 0, game.rules.parse_action("roll"), None)
    assert snapshot_fault(game) == ""


def test_days_that_nobody_ended_are_ended_with_the_next(ada: User, clock: Clock) -> None:
    challenge = daily.todays_challenge()
    clock.now = MIDNIGHT + timedelta(days=3)
    daily.end_past_days()
    page = text(Client(), "/daily/2026-03-14/")
    challenge.refresh_from_db()
    assert challenge.secret
    assert challenge.secret in page
    assert 'data-empty="results"' in page


def test_looking_at_a_page_ends_no_day(ada: User, clock: Clock) -> None:
    game = begin(ada)
    clock.now = MIDNIGHT
    for path in ("/daily/", "/daily/2026-03-14/"):
        assert 'id="a-go-on"' not in text(Client(), path)
    game.refresh_from_db()
    assert game.is_running
    assert game.challenge is not None
    assert not game.challenge.is_over


@pytest.mark.django_db(transaction=True)
def test_each_try_that_is_left_is_given_up_by_itself(ada: User, clock: Clock) -> None:
    games = [begin(user) for user in (ada, make_user(), make_user())]
    clock.now = MIDNIGHT
    begun = outermost_transactions(daily.end_past_days)
    assert begun >= len(games) + 2, "one for each, one that finds them and one that ends the day"
    assert not Game.objects.exclude(status=Game.Status.FINISHED).exists()


def test_a_try_that_was_begun_meanwhile_is_given_up_before_the_day_ends(
    ada: User, clock: Clock, monkeypatch: Any
) -> None:
    begin(ada)
    challenge = daily.todays_challenge()
    late: list[Game] = []
    give_up = daily._give_up

    def meanwhile(code: str) -> None:
        if not late:
            late.append(daily._begin_try(challenge, make_user()))
        give_up(code)

    clock.now = MIDNIGHT
    monkeypatch.setattr(daily, "_give_up", meanwhile)
    daily.end_past_days()
    late[0].refresh_from_db()
    assert late[0].is_finished
    assert late[0].challenge is not None
    assert late[0].challenge.is_over


def outermost_transactions(does: Any) -> int:
    """Return how many transactions a function commits one after the other."""
    with mock.patch.object(connection, "commit", wraps=connection.commit) as commit:
        does()
    return commit.call_count
