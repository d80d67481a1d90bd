"""What players are called in what is pushed to them: the same as on the page."""

import pytest

from games.live.rendering import render_regions
from games.pov import Pov, pov_of
from games.presenters.names import names_by_player
from tests.games.tables import running_table
from tests.html import texts

pytestmark = pytest.mark.django_db


def seats(pov: Pov) -> list[str]:
    return texts(render_regions(pov, "en").text, ".name")


def test_a_push_calls_your_own_seat_yours_and_spectators_read_names() -> None:
    game = running_table(2)
    names = list(names_by_player(pov_of(game, None).seats))
    for player, called in ((0, ["You", names[1]]), (1, [names[0], "You"]), (None, names)):
        assert seats(pov_of(game, player)) == called
