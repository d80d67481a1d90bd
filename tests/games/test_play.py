"""The one write path: what it writes, and what it refuses, leaving the log as it was."""

from typing import Any

import pytest

from accounts.refusals import Refusal
from games.engine.cantstop.actions import Roll, Split, Stop
from games.engine.core import Action, Resign, TimeOut
from games.engine.dice import ScriptedDice
from games.models import Game, GameEvent, Seat
from games.services.play import submit_action
from games.services.refusals import NotStarted, StaleDecision
from games.services.snapshots import snapshot_fault
from tests.games.tables import running_table, waiting_table
from tests.refusals import refused

pytestmark = pytest.mark.django_db


def play(game: Game, player: int, action: Action, *rolls: tuple[int, ...]) -> Game:
    state = game.position()
    token = game.rules.token(state, player)
    return submit_action(game.code, player, action, token, ScriptedDice(rolls))


def log(game: Game) -> list[tuple[int, int | None, str]]:
    return list(game.events.order_by("seq").values_list("seq", "player", "kind"))


def test_a_roll_a_split_and_a_stop_are_written_in_order() -> None:
    game = running_table()
    game = play(game, 0, Roll(), (3, 1, 6, 4))
    game = play(game, 0, Split((7, 7)))
    game = play(game, 0, Stop())
    assert log(game) == [(1, 0, "rolled"), (2, 0, "split"), (3, 0, "stopped")]
    assert GameEvent.objects.get(game=game, seq=1).data == {"dice": [3, 1, 6, 4]}
    assert snapshot_fault(Game.objects.get(pk=game.pk)) == ""


def test_the_seats_say_whose_move_it_is() -> None:
    game = running_table()
    game = play(game, 0, Roll(), (3, 1, 6, 4))
    game = play(game, 0, Split((7, 7)))
    assert list(game.seats.values_list("to_move", flat=True)) == [True, False]
    game = play(game, 0, Stop())
    assert list(game.seats.values_list("to_move", flat=True)) == [False, True]


def test_the_wrong_player_is_refused() -> None:
    game = running_table()
    with refused("not-active"):
        submit_action(game.code, 1, Roll(), 0)
    assert log(game) == []


def test_an_action_with_a_stale_token_is_refused_and_writes_nothing() -> None:
    game = running_table()
    token = game.rules.token(game.position(), 0)
    submit_action(game.code, 0, Roll(), token, ScriptedDice([(3, 1, 6, 4)]))
    with pytest.raises(StaleDecision):
        submit_action(game.code, 0, Roll(), token)
    assert len(log(game)) == 1


def test_an_action_without_a_token_is_stale() -> None:
    game = running_table()
    with pytest.raises(StaleDecision):
        submit_action(game.code, 0, Roll(), None)


def test_a_split_the_dice_do_not_allow_is_refused() -> None:
    game = play(running_table(), 0, Roll(), (3, 1, 6, 4))
    with refused("illegal"):
        play(game, 0, Split((2, 12)))
    assert len(log(game)) == 1


def test_stopping_before_rolling_is_refused() -> None:
    with refused("illegal"):
        play(running_table(), 0, Stop())


def test_a_waiting_table_takes_no_action() -> None:
    game = waiting_table()
    with pytest.raises(NotStarted):
        submit_action(game.code, 0, Roll(), 0)


@pytest.mark.parametrize("action", [Roll(), Resign()])
def test_a_finished_game_takes_no_action(action: Action) -> None:
    game = play(running_table(), 0, Resign())
    assert game.is_finished
    with refused("over"):
        submit_action(game.code, 1, action, 0)
    assert len(log(game)) == 1


def test_resigning_ends_a_game_of_two_and_the_other_wins() -> None:
    game = play(running_table(), 1, Resign())
    game.refresh_from_db()
    assert (game.status, game.termination) == ("finished", "resigned")
    assert list(Seat.objects.filter(game=game).values_list("player", "won")) == [
        (0, True),
        (1, False),
    ]
    assert not Seat.objects.filter(game=game, to_move=True).exists()
    assert game.due_at is None


def test_resigning_twice_is_refused() -> None:
    game = play(running_table(players=3), 1, Resign())
    with refused("not-active"):
        play(game, 1, Resign())
    assert len(log(game)) == 1


def test_a_resignation_out_of_turn_leaves_the_open_form_of_the_turn_player_valid() -> None:
    game = running_table(players=3)
    token = game.rules.token(game.position(), 0)
    game = play(game, 2, Resign())
    game = submit_action(game.code, 0, Roll(), token, ScriptedDice([(3, 1, 6, 4)]))
    assert game.version == 2


def test_a_time_out_that_comes_too_late_is_refused() -> None:
    game = running_table()
    token = game.rules.token(game.position(), 0)
    game = play(game, 0, Roll(), (3, 1, 6, 4))
    with pytest.raises(StaleDecision):
        submit_action(game.code, 0, TimeOut(), token)


def test_a_refusal_changes_no_row() -> None:
    game = play(running_table(), 0, Roll(), (3, 1, 6, 4))
    before = Game.objects.filter(pk=game.pk).values().get()
    for action in (Roll(), Stop(), Split((2, 2))):
        with pytest.raises(Refusal):
            play(game, 0, action)
    assert Game.objects.filter(pk=game.pk).values().get() == before


def test_a_move_stays_although_nobody_can_be_told(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    def broken() -> None:
        raise ConnectionError

    monkeypatch.setattr("games.broadcast.get_channel_layer", broken)
    with django_capture_on_commit_callbacks(execute=True) as told:
        game = play(running_table(), 0, Roll(), (3, 1, 6, 4))
    assert told
    assert log(game) == [(1, 0, "rolled")]
