"""What happens without a person: bots move, absent players time out, stale tables close."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games import referee
from games.engine.core import Resign
from games.engine.dice import ScriptedDice
from games.models import Game
from games.services import lobby
from games.services.logs import snapshot_fault
from games.services.play import submit_action
from tests.games.tables import make_user, running_table, waiting_table

pytestmark = pytest.mark.django_db


def table_with_bot_first() -> Game:
    game = waiting_table(bots=["random"])
    if game.seats.get(player=0).bot == "":
        game.seats.filter(player=1).update(player=9)
        game.seats.filter(player=0).update(player=1)
        game.seats.filter(player=9).update(player=0)
    Game.objects.filter(pk=game.pk).update(due_at=timezone.now())
    return Game.objects.get(pk=game.pk)


def make_due(game: Game) -> Game:
    Game.objects.filter(pk=game.pk).update(due_at=timezone.now() - timedelta(seconds=1))
    return Game.objects.get(pk=game.pk)


def test_a_bot_whose_turn_it_is_moves_one_step() -> None:
    game = table_with_bot_first()
    assert referee.claim_due(8) == [game.code]
    referee.handle(game.code)
    game.refresh_from_db()
    assert game.version == 1
    assert game.due_at is not None


def test_a_claimed_game_is_not_claimed_again_while_the_lease_lasts() -> None:
    table_with_bot_first()
    assert len(referee.claim_due(8)) == 1
    assert referee.claim_due(8) == []


def test_a_game_whose_referee_died_is_claimed_again_after_the_lease() -> None:
    game = table_with_bot_first()
    referee.claim_due(8)
    make_due(game)
    assert referee.claim_due(8) == [game.code]


def test_no_more_games_are_claimed_than_asked_for() -> None:
    for _ in range(3):
        table_with_bot_first()
    assert len(referee.claim_due(2)) == 2


def test_a_game_among_bots_is_played_to_its_end() -> None:
    user = make_user()
    game = waiting_table(user, players=3, bots=["rule-of-28", "cautious"])
    submit_action(game.code, game.seats.get(user=user).player, Resign(), None)
    for _ in range(2000):
        make_due(game)
        referee.handle(game.code)
        game.refresh_from_db()
        if game.is_finished:
            break
    assert game.termination == "columns"
    assert game.due_at is None
    assert snapshot_fault(game) == ""


def test_a_person_absent_for_too_long_is_timed_out() -> None:
    game = make_due(running_table())
    referee.handle(game.code)
    game.refresh_from_db()
    assert (game.status, game.termination) == ("finished", "timed_out")
    assert game.seats.get(player=1).won


def test_a_person_who_acted_since_the_claim_is_not_timed_out() -> None:
    game = make_due(running_table())
    referee.claim_due(8)
    token = game.rules.token(game.position(), 0)
    submit_action(
        game.code, 0, game.rules.parse_action("roll"), token, ScriptedDice([(3, 1, 6, 4)])
    )
    referee.handle(game.code)
    game.refresh_from_db()
    assert game.is_running
    assert game.version == 1


def test_a_table_nobody_filled_is_cancelled() -> None:
    game = make_due(waiting_table())
    referee.handle(game.code)
    game.refresh_from_db()
    assert game.status == "cancelled"
    assert game.due_at is None


def test_a_game_that_is_not_due_is_left_alone() -> None:
    game = lobby.join(waiting_table().code, make_user())
    assert referee.claim_due(8) == []
    referee.handle(game.code)
    game.refresh_from_db()
    assert game.version == 0
