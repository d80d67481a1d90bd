"""The worked cases of the rules, by their ids."""

import pytest

from games.engine.buttons.actions import ROLL
from games.engine.buttons.board import CELLS, Cell, has_line, is_legal
from games.engine.buttons.events import OptedOut, Placed, Rolled, StarsPlaced
from games.engine.buttons.layouts import LAYOUTS, Colour
from games.engine.buttons.rules import ButtonsRules
from games.engine.buttons.scoring import result, score
from games.engine.buttons.state import Standing
from games.engine.core import Outcome
from games.engine.errors import IllegalAction
from tests.each_case import each_case
from tests.engine.buttons_positions import (
    BLUE,
    GREEN,
    RED,
    TABLES,
    YELLOW,
    after,
    counting,
    legal,
    position,
    roll,
    start,
)

OF_COLOUR = {colour: [cell for cell in CELLS if LAYOUTS["1A"][cell] is colour] for colour in Colour}
ROW_2 = [(2, column) for column in range(1, 7)]
ODD = [cell for cell in CELLS if sum(cell) % 2]
EVEN = [cell for cell in CELLS if not sum(cell) % 2]


def buttons(colours: str) -> list[Cell]:
    """Return cells of layout 1A in the colours, as in "RRG"."""
    return [
        cell for colour in Colour for cell in OF_COLOUR[colour][: colours.count(colour.name[0])]
    ]


def test_U1_BT_2_BT_7_BT_8_the_roller_has_the_black_dice_and_the_others_the_gold_one() -> None:
    state = after(start(), roll("42 2344"))
    assert legal(state, 0) == ["place:4,2", "place:4,3", "place:4,4"]
    assert legal(state, 1) == ["place:4,2", "decline"]


def test_U2_the_gold_die_is_one_of_the_black_ones_for_the_roller() -> None:
    state = after(start(), roll("56 2355"))
    assert legal(state, 0) == ["place:5,2", "place:5,3", "place:5,5", "place:5,6"]
    assert legal(state, 1) == ["place:5,6", "decline"]


def test_U3_button_neighbour_and_star_leave_nothing() -> None:
    state = after(position([(5, 2)], stars=[[(5, 6)]]), roll("52 2366"))
    assert state.standing[0] is Standing.BUST
    assert state.buttons[0] == frozenset()
    assert state.stars[0] == {(5, 6)}


def test_U4_a_star_closes_its_own_cell_only() -> None:
    stars = {(3, 3)}
    assert not is_legal(set(), stars, (3, 3))
    assert all(is_legal(set(), stars, cell) for cell in [(3, 2), (3, 4), (2, 3), (4, 3)])


def test_U5_BT_9_a_button_closes_its_neighbours_but_not_the_diagonals() -> None:
    own = {(3, 3)}
    assert not any(is_legal(own, set(), cell) for cell in [(3, 2), (3, 4), (2, 3), (4, 3)])
    assert all(is_legal(own, set(), cell) for cell in [(2, 2), (2, 4), (4, 2), (4, 4)])


def test_U6_BT_5_nobody_opts_out_of_a_round_without_a_button() -> None:
    rules = TABLES[2]
    assert legal(start()) == ["roll"]
    with pytest.raises(IllegalAction):
        rules.check_event(start(), OptedOut(0))
    rolled = after(start(), roll("42 2344"), Placed(0, (4, 3)))
    declined = after(rolled, rules.event_from_json("declined", 1, {}))
    assert legal(declined, 1) == ["roll"]
    placed = after(rolled, Placed(1, (4, 2)))
    assert legal(placed, 1) == ["roll", "opt-out"]
    assert after(placed, OptedOut(1)).standing[1] is Standing.OPTED_OUT


def test_U7_BT_6_the_last_of_four_has_three_dice_and_at_most_two_cells() -> None:
    state = position([], [(1, 1)], [(1, 1)], [(1, 1)], out=[1, 2, 3], players=4)
    assert state.dice == 3
    most = max(
        len(state.roller_cells(event))
        for event, _ in TABLES[4].chance_outcomes(state, 0, ROLL)
        if isinstance(event, Rolled)
    )
    assert most == 2


def test_U8_the_last_of_two_has_four_dice() -> None:
    assert position([], [(1, 1)], out=[1]).dice == 4


@each_case(
    ("colours", "cards", "stars"),
    [
        ("RRRG", (RED,), 3),
        ("RRRG", (BLUE,), 2),
        ("RRRRRR", (BLUE,), 2),
        ("RRRGGG", (RED, GREEN), 5),
        ("R", (RED,), 1),
        ("RRGG", (RED, GREEN), 1),
    ],
)
def test_U9_BT_16_stars_for_colours_and_cards(
    colours: str, cards: tuple[Colour, ...], stars: int
) -> None:
    state = counting(buttons(colours), hands=(cards, (YELLOW,)))
    assert score(state, 0).stars == stars


def test_U9_a_bust_earns_nothing() -> None:
    state = after(position([(5, 2)], [(1, 1)], out=[1]), roll("52 22"))
    assert state.pending == {1}
    assert legal(state, 0) == []


@pytest.mark.parametrize(
    ("stars", "line"),
    [
        (ROW_2[:5], True),
        (ROW_2[1:], True),
        ([(column, row) for row, column in ROW_2[:5]], True),
        ([*ROW_2[:4], ROW_2[5]], False),
        ([(step, step) for step in range(1, 6)], False),
    ],
)
def test_U10_a_line_is_five_in_a_row_or_a_column(stars: list[Cell], line: bool) -> None:
    assert has_line(set(stars)) is line
    outcome = result(position(stars=[stars]), [0, 1])
    assert outcome == (Outcome((0,), "line") if line else None)


def test_U10_twelve_stars_win_and_eleven_do_not() -> None:
    twelve = ODD[:12]
    assert result(position(stars=[twelve]), [0, 1]) == Outcome((0,), "stars")
    assert result(position(stars=[twelve[:11]]), [0, 1]) is None


@pytest.mark.parametrize(
    ("first", "second", "outcome"),
    [
        ([*ROW_2[:5], (4, 1), (4, 3)], ODD[:12], (0,)),
        ([*ROW_2, (4, 1), (4, 3), (4, 5)], [*ROW_2, (4, 1), (4, 3)], (0,)),
        ([*ROW_2, (4, 1)], [*ROW_2, (4, 3)], (0, 1)),
        (
            ODD[:12],
            ODD[:13],
            (1,),
        ),
        (
            ODD[:12],
            EVEN[:12],
            (0, 1),
        ),
    ],
)
def test_U11_BT_19_a_line_beats_twelve_and_then_most_stars_win(
    first: list[Cell], second: list[Cell], outcome: tuple[int, ...]
) -> None:
    found = result(position(stars=[first, second]), [0, 1])
    assert found is not None
    assert found.winners == outcome
    assert found.termination == ("line" if ROW_2[0] in first and ROW_2[1] in first else "stars")


def test_U12_BT_20_each_card_goes_to_the_next_player_and_red_begins() -> None:
    before = counting([(1, 1)], players=4)
    assert before.cards == ((RED,), (YELLOW,), (GREEN,), (BLUE,))
    state = after(before, StarsPlaced(0, ((1, 1),)))
    assert state.cards == ((BLUE,), (RED,), (YELLOW,), (GREEN,))
    assert state.turn_player == 1
    assert state.round == 2


def test_BT_20_two_players_swap_both_hands_and_all_dice_are_back() -> None:
    before = counting([(1, 1)])
    assert (before.cards, before.dice) == (((RED, BLUE), (YELLOW, GREEN)), 2)
    state = after(before, StarsPlaced(0, ((1, 1),)))
    assert (state.cards, state.dice) == (((YELLOW, GREEN), (RED, BLUE)), 6)
    assert state.turn_player == 1


@pytest.mark.parametrize("players", [1, 5])
def test_BT_1_two_to_four_play(players: int) -> None:
    with pytest.raises(ValueError, match="2 to 4 players"):
        ButtonsRules(players)
