"""The totals of dice: every finished game counts once, and the logs are right."""

from collections import Counter
from io import StringIO
from unittest.mock import patch

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from games.models import DiceTally, Game
from games.services import tallies
from games.services.play import submit_action
from lifecycle.deletion import delete_user
from tests.engine.kinds import every_kind
from tests.games.factories import make_finished_game
from tests.games.tables import play, running_table, user_at

pytestmark = pytest.mark.django_db

ROLLS = "3164 7+7 S 1234 5+5 S R0"
"""Two players: one turn of each, then player 0 leaves."""


def faces(user: User | None) -> Counter[int]:
    """Return how often each face is in the tallies of a user, or of nobody."""
    rows = DiceTally.objects.filter(user=user)
    return Counter(
        {
            face: total
            for face, column in enumerate(tallies.FACES, start=1)
            if (total := sum(getattr(row, column) for row in rows))
        }
    )


def recounted(*args: str) -> str:
    out = StringIO()
    call_command("count_dice", *args, stdout=out, stderr=StringIO())
    return out.getvalue()


def test_the_end_of_a_game_adds_what_each_player_rolled() -> None:
    game = play(running_table(), ROLLS)
    assert game.is_finished
    assert faces(user_at(game, 0)) == Counter([3, 1, 6, 4])
    assert faces(user_at(game, 1)) == Counter([1, 2, 3, 4])
    assert list(DiceTally.objects.values_list("kind", "rolls")) == [(game.kind, 1)] * 2


def test_a_second_game_adds_to_the_first() -> None:
    game = play(running_table(), ROLLS)
    again = running_table()
    again.seats.filter(player=0).update(user=user_at(game, 0))
    play(again, ROLLS)
    assert faces(user_at(game, 0)) == Counter([3, 1, 6, 4] * 2)
    assert faces(user_at(again, 1)) == Counter([1, 2, 3, 4])


def test_a_running_game_is_not_counted() -> None:
    play(running_table(), ROLLS.removesuffix(" R0"))
    assert not DiceTally.objects.exists()


def test_what_bots_roll_is_nobodys() -> None:
    game = running_table()
    game.seats.filter(player=1).update(user=None, bot="random")
    play(game, ROLLS)
    assert faces(None) == Counter([1, 2, 3, 4])


def test_a_game_that_cannot_end_is_not_counted() -> None:
    game = play(running_table(), ROLLS.removesuffix(" R0"))
    resign = game.rules.parse_action("resign")
    with (
        patch("games.services.play.notify_game_changed", side_effect=RuntimeError),
        pytest.raises(RuntimeError),
    ):
        submit_action(game.code, 0, resign, None)
    assert Game.objects.get(pk=game.pk).is_running
    assert not DiceTally.objects.exists()


def test_the_dice_of_a_deleted_user_stay_and_are_nobodys() -> None:
    game = play(running_table(), ROLLS)
    delete_user(user_at(game, 0))
    assert faces(None) == Counter([3, 1, 6, 4])
    delete_user(user_at(game, 1))
    assert faces(None) == Counter([3, 1, 6, 4, 1, 2, 3, 4])
    assert recounted() == "0 tallies with a fault.\n"


def test_who_is_deleted_in_a_running_game_leaves_their_dice_too() -> None:
    game = play(running_table(), ROLLS.removesuffix(" R0"))
    delete_user(user_at(game, 0))
    assert faces(None) == Counter([3, 1, 6, 4])
    assert faces(user_at(game, 1)) == Counter([1, 2, 3, 4])


@every_kind
def test_games_of_before_are_found_missing_and_counted(kind: str) -> None:
    game = make_finished_game(None, "random", kind=kind)
    with pytest.raises(CommandError):
        recounted()
    recounted("--repair")
    rolled = [game.rules.faces_of(row.to_event(game.rules)) for row in game.events.all()]
    assert faces(None) == Counter(face for roll in rolled if roll for face in roll.faces)
    assert recounted() == "0 tallies with a fault.\n"


def test_a_wrong_tally_is_found_and_repaired() -> None:
    game = play(running_table(), ROLLS)
    DiceTally.objects.filter(user=user_at(game, 0)).update(sixes=5)
    with pytest.raises(CommandError):
        recounted()
    assert recounted("--repair") == "1 tallies with a fault.\n"
    assert faces(user_at(game, 0)) == Counter([3, 1, 6, 4])


def test_dice_that_were_known_before_are_in_neither_way_of_counting() -> None:
    first = play(running_table(), ROLLS)
    again = running_table()
    Game.objects.filter(pk=again.pk).update(same_dice_as=first)
    assert play(again, ROLLS).is_finished
    assert recounted() == "0 tallies with a fault.\n"
    assert faces(user_at(again, 0)) == Counter()
