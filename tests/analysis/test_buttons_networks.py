"""The networks that rate positions of Buttons."""

import numpy as np
import pytest

from games.analysis.buttons.evaluate import compact
from games.analysis.buttons.network import (
    WEIGHTS,
    describe,
    for_more_players,
    inputs,
    new_network,
    rate,
    trained,
)
from games.engine.buttons.state import ButtonsState
from tests.engine.buttons_positions import position, start

pytestmark = pytest.mark.xdist_group("analysis")  # so that only one process compiles


def rated(state: ButtonsState) -> list[float]:
    seats, table = compact(state)
    chances: list[float] = rate(describe(seats, table), trained(len(seats))).tolist()
    return chances


def test_the_weights_are_a_small_file() -> None:
    assert WEIGHTS.stat().st_size < 250_000


@pytest.mark.parametrize("players", [2, 3, 4])
def test_at_the_start_nobody_has_much_more_than_the_others(players: int) -> None:
    chances = rated(start(players))
    assert sum(chances) == pytest.approx(1)
    assert min(chances) > 0.7 / players


@pytest.mark.parametrize("players", [2, 3, 4])
def test_stars_in_a_column_help(players: int) -> None:
    column = [(row, 2) for row in (1, 3, 5)]
    assert rated(position(stars=[column], players=players))[0] > rated(start(players))[0] + 0.1


@pytest.mark.parametrize("players", [3, 4])
def test_networks_for_more_players_begin_with_the_one_for_two(players: int) -> None:
    grown = for_more_players(trained(2), players)
    fresh = new_network(players, len(grown[1]), seed=1)
    assert [part.shape for part in grown] == [part.shape for part in fresh]
    assert len(grown[0]) == inputs(players)
    assert all(part.dtype == np.float32 for part in grown)
    seats, table = compact(position(stars=[[], [(1, 2), (3, 2), (5, 2)]], players=players))
    chances = rate(describe(seats, table), grown)
    assert chances.argmax() == 1
