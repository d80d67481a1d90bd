"""What players are called in what is pushed to them: the same as on the page."""

import re

import pytest

from games.live.rendering import render_regions
from games.pov import Pov, pov_of
from games.presenters.names import names_by_player
from tests.games.pages import without_marks
from tests.games.tables import running_table

pytestmark = pytest.mark.django_db

SEAT = re.compile(r'class="name"[^>]*>([^<]*)<')


def seats(pov: Pov) -> list[str]:
    return SEAT.findall(without_marks(render_regions(pov, "en").text))


def test_a_push_calls_your_own_seat_yours_and_spectators_read_names() -> None:
    game = running_table(2)
    names = list(names_by_player(pov_of(game, None).seats))
    for player, called in ((0, ["You", names[1]]), (1, [names[0], "You"]), (None, names)):
        assert seats(pov_of(game, player)) == called
