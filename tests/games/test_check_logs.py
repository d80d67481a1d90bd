"""`manage.py check_logs` finds a snapshot that does not follow from its log, and mends it."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.engine.dice import ScriptedDice
from games.models import Game, GameEvent
from games.services.play import submit_action
from games.services.snapshots import snapshot_fault
from tests.games.tables import running_table

pytestmark = pytest.mark.django_db


def started_game() -> Game:
    game = running_table()
    roll = game.rules.parse_action("roll")
    return submit_action(game.code, 0, roll, 0, ScriptedDice([(3, 1, 6, 4)]))


def check(*args: str) -> str:
    out = StringIO()
    call_command("check_logs", *args, stdout=out, stderr=StringIO())
    return out.getvalue()


def test_sound_games_pass() -> None:
    started_game()
    assert "1 games checked, 0 with a fault.\n" in check()


def test_a_wrong_snapshot_is_found_and_repaired() -> None:
    game = started_game()
    right = game.state
    Game.objects.filter(pk=game.pk).update(state=running_table().state)
    with pytest.raises(CommandError):
        check()
    check("--repair", game.code)
    assert Game.objects.get(pk=game.pk).state == right
    assert check(game.code) == "1 games checked, 0 with a fault.\n"


def test_a_gap_in_the_log_is_found() -> None:
    game = started_game()
    GameEvent.objects.filter(game=game).update(seq=2)
    assert snapshot_fault(game) == "the log has gaps"


def test_an_event_that_could_not_have_happened_is_found() -> None:
    game = started_game()
    GameEvent.objects.filter(game=game).update(player=1)
    assert "event 1" in snapshot_fault(game)
