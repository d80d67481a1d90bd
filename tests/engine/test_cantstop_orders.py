"""Standing orders in Can't Stop: when they roll and stop, and when they ask."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.cantstop.actions import ROLL, STOP
from games.engine.cantstop.bots import BOTS
from games.engine.cantstop.orders import CantStopOrders, gained
from games.engine.cantstop.rules import CantStopRules
from games.engine.core import Action
from games.engine.dice import SeededDice
from games.engine.orders import only_action
from games.engine.replay import positions
from tests.engine.kinds import EVERY_CANTSTOP_CASE, Case
from tests.engine.positions import MUST_ROLL, NO_EARLY_STOP, STANDARD, position, roll
from tools.simulate import play

MIDDLE = {6: 1, 7: 1, 8: 1}  # a bust is rare: 8 %
EDGE = {2: 1, 3: 1, 12: 1}  # and common: 56 %


def said(
    orders: CantStopOrders, runners: dict[int, int], *markers: dict[int, int]
) -> Action | None:
    return orders.action(STANDARD, position(runners, *markers), 0)


def test_they_roll_while_the_chance_of_a_bust_is_under_the_limit() -> None:
    assert said(CantStopOrders(9), MIDDLE) == ROLL
    assert said(CantStopOrders(8), MIDDLE) is None
    assert said(CantStopOrders(40), EDGE) is None


def test_they_begin_a_turn() -> None:
    assert CantStopOrders(1).action(STANDARD, position(), 0) == ROLL


def test_an_only_action_is_one_without_any_other() -> None:
    assert only_action(STANDARD, position(), 0) == ROLL
    assert only_action(STANDARD, position(MIDDLE), 0) is None
    assert only_action(STANDARD, position(), 1) is None


def test_they_stop_on_a_top_only_if_they_say_so() -> None:
    top = {6: 11, 7: 1, 8: 1}
    assert said(CantStopOrders(90), top) == STOP
    assert said(CantStopOrders(90, at_top=False), top) == ROLL


def test_they_stop_at_a_gain_counted_from_the_markers() -> None:
    runners, markers = {6: 5, 7: 1, 8: 2}, {6: 3}
    assert gained(position(runners, markers), 0) == 5
    assert said(CantStopOrders(90, at_gain=5), runners, markers) == STOP
    assert said(CantStopOrders(90, at_gain=6), runners, markers) == ROLL


def test_they_leave_splits_to_the_player() -> None:
    assert CantStopOrders(100).action(STANDARD, roll(position(), "2345"), 0) is None


@pytest.mark.parametrize("rules", [MUST_ROLL, NO_EARLY_STOP], ids=["must roll", "no early stop"])
def test_where_they_would_stop_and_may_not_the_player_is_asked(rules: CantStopRules) -> None:
    state = position({7: 3}, {}, {7: 3}, rules=rules)
    assert not rules.may_stop(state)
    assert CantStopOrders(100, at_gain=1).action(rules, state, 0) is None


def test_they_never_risk_a_win_but_ask() -> None:
    state = position({8: 11, 6: 1, 7: 1}, {2: 3, 12: 3})
    state = replace(state, owners=tuple(0 if c in {2, 12} else None for c in range(13)))
    assert CantStopOrders(100).action(STANDARD, state, 0) == STOP
    assert CantStopOrders(100, at_top=False).action(STANDARD, state, 0) is None


def test_orders_for_one_turn_are_for_no_other() -> None:
    orders, state = CantStopOrders(50, turn=1), position(MIDDLE)
    assert orders.action(STANDARD, state, 0) == ROLL
    later = replace(state, turns=(2, 1))
    assert orders.action(STANDARD, later, 0) is None
    assert not orders.are_over(state, 0)
    assert orders.are_over(later, 0)
    assert orders.are_over(replace(state, turn_player=1), 0)


def test_orders_for_the_next_turn_wait_for_it() -> None:
    orders, state = CantStopOrders(50, turn=1), replace(position(), turns=(1, 0))
    assert not orders.are_over(state, 1)


def test_orders_for_every_turn_are_never_over() -> None:
    assert not CantStopOrders(50).are_over(replace(position(), turns=(9, 9), turn_player=1), 0)


ORDERS = st.builds(
    CantStopOrders,
    st.integers(1, 100),
    st.booleans(),
    st.none() | st.integers(1, 12),
    st.none() | st.integers(1, 9),
)


@given(ORDERS)
def test_they_are_the_same_after_being_stored(orders: CantStopOrders) -> None:
    assert CantStopOrders.from_json(orders.to_json()) == orders


@settings(max_examples=25)
@given(ORDERS, st.sampled_from(EVERY_CANTSTOP_CASE), st.integers(0, 10**6))
def test_whatever_they_say_is_legal_and_theirs_to_say(
    orders: CantStopOrders, case: Case, seed: int
) -> None:
    rules = case.rules()
    log, _ = play(rules, [BOTS["cautious"]] * case.players, SeededDice(seed))
    for state in positions(rules, log):
        for player in rules.active_players(state):
            action = orders.action(rules, state, player)
            assert action is None or action in rules.legal_actions(state, player)
