"""The rules of Pig by their ids (rules-pig.md)."""

import pytest

from games.engine.core import Resigned
from games.engine.replay import fold
from tests.kinds.pig.engine.events import HOLD, ROLL, Held, Rolled
from tests.kinds.pig.engine.rules import PigRules
from tests.kinds.pig.engine.state import PigState, PigVariant

RULES = PigRules(2, PigVariant(25))


def after(moves: str) -> PigState:
    """Return the position after these rolls and holds, as in "5 3 H"."""
    state = RULES.initial_state()
    for word in moves.split():
        player = state.turn_player
        event = Held(player) if word == "H" else Rolled(player, (int(word),))
        RULES.check_event(state, event)
        state = RULES.apply_event(state, event)
    return state


def test_PG_1_turns_go_round_by_seats() -> None:
    assert [after("2 H " * turns).turn_player for turns in range(3)] == [0, 1, 0]
    with pytest.raises(ValueError, match="2 to 4 players"):
        PigRules(5)


def test_PG_2_a_turn_begins_with_a_roll() -> None:
    assert RULES.legal_actions(after(""), 0) == (ROLL,)
    assert RULES.legal_actions(after("6"), 0) == (ROLL, HOLD)


def test_PG_3_a_1_loses_the_points_of_the_turn() -> None:
    state = after("6 H 5 H 6 6 1")
    assert (state.scores, state.points, state.turn_player) == ((6, 5), 0, 1)


def test_PG_4_a_hold_keeps_the_points_of_the_turn() -> None:
    assert (after("6 5").points, after("6 5").scores) == (11, (0, 0))
    assert after("6 5 H").scores == (11, 0)


def test_PG_5_who_holds_with_the_target_has_won() -> None:
    assert RULES.outcome(after("6 6 6 6 6")) is None
    result = RULES.outcome(after("6 6 6 6 6 H"))
    assert result is not None
    assert (result.winners, result.termination) == ((0,), "points")


def test_PG_V1_the_target_is_one_of_three() -> None:
    assert PigRules(2).variant.target == 100
    with pytest.raises(ValueError, match="25, 50 or 100, not 30"):
        PigVariant.from_json({"target": 30})


def test_somebody_who_leaves_on_their_turn_takes_its_points_along() -> None:
    state = fold(PigRules(3), [Rolled(0, (6,)), Resigned(0)])
    assert (state.points, state.turn_player) == (0, 1)
