"""The roll that somebody did not take is shown when the game is over, and never before."""

import pytest

from games.engine.core import Resign
from games.models import Game
from games.pov import pov_of
from games.presenters.shared import RollNotTaken, roll_not_taken
from games.services.dice import revealed
from games.services.play import submit_action
from tests.games.pages import replay_page
from tests.games.tables import buttons_table, client_of, play, running_table
from tests.html import elements

pytestmark = pytest.mark.django_db


def at(game: Game, seq: int) -> RollNotTaken | None:
    return roll_not_taken(pov_of(game, None, seq))


def ended(game: Game) -> Game:
    """Return the game after a resignation of player 1 of two."""
    return submit_action(game.code, 1, Resign(), None)


def stopped_table() -> Game:
    """Return a table of two where player 0 has rolled, advanced and stopped."""
    return play(running_table(2), "3434 7+7 S")


def test_a_stop_shows_what_the_next_roll_would_have_been() -> None:
    game = ended(stopped_table())
    dice = revealed(game)
    assert dice is not None
    address = game.rules.roll_address(pov_of(game, None, 2).state)
    assert address is not None
    shown = at(game, 2)
    assert shown is not None
    assert shown.faces == dice.roll(address, 4)
    assert shown == at(game, 3)
    assert (address.turn, address.roll) == (1, 2)
    page = replay_page(client_of(None), game, 3)
    assert elements(page, "b", " · ".join(map(str, shown.faces)))


def test_where_somebody_rolled_nothing_is_shown() -> None:
    game = ended(stopped_table())
    assert at(game, 0) is None
    assert at(game, 1) is None


def test_opting_out_shows_the_roll_too() -> None:
    game = ended(buttons_table("11+2345 0@11 1- 24+2345 0- 1@24 O"))
    dice = revealed(game)
    assert dice is not None
    seq = next(row.seq for row in game.events.all() if row.kind == "opted_out")
    before = pov_of(game, None, seq - 1)
    address = game.rules.roll_address(before.state)
    assert address is not None
    shown = at(game, seq)
    assert shown is not None
    white, gold, *black = dice.roll(address, before.state.dice)  # type: ignore[attr-defined]
    assert shown.faces == (white, gold, *sorted(black))
    assert at(game, seq - 1) == shown


def test_nothing_is_shown_while_the_game_runs() -> None:
    for game in (stopped_table(), buttons_table("11+2345 0@11 1- 24+2345 0- 1@24 O")):
        client = client_of(None)
        for seq in range(game.version + 1):
            assert at(game, seq) is None
            assert "not-taken" not in replay_page(client, game, seq)
        frames = client.get(f"/games/{game.code}/replay/frames/?from=0&to={game.version}")
        assert "not-taken" not in frames.content.decode()


def test_games_from_before_there_were_such_dice_show_none() -> None:
    game = stopped_table()
    game.dice.delete()
    game = ended(Game.objects.get(pk=game.pk))
    assert all(at(game, seq) is None for seq in range(game.version + 1))
