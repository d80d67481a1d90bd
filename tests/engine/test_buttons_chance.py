"""Dice of Buttons: how many, what they may show, and how likely a bust is."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from games.engine.buttons.actions import ROLL
from games.engine.buttons.analysis import bust_chance, chance_of_bust
from games.engine.buttons.board import CELLS, Cell
from games.engine.buttons.chance import rolled
from games.engine.buttons.events import OptedOut, Placed, Rolled
from games.engine.buttons.state import ButtonsState, Standing
from games.engine.core import Resigned
from games.engine.dice import ScriptedDice
from tests.each_case import each_case
from tests.engine.buttons_positions import TABLES, after, played, position, roll, start

CHEQUERED = [cell for cell in CELLS if sum(cell) % 2]
EDGE = [(1, column) for column in range(1, 7)] + [(row, 1) for row in range(2, 7)]

BOARDS: dict[str, tuple[list[Cell], list[Cell]]] = {
    "empty": ([], []),
    "one button": ([(3, 3)], []),
    "a button in a corner and a star beside it": ([(1, 1)], [(1, 2)]),
    "a row without a free cell": ([(2, 1), (2, 3), (2, 5), (1, 6)], [(2, 6)]),
    "a row of stars": ([(1, 2), (1, 4), (2, 1), (6, 6)], [(6, column) for column in range(1, 5)]),
    "stars alone": ([], EDGE),
    "a chequered board": (CHEQUERED, []),
    "a chequered board but for a corner": (CHEQUERED[1:], []),
    "every cell with a star": ([], list(CELLS)),
}


def with_dice(count: int, buttons: Iterable[Cell] = (), stars: Iterable[Cell] = ()) -> ButtonsState:
    """Return a position in which player 0 rolls so many dice."""
    return replace(position(buttons, stars=[stars], players=4), taken=(0, 6 - count, 0, 0))


def test_BT_1_a_round_begins_with_a_white_a_gold_and_four_more_black_dice() -> None:
    event = TABLES[2].resolve(start(), 0, ROLL, ScriptedDice([(4, 2, 4, 3, 2, 4)]))
    assert event == Rolled(0, white=4, gold=2, black=(2, 3, 4, 4))


@each_case(("board", "dice"), product(BOARDS, range(2, 7)))
def test_BT_10_the_chance_of_a_bust_is_that_of_the_rolls_that_are_one(
    board: str, dice: int
) -> None:
    state = with_dice(dice, *BOARDS[board])
    busts = Fraction(0)
    for event, chance in TABLES[4].chance_outcomes(state, 0, ROLL):
        assert isinstance(event, Rolled)
        cells = {(event.white, column) for column in (event.gold, *event.black)}
        is_bust = not any(state.is_legal(0, cell) for cell in cells)
        assert TABLES[4].annotate_event(state, event)["bust"] is is_bust
        busts += chance * is_bust
    assert bust_chance(state, 0) == busts
    assert chance_of_bust(state.buttons[0], state.stars[0], dice) == busts


def test_the_chance_of_a_bust_is_nothing_on_an_empty_board_and_certain_on_a_full_one() -> None:
    assert bust_chance(with_dice(6, *BOARDS["empty"]), 0) == 0
    assert bust_chance(with_dice(6, *BOARDS["every cell with a star"]), 0) == 1
    assert bust_chance(with_dice(6, *BOARDS["a chequered board"]), 0) == 1


@pytest.mark.parametrize("dice", range(2, 7))
def test_BT_6_chances_of_rolls_sum_to_one(dice: int) -> None:
    outcomes = list(TABLES[4].chance_outcomes(with_dice(dice), 0, ROLL))
    assert sum(chance for _, chance in outcomes) == 1
    assert len({event for event, _ in outcomes}) == len(outcomes)


@pytest.mark.parametrize("dice", range(2, 6))
def test_BT_6_a_roll_is_as_likely_as_the_ways_to_throw_it(dice: int) -> None:
    thrown = Counter(rolled(0, faces) for faces in product(range(1, 7), repeat=dice))
    assert dict(TABLES[4].chance_outcomes(with_dice(dice), 0, ROLL)) == {
        event: Fraction(ways, 6**dice) for event, ways in thrown.items()
    }


@pytest.mark.parametrize(("players", "left"), [(2, 4), (3, 5), (4, 5)])
def test_BT_10_BT_11_a_bust_takes_as_many_dice_as_opting_out(players: int, left: int) -> None:
    full = position([(5, 2)], players=players)
    assert full.dice == 6
    assert after(full, OptedOut(0)).dice == left
    assert after(full, roll("52 2222")).dice == left


def test_BT_10_a_bust_takes_the_buttons_but_not_the_stars() -> None:
    state = after(position([(5, 2), (1, 1)], stars=[[(6, 6)]], players=3), roll("52 2222"))
    assert state.standing[0] is Standing.BUST
    assert state.buttons[0] == frozenset()
    assert state.stars[0] == {(6, 6)}


def test_BT_L4_dice_taken_before_leaving_stay_out_of_play_for_the_round() -> None:
    gone = after(position([(1, 1)], players=4), OptedOut(0), Resigned(0))
    assert gone.dice == 5
    assert after(position([(1, 1)], players=4), Resigned(0)).dice == 6


def test_BT_L4_what_a_bust_takes_is_by_the_number_who_began() -> None:
    state = played(3, Resigned(2), roll("11 1111"), Placed(0, (1, 1)), Placed(1, (1, 1)))
    assert state.turn_player == 1
    assert after(state, OptedOut(1)).dice == 5
