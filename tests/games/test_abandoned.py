"""Games that guests leave standing: they end after an hour, but not under somebody's eyes."""

from datetime import timedelta
from unittest import mock

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone
from redis import RedisError

from accounts.models import User
from games import presence, referee
from games.history import history
from games.models import Game
from games.presence import user_key
from games.services import lobby
from games.services.endings import LOOK_AGAIN
from games.services.play import submit_action
from games.services.snapshots import snapshot_fault
from games.services.tables import ABANDONED_TIME, GUEST_TIME
from tests.engine.kinds import OFFERED, some_bot
from tests.games.pages import text
from tests.games.tables import log_of, make_user, running_table, waiting_table
from tests.games.test_referee import is_about, make_due
from tests.games.watching import watched_by

pytestmark = pytest.mark.django_db


def make_guest() -> User:
    user = make_user()
    User.objects.filter(pk=user.pk).update(is_guest=True)
    return User.objects.get(pk=user.pk)


def played_on(game: Game) -> Game:
    """Return a game against bots once people alone are to decide."""
    for _ in range(100):
        game = Game.objects.get(pk=game.pk)
        if not game.seats.filter(to_move=True).exclude(bot="").exists():
            return game
        Game.objects.filter(pk=game.pk).update(due_at=timezone.now())
        referee.handle(game.code)
    raise AssertionError("nobody's turn ever came")


def against_bots(user: User, kind: str = "cantstop", bots: int = 1) -> Game:
    return played_on(waiting_table(user, bots + 1, kind=kind, bots=[some_bot(kind)] * bots))


def refereed(game: Game, waited: timedelta = GUEST_TIME) -> Game:
    game = make_due(game, waited)
    referee.handle(game.code)
    return Game.objects.get(pk=game.pk)


@pytest.mark.parametrize("kind", OFFERED)
def test_a_game_a_guest_leaves_to_a_bot_ends_after_an_hour(kind: str) -> None:
    guest = make_guest()
    game = against_bots(guest, kind)
    assert is_about(game.due_at, GUEST_TIME)
    game = refereed(game)
    player = game.seats.get(user=guest).player
    assert (game.status, game.termination) == ("finished", "timed_out")
    assert log_of(game)[-1] == (player, "timed_out")
    assert game.seats.exclude(bot="").get().won
    assert game.due_at is None
    assert snapshot_fault(game) == ""
    assert "ran out of time" in text(Client(), f"/games/{game.code}/replay/{game.version}/")


def test_it_goes_on_while_the_guest_looks_at_it() -> None:
    guest = make_guest()
    game = against_bots(guest)
    before = game.version
    with watched_by(game, user_key(guest.pk)):
        game = refereed(game)
    assert (game.is_running, game.version) == (True, before)
    assert is_about(game.due_at, LOOK_AGAIN)
    assert refereed(game).is_finished


def test_who_looks_at_it_for_days_without_a_move_is_out_all_the_same() -> None:
    guest = make_guest()
    game = against_bots(guest)
    with watched_by(game, user_key(guest.pk)):
        assert refereed(game, ABANDONED_TIME - LOOK_AGAIN / 2).is_running
        assert is_about(Game.objects.get(pk=game.pk).due_at, LOOK_AGAIN / 2)
        assert refereed(game, ABANDONED_TIME).is_finished


def test_who_waits_at_the_table_does_not_wait_for_a_guest_who_has_gone() -> None:
    waiting = waiting_table(make_guest(), 3, bots=["cautious"])
    game = played_on(lobby.join(waiting.code, make_guest()))
    gone = game.seats.get(to_move=True)
    stays = game.seats.exclude(pk=gone.pk).get(bot="")
    with watched_by(game, user_key(stays.user_id or 0)):
        game = refereed(game)
    assert game.is_running
    assert [move for move in log_of(game) if move[1] == "timed_out"] == [(gone.player, "timed_out")]
    assert set(game.position().left) == {gone.player}


def test_strangers_who_look_at_it_do_not_keep_it() -> None:
    game = against_bots(make_guest())
    with watched_by(game, "a visitor", user_key(make_user().pk)):
        assert refereed(game).is_finished


def test_it_goes_on_while_nobody_knows_who_looks() -> None:
    game = against_bots(make_guest())
    with (
        mock.patch.object(settings, "REDIS_URL", "redis://gone"),
        mock.patch.object(presence, "_redis", side_effect=RedisError),
    ):
        game = refereed(game)
    assert is_about(game.due_at, LOOK_AGAIN)


def test_signing_up_gives_the_time_that_users_have() -> None:
    guest = make_guest()
    game = against_bots(guest)
    User.objects.update(is_guest=False)
    game = refereed(game)
    assert game.is_running
    assert is_about(game.due_at, ABANDONED_TIME - GUEST_TIME)
    assert refereed(game, ABANDONED_TIME).is_finished


def test_a_game_of_a_user_against_a_bot_waits_for_days() -> None:
    game = against_bots(make_user())
    assert is_about(game.due_at, ABANDONED_TIME)
    assert refereed(game).is_running


def test_guests_among_themselves_and_with_a_user_and_a_bot_wait_for_days() -> None:
    two = running_table()
    mixed = lobby.join(waiting_table(make_guest(), 3, bots=["cautious"]).code, make_user())
    User.objects.filter(seats__game=two).update(is_guest=True)
    for game in (two, mixed):
        assert refereed(played_on(game)).is_running


def test_all_guests_are_out_at_once_so_that_the_bot_waits_for_none_of_them() -> None:
    waiting = waiting_table(make_guest(), 3, bots=["cautious"])
    game = refereed(played_on(lobby.join(waiting.code, make_guest())))
    assert (game.status, game.termination) == ("finished", "timed_out")
    assert sorted(kind for _, kind in log_of(game)[-2:]) == ["timed_out", "timed_out"]
    assert game.seats.get(won=True).bot == "cautious"
    assert snapshot_fault(game) == ""
    assert len(history(game).events) == game.version


def test_with_several_bots_they_finish_it() -> None:
    game = refereed(against_bots(make_guest(), bots=2))
    assert game.is_running
    assert game.position().left
    assert not game.seats.filter(to_move=True, bot="").exists()
    assert game.due_at is not None
    assert game.due_at < timezone.now() + timedelta(minutes=1)


def test_a_guest_who_moves_at_the_last_moment_plays_on() -> None:
    guest = make_guest()
    game = make_due(against_bots(guest), GUEST_TIME)
    referee.claim_due(8)
    player = game.seats.get(user=guest).player
    token = game.rules.token(game.position(), player)
    submit_action(game.code, player, game.rules.parse_action("roll"), token)
    referee.handle(game.code)
    assert "timed_out" not in {kind for _, kind in log_of(game)}
