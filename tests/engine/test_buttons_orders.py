"""Standing orders in Buttons: which cells they take, when they leave, and when they ask."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.buttons.actions import DECLINE, OPT_OUT, PLACES, ROLL
from games.engine.buttons.analysis import bust_chance, stars_if_out
from games.engine.buttons.bots import BOTS
from games.engine.buttons.events import Rolled
from games.engine.buttons.layouts import LAYOUTS, Colour
from games.engine.buttons.orders import ButtonsOrders, Use
from games.engine.buttons.state import ButtonsState
from games.engine.dice import SeededDice
from games.engine.replay import positions
from tests.engine.buttons_positions import BLUE, GREEN, RED, TABLES, YELLOW, counting, position
from tools.simulate import play

RULES = TABLES[2]
TURN = position([(1, 1)])
"""Player 0, who has a button, rolls or opts out."""


def rolled(*columns: int, row: int = 1) -> ButtonsState:
    """Return the position after player 0 rolled this row and these columns, the gold one first."""
    gold, *black = columns
    state = position([(6, 6)], [(6, 1)])
    return RULES.apply_event(state, Rolled(0, row, gold, tuple(black)))


def colour_of(player: int, row: int, column: int) -> Colour:
    state = position()
    return LAYOUTS[state.layouts[player]][row, column]


def test_without_an_order_the_player_is_asked() -> None:
    for state in (TURN, rolled(1, 2, 3, 4, 5)):
        assert [ButtonsOrders().action(RULES, state, player) for player in (0, 1)] == [None, None]


def test_they_roll_while_the_chance_of_a_bust_is_under_the_limit() -> None:
    percent = int(bust_chance(TURN, 0) * 100)
    assert ButtonsOrders(roll_under=percent + 1).action(RULES, TURN, 0) == ROLL
    assert ButtonsOrders(roll_under=max(percent, 1)).action(RULES, TURN, 0) in {None, ROLL}
    crowded = position([(row, column) for row in range(1, 7) for column in (1, 3, 5)])
    assert ButtonsOrders(roll_under=10).action(RULES, crowded, 0) is None


def test_they_opt_out_at_so_many_stars_and_not_before() -> None:
    state = position([(1, 1), (1, 3), (1, 5), (3, 1), (3, 3), (3, 5), (5, 1), (5, 3), (5, 5)])
    stars = stars_if_out(state, 0)
    assert stars > 1
    assert ButtonsOrders(roll_under=100, out_at=stars).action(RULES, state, 0) == OPT_OUT
    assert ButtonsOrders(roll_under=100, out_at=stars + 1).action(RULES, state, 0) == ROLL


def test_the_first_turn_of_a_round_is_rolled_though_nobody_can_opt_out() -> None:
    assert ButtonsOrders(roll_under=100, out_at=1).action(RULES, position(), 0) == ROLL


@pytest.mark.parametrize(
    ("use", "action"), [(Use.GOLD, PLACES[1, 2]), (Use.NEVER, DECLINE), (Use.ASK, None)]
)
def test_the_gold_cell_of_others_is_taken_declined_or_asked_for(use: Use, action: object) -> None:
    assert ButtonsOrders(others=use).action(RULES, rolled(2, 3, 4, 5, 6), 1) == action


def test_by_colour_a_gold_cell_of_a_wanted_colour_is_taken_and_any_other_declined() -> None:
    state, colour = rolled(2, 3, 4, 5, 6), colour_of(1, 1, 2)
    others = tuple(other for other in Colour if other is not colour)
    wanted = ButtonsOrders(others=Use.COLOURS, colours=(colour,))
    unwanted = ButtonsOrders(others=Use.COLOURS, colours=others)
    assert wanted.action(RULES, state, 1) == PLACES[1, 2]
    assert unwanted.action(RULES, state, 1) == DECLINE


def test_on_ones_own_roll_the_best_colour_is_taken() -> None:
    state = rolled(1, 2, 3, 4, 5)
    for first in (RED, YELLOW, GREEN, BLUE):
        action = ButtonsOrders(own=Use.COLOURS, colours=(first,)).action(RULES, state, 0)
        cells = [(1, column) for column in range(1, 6) if colour_of(0, 1, column) is first]
        assert action == (PLACES[cells[0]] if cells else None)


def test_of_two_cells_of_a_colour_that_of_the_gold_die_is_taken() -> None:
    columns = [column for column in range(1, 7) if colour_of(0, 1, column) is BLUE]
    low, high = columns[:2]
    state = rolled(high, low, low, low, low)
    orders = ButtonsOrders(own=Use.COLOURS, colours=(BLUE,))
    assert orders.action(RULES, state, 0) == PLACES[1, high]


def test_on_ones_own_roll_the_gold_cell_is_taken_only_where_it_is_legal() -> None:
    orders = ButtonsOrders(own=Use.GOLD)
    assert orders.action(RULES, rolled(2, 3, 4, 5, 6), 0) == PLACES[1, 2]
    state = rolled(6, 1, 1, 1, 1, row=6)  # where a button lies
    assert orders.action(RULES, state, 0) is None


def test_stars_are_left_to_the_player() -> None:
    state = counting([(1, 1), (1, 3), (1, 5)], [(2, 2)])
    orders = ButtonsOrders(Use.GOLD, Use.GOLD, tuple(Colour), 100, 1)
    assert [orders.action(RULES, state, player) for player in (0, 1)] == [None, None]


ORDERS = st.builds(
    ButtonsOrders,
    st.sampled_from(Use),
    st.sampled_from([Use.ASK, Use.GOLD, Use.COLOURS]),
    st.lists(st.sampled_from(Colour), unique=True).map(tuple),
    st.none() | st.integers(1, 100),
    st.none() | st.integers(1, 9),
)


@given(ORDERS)
def test_they_are_the_same_after_being_stored(orders: ButtonsOrders) -> None:
    assert ButtonsOrders.from_json(orders.to_json()) == orders


@settings(max_examples=25)
@given(ORDERS, st.sampled_from(sorted(TABLES)), st.integers(0, 10**6))
def test_whatever_they_say_is_legal(orders: ButtonsOrders, players: int, seed: int) -> None:
    rules = TABLES[players]
    log, _ = play(rules, [BOTS["careful"]] * players, SeededDice(seed))
    for state in positions(rules, log):
        for player in rules.active_players(state):
            action = orders.action(rules, state, player)
            assert action is None or action in rules.legal_actions(state, player)
