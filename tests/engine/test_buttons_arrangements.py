"""Where buttons may lie, and how likely a bust is there: the tables of the page on strategy."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product

import pytest

from games.engine.buttons.analysis import (
    Obstacle,
    chance_of_bust,
    chance_of_bust_in_row,
    chance_to_place_on,
    even_risk,
    obstacle,
)
from games.engine.buttons.arrangements import MOST_BUTTONS, arrangements
from games.engine.buttons.board import CELLS, NO_CELLS, Cell, is_legal
from games.engine.buttons.layouts import LAYOUTS, Colour
from tests.each_case import each_case


def every_way(buttons: int) -> list[frozenset[Cell]]:
    """Return every set of so many cells that may all have a button, found by trying."""
    return [
        cells
        for cells in map(frozenset, combinations(CELLS, buttons))
        if all(is_legal(cells - {cell}, NO_CELLS, cell) for cell in cells)
    ]


@each_case(("buttons", "dice"), product([0, 1, 2, 3], [6, 3]))
def test_the_table_of_arrangements_is_that_of_all_ways_tried(buttons: int, dice: int) -> None:
    chances = [chance_of_bust(cells, NO_CELLS, dice) for cells in every_way(buttons)]
    found = arrangements(dice)[buttons]
    assert found.ways == len(chances)
    assert found.mean == sum(chances) / len(chances)
    assert (found.least, found.greatest) == (min(chances), max(chances))


def test_the_safest_and_the_riskiest_buttons_are_legal_ones() -> None:
    for buttons, found in enumerate(arrangements(6)):
        for cells in (found.safest, found.riskiest):
            assert len(cells) == buttons
            assert all(is_legal(cells - {cell}, NO_CELLS, cell) for cell in cells)


def test_where_five_buttons_lie_matters_more_than_how_many_there_are() -> None:
    assert len(arrangements(6)) == MOST_BUTTONS + 1
    five, seven = arrangements(6)[5], arrangements(6)[7]
    assert round(float(five.least), 3) == 0.012
    assert round(float(five.mean), 3) == 0.134
    assert round(float(five.greatest), 3) == 0.422
    assert seven.least < five.mean


@pytest.mark.parametrize(
    ("legal", "dice", "chance"),
    [
        (6, 6, Fraction(0)),
        (3, 6, Fraction(1, 32)),
        (4, 3, Fraction(1, 9)),
        (1, 4, Fraction(125, 216)),
        (0, 5, Fraction(1)),
    ],
)
def test_BT_10_the_chance_of_a_bust_in_one_row(legal: int, dice: int, chance: Fraction) -> None:
    assert chance_of_bust_in_row(legal, dice) == chance


def test_BT_9_why_a_cell_may_take_no_button() -> None:
    buttons, stars = frozenset({(2, 2)}), frozenset({(3, 3)})
    found = {cell: obstacle(buttons, stars, cell) for cell in CELLS}
    assert Counter(found.values()) == {
        Obstacle.BUTTON: 1,
        Obstacle.STAR: 1,
        Obstacle.NEIGHBOUR: 4,
        None: 30,
    }
    assert all((found[cell] is None) == is_legal(buttons, stars, cell) for cell in CELLS)


@pytest.mark.parametrize("dice", [6, 2])
def test_the_chance_to_place_on_a_colour_is_that_of_all_other_cells_being_blocked(
    dice: int,
) -> None:
    layout = LAYOUTS["1A"]
    others = frozenset(cell for cell, colour in layout.items() if colour is not Colour.BLUE)
    missed = chance_of_bust(NO_CELLS, others, dice)
    assert chance_to_place_on(layout, Colour.BLUE, dice) == 1 - missed


@pytest.mark.parametrize(
    ("stars", "gain", "chance"),
    [(1, 1, Fraction(1, 2)), (3, 1, Fraction(1, 4)), (4, 2, Fraction(1, 3))],
)
def test_the_risk_at_which_a_roll_loses_what_it_gains(
    stars: int, gain: int, chance: Fraction
) -> None:
    assert even_risk(stars, gain) == chance
    assert chance * stars == (1 - chance) * gain
