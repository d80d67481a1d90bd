"""Many requests in the same instant: one counts, the log stays whole."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection, connections
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.refusals import Refusal
from accounts.sanctions.models import Sanction
from games import referee
from games.engine.core import Action
from games.engine.registry import KINDS
from games.models import DailyChallenge, Game, PublishedCommitment, Seat, TableOptions
from games.notices import subscriptions
from games.notices.models import PushSubscription
from games.services import daily, lobby
from games.services.commitments import faults_of_dice, faults_of_list
from games.services.play import submit_action
from games.services.same_dice import play_same_dice
from games.services.seating import UNFINISHED
from games.services.snapshots import snapshot_fault
from lifecycle.deletion import delete_user
from moderation.services import sanctions
from tests.games.tables import make_user, running_table, user_at, waiting_table
from tests.moderation.people import make_staff

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.services]

CLICKS = 20
REPEATS = 20 if connection.vendor == "postgresql" else 2
"""SQLite lets one transaction write at a time, so that one repeat is much like the others."""


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """Run the calls on threads of their own, all let go together; return results or errors."""
    gate = threading.Barrier(len(calls))

    def run(call: Callable[[], Any]) -> Any:
        gate.wait()
        try:
            return call()
        except Refusal as error:
            return error
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def test_twenty_identical_clicks_on_one_decision_write_exactly_one_event() -> None:
    game = running_table()
    roll, token = game.rules.parse_action("roll"), game.rules.token(game.position(), 0)
    results = at_once(*[lambda: submit_action(game.code, 0, roll, token)] * CLICKS)
    assert sum(isinstance(result, Game) for result in results) == 1
    assert game.events.count() == 1
    game.refresh_from_db()
    assert snapshot_fault(game) == ""


def test_different_answers_to_one_decision_count_once() -> None:
    game = running_table()
    roll = game.rules.parse_action("roll")
    while not (splits := legal_splits(game)):
        player = Seat.objects.get(game=game, to_move=True).player
        token = game.rules.token(game.position(), player)
        game = submit_action(game.code, player, roll, token)
    (player,) = game.rules.active_players(game.position())
    token = game.rules.token(game.position(), player)

    def click(action: Action) -> Callable[[], Game]:
        return lambda: submit_action(game.code, player, action, token)

    version = game.version
    at_once(*[click(splits[number % len(splits)]) for number in range(CLICKS)])
    game.refresh_from_db()
    assert game.version == version + 1
    assert snapshot_fault(game) == ""


def legal_splits(game: Game) -> list[Action]:
    state = game.position()
    (player,) = game.rules.active_players(state)
    actions = game.rules.legal_actions(state, player)
    return [action for action in actions if str(action).startswith("split")]


def test_ten_people_after_one_free_seat_fill_it_once() -> None:
    game = waiting_table()
    users = [make_user() for _ in range(10)]
    results = at_once(*[lambda user=user: lobby.join(game.code, user) for user in users])
    assert sum(isinstance(result, Game) for result in results) == 1
    game.refresh_from_db()
    assert game.is_running
    assert game.seats.count() == 2


def test_the_limit_of_tables_holds_when_many_are_opened_at_once() -> None:
    user = make_user()
    for _ in range(18):
        waiting_table(user)
    at_once(*[lambda: waiting_table(user)] * 6)
    assert user.seats.count() == 20


def test_tables_and_days_that_begin_at_once_get_consecutive_entries_of_the_public_list() -> None:
    users = [make_user() for _ in range(10)]
    opened = at_once(
        *[lambda user=user: waiting_table(user) for user in users], *[daily.todays_challenge] * 4
    )
    entries = PublishedCommitment.objects.all()
    assert [entry.number for entry in entries] == list(range(1, 13))  # the day has two
    assert not [*faults_of_list(), *faults_of_dice()]
    assert {game.dice.commitment for game in opened[:10]} < {entry.commitment for entry in entries}


def test_games_that_start_and_tables_that_open_at_once_get_consecutive_entries() -> None:
    tables = [waiting_table() for _ in range(5)]
    users = [make_user() for _ in range(15)]
    calls: list[Callable[[], Game]] = [
        partial(lobby.join, table.code, user) for table, user in zip(tables, users[:5], strict=True)
    ]
    calls += [partial(waiting_table, user, bots=["bold"]) for user in users[5:10]]
    calls += [partial(waiting_table, user) for user in users[10:]]
    games = at_once(*calls)
    entries = PublishedCommitment.objects.all()
    assert [entry.number for entry in entries] == list(range(1, 26))
    assert not [*faults_of_list(), *faults_of_dice()]
    salts = {entry.commitment for entry in entries if entry.kind == "salts"}
    assert salts == {game.dice.commitment for game in games[:10]}


def test_two_who_want_a_rematch_in_the_same_instant_meet_at_one_table() -> None:
    game = running_table()
    resign = game.rules.parse_action("resign")
    submit_action(game.code, 0, resign, None)
    first, second = user_at(game, 0), user_at(game, 1)
    results = at_once(
        lambda: lobby.rematch(game.code, first), lambda: lobby.rematch(game.code, second)
    )
    assert results[0].pk == results[1].pk
    assert Game.objects.get(pk=results[0].pk).is_running


def test_many_clicks_on_todays_challenge_begin_one_try() -> None:
    user = make_user()
    calls = [lambda: daily.start_try(daily.todays_challenge(), user)] * 6
    results = at_once(*calls)
    assert {game.pk for game in results} == {Game.objects.get().pk}
    assert DailyChallenge.objects.count() == 1


def test_one_opens_only_one_table_with_the_same_dice() -> None:
    game = running_table()
    submit_action(game.code, 0, game.rules.parse_action("resign"), None)
    game.refresh_from_db()
    user = make_user()
    results = at_once(*[lambda: play_same_dice(game, user)] * 6)
    assert {table.pk for table in results} == {Game.objects.get(same_dice_as=game).pk}


def test_an_account_can_be_deleted_while_others_take_the_last_seat() -> None:
    for _ in range(REPEATS):
        leaver, joiner = make_user(), make_user()
        game = waiting_table(leaver)
        at_once(lambda: delete_user(leaver), lambda: lobby.join(game.code, joiner))  # noqa: B023
        assert not User.objects.filter(pk=leaver.pk).exists()


def test_two_accounts_of_one_table_can_be_deleted_at_once() -> None:
    for _ in range(REPEATS):
        users = [make_user(), make_user()]
        game = waiting_table(users[0], players=3)
        lobby.join(game.code, users[1])
        at_once(*[lambda user=user: delete_user(user) for user in users])
        assert Game.objects.get(pk=game.pk).status == "cancelled"


def test_an_account_can_be_deleted_while_its_owner_joins_in_another_tab() -> None:
    for _ in range(REPEATS):
        user = make_user()
        game = waiting_table()
        at_once(lambda: delete_user(user), lambda: lobby.join(game.code, user))  # noqa: B023
        assert not User.objects.filter(pk=user.pk).exists()


def test_a_due_game_is_claimed_by_one_referee() -> None:
    game = waiting_table(bots=["random"])
    Game.objects.filter(pk=game.pk).update(due_at=game.created_at)
    claims = at_once(*[lambda: referee.claim_due(8)] * 6)
    assert [code for claim in claims for code in claim] == [game.code]


def test_two_accounts_that_play_all_games_against_bots_can_be_deleted_at_once() -> None:
    for _ in range(max(1, REPEATS // 4)):
        users = [make_user(), make_user()]
        for user, kinds in ((users[0], [*KINDS]), (users[1], reversed(KINDS))):
            for kind in kinds:
                lobby.create_table(user, TableOptions(kind, 2), bots=[next(iter(KINDS[kind].bots))])
        at_once(*[partial(delete_user, user) for user in users])
        assert not User.objects.filter(pk__in=[user.pk for user in users]).exists()


def test_a_suspension_holds_while_its_target_goes_on_joining_tables() -> None:
    moderator = make_staff("senior", "Mo")
    for _ in range(REPEATS // 2):
        user = make_user()
        tables = [waiting_table(players=3) for _ in range(4)]
        lobby.join(tables[0].code, user)
        suspend = partial(sanctions.give, moderator, user, "suspension", "Enough.")
        results = at_once(suspend, *[partial(lobby.join, game.code, user) for game in tables])
        assert isinstance(results[0], Sanction)
        assert not user.seats.filter(game__status__in=UNFINISHED).exists()


def test_of_accounts_that_subscribe_one_browser_in_the_same_instant_one_is_told_there() -> None:
    users, endpoint = [make_user() for _ in range(12)], "https://push.example.com/send/abc"

    def subscribe(user: User) -> Callable[[], None]:
        session = SessionStore()
        return lambda: subscriptions.subscribe(user, session, endpoint)

    for _ in range(REPEATS):
        results = at_once(*map(subscribe, users))
        assert all(result is None or isinstance(result, Refusal) for result in results)
        assert PushSubscription.objects.count() == 1


def test_of_two_who_sign_up_in_the_same_instant_with_names_that_look_alike_one_is_refused() -> None:
    names = ["Niels77", "NieIs77", "N1els-77", "niels_77"]

    def sign_up(name: str) -> Callable[[], str]:
        form = {"username": name, "email": "", "password1": "lucky-otters-77"}
        return lambda: str(Client().post(reverse("account_signup"), form).status_code)

    codes = at_once(*map(sign_up, names))
    assert sorted(codes) == ["200"] * 3 + ["302"]
    assert User.objects.filter(folded_username="nlels77").count() == 1
