"""`manage.py check_logs` finds a snapshot that does not follow from its log, and mends it."""

from concurrent.futures import ThreadPoolExecutor
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from games.engine.cantstop.actions import Split
from games.engine.dice import ScriptedDice
from games.management.commands import check_logs
from games.models import Game, GameEvent
from games.services.play import submit_action
from games.services.snapshots import snapshot_fault
from tests.games.tables import running_table

# Not within a transaction of the test: the command begins its own.
pytestmark = pytest.mark.django_db(transaction=True)


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


def test_a_game_that_moves_while_it_is_looked_at_is_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    game = started_game()

    def look(read: Game) -> str:
        with ThreadPoolExecutor(1) as thread:  # somebody else, with a connection of their own
            thread.submit(choose, game).result()
        return snapshot_fault(read)

    def choose(game: Game) -> None:
        submit_action(game.code, 0, Split((7, 7)), 1)
        connection.close()

    monkeypatch.setattr(check_logs, "snapshot_fault", look)
    assert check(game.code) == "1 games checked, 0 with a fault.\n"
    assert Game.objects.get(pk=game.pk).version == 2


def test_a_gap_in_the_log_is_found() -> None:
    game = started_game()
    GameEvent.objects.filter(game=game).update(seq=2)
    assert snapshot_fault(game) == "the log has gaps"


def test_an_event_that_could_not_have_happened_is_found() -> None:
    game = started_game()
    GameEvent.objects.filter(game=game).update(player=1)
    assert "event 1" in snapshot_fault(game)
