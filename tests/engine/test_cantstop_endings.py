"""Claiming columns, winning, and leaving the game (CS-17, CS-18, CS-20)."""

import json
from dataclasses import replace
from itertools import product

import pytest

from games.engine.cantstop.actions import ROLL, STOP, Split
from games.engine.cantstop.board import COLUMNS, LENGTHS, track
from games.engine.cantstop.events import Rolled, SplitChosen, Stopped
from games.engine.cantstop.rules import CantStopRules
from games.engine.cantstop.state import CantStopState, Phase
from games.engine.cantstop.variant import CantStopVariant
from games.engine.core import Action, Event, Outcome, Resign, Resigned, TimedOut, TimeOut
from games.engine.dice import ScriptedDice
from games.engine.errors import GameOver, NotActive
from games.engine.records.game_record import GameRecord
from games.engine.records.importer import import_record
from games.engine.records.json_record import RecordPlayer
from games.engine.records.text_record import text_of
from games.engine.replay import replay_checked
from tests.engine.positions import STANDARD, choices, markers, position, roll, runners

THREE = CantStopRules(3)
FOUR = CantStopRules(4)


def stop(state: CantStopState, rules: CantStopRules = STANDARD) -> CantStopState:
    return rules.apply_event(state, Stopped(state.turn_player))


def test_CS_17_a_column_is_claimed_by_stopping_on_its_top() -> None:
    state = stop(position({12: 3, 7: 4}))
    assert state.claimed(0) == (12,)
    assert markers(state, 0) == {12: 3, 7: 4}


def test_CS_17_a_bust_claims_nothing() -> None:
    state = roll(position({12: 3, 7: 4, 2: 1}, {12: 1}), "5555")
    assert state.claimed(0) == ()
    assert markers(state, 0) == {12: 1}


def test_CS_17_other_markers_leave_a_claimed_column_and_no_other() -> None:
    before = position({12: 3, 7: 4}, {12: 1}, {12: 2, 7: 4}, {12: 1, 6: 2}, rules=THREE)
    state = stop(before, THREE)
    assert markers(state, 1) == {7: 4}
    assert markers(state, 2) == {6: 2}


def test_CS_17_a_claimed_column_is_closed_to_everybody() -> None:
    state = stop(position({12: 3}))
    assert choices(state, "6666") == []
    own_turn = roll(state, "6666")
    assert own_turn.turn_player == 0
    assert choices(own_turn, "6666") == []


def test_CS_18_the_game_ends_at_once() -> None:
    state = stop(position({2: 3, 3: 5, 12: 3}))
    assert STANDARD.outcome(state) == Outcome((0,), "columns")
    assert STANDARD.active_players(state) == ()
    assert (state.phase, runners(state), state.turn_player) == (Phase.OVER, {}, 0)


@pytest.mark.parametrize("already", [1, 2])
def test_CS_18_one_stop_may_claim_more_columns_than_are_missing(already: int) -> None:
    owned = [4, 10][:already]
    before = replace(
        position({2: 3, 3: 5, 12: 3}, {column: LENGTHS[column] for column in owned}),
        owners=tuple(0 if column in owned else None for column in range(len(LENGTHS))),
    )
    state = stop(before)
    assert len(state.claimed(0)) == already + 3
    assert STANDARD.outcome(state) == Outcome((0,), "columns")


def test_CS_18_two_columns_are_not_enough() -> None:
    assert STANDARD.outcome(stop(position({2: 3, 3: 5, 7: 1}))) is None


def test_CS_18_columns_on_the_top_count_only_after_the_stop() -> None:
    state = position({2: 3, 3: 5, 12: 3})
    assert STANDARD.outcome(state) is None
    assert STANDARD.legal_actions(state, 0) == (ROLL, STOP)


def _almost_exhausted(rules: CantStopRules, owned: list[int]) -> CantStopState:
    """Return a position in which player 0 is about to claim column 12, the last open one.

    owned: how many of the other ten columns each player owns.
    """
    owner_of = [player for player, count in enumerate(owned) for _ in range(count)]
    owners = (None, None, *owner_of, None)
    tops = [
        track({column: LENGTHS[column] for column in COLUMNS if owners[column] == player})
        for player in range(rules.players)
    ]
    return replace(position({12: 3}, rules=rules), owners=owners, markers=tuple(tops))


@pytest.mark.parametrize(
    ("owned", "winners"),
    [([1, 4, 5], (2,)), ([1, 5, 4], (1,)), ([0, 5, 5], (1, 2))],
)
def test_CS_20_most_columns_win_when_none_is_open(
    owned: list[int], winners: tuple[int, ...]
) -> None:
    state = stop(_almost_exhausted(THREE, owned), THREE)
    assert THREE.outcome(state) == Outcome(winners, "exhausted")


def _claim(
    rules: CantStopRules, log: list[Event], state: CantStopState, column: int
) -> CantStopState:
    """Add a turn in which the turn player climbs a column by doubles and claims it."""
    low = max(1, column - 6)
    dice = [low, column - low] * 2

    def add(action: Action) -> None:
        nonlocal state
        log.append(rules.resolve(state, state.turn_player, action, ScriptedDice([dice])))
        state = rules.apply_event(state, log[-1])

    while state.runners[column] < LENGTHS[column]:
        add(ROLL)
        ways = [Split((column, column)), Split((column,))]
        add(next(way for way in ways if way in rules.legal_actions(state, state.turn_player)))
    add(STOP)
    return state


def _all_columns_claimed(leaves: int | None = None) -> tuple[CantStopRules, list[Event]]:
    """Return a game of three to five columns in which each turn claims the next column.

    leaves: how many columns are claimed when player 0 resigns.
    """
    rules = CantStopRules(3, CantStopVariant(columns_to_win=5))
    log: list[Event] = []
    state = rules.initial_state()
    for turn, column in enumerate(COLUMNS):
        assert rules.outcome(state) is None
        if turn == leaves:
            log.append(Resigned(0))
            state = rules.apply_event(state, log[-1])
        state = _claim(rules, log, state, column)
    return rules, log


def test_CS_20_three_who_run_out_of_columns_have_four_four_and_three_and_two_share_the_win() -> (
    None
):
    rules, log = _all_columns_claimed()
    state = replay_checked(rules, log)[-1]
    assert [len(state.claimed(player)) for player in range(3)] == [4, 4, 3]
    assert rules.outcome(state) == Outcome((0, 1), "exhausted")
    assert rules.active_players(state) == ()
    four_each = [owned for owned in product(range(5), repeat=3) if sum(owned) == len(COLUMNS)]
    assert {tuple(sorted(owned)) for owned in four_each} == {(3, 4, 4)}


def test_CS_20_a_game_that_somebody_left_can_run_out_of_columns_for_one_winner() -> None:
    rules, log = _all_columns_claimed(leaves=6)
    state = replay_checked(rules, log)[-1]
    assert [len(state.claimed(player)) for player in range(3)] == [2, 5, 4]
    assert rules.outcome(state) == Outcome((1,), "columns")
    rules, log = _all_columns_claimed(leaves=9)
    state = replay_checked(rules, log)[-1]
    assert [len(state.claimed(player)) for player in range(3)] == [3, 4, 4]
    assert rules.outcome(state) == Outcome((1, 2), "exhausted")


def test_CS_20_a_record_of_such_a_game_is_read_again() -> None:
    rules, log = _all_columns_claimed()
    people: list[RecordPlayer] = [{"name": name, "bot": None} for name in ("Ada", "Bo", "Cy")]
    game = GameRecord(rules, people, log)
    assert game.to_json()["outcome"] == {"winners": [0, 1], "termination": "exhausted"}
    assert import_record(json.dumps(game.to_json())).events == log
    assert import_record(text_of(game)).events == log


def test_CS_20_players_who_left_do_not_win() -> None:
    before = replace(_almost_exhausted(THREE, [1, 4, 5]), left=frozenset({2}))
    assert THREE.outcome(stop(before, THREE)) == Outcome((1,), "exhausted")


def test_CS_20_who_reaches_the_goal_with_the_last_column_has_won() -> None:
    state = stop(_almost_exhausted(THREE, [2, 4, 4]), THREE)
    assert THREE.outcome(state) == Outcome((0,), "columns")


@pytest.mark.parametrize("event", [Resigned(0), TimedOut(0)])
def test_leaving_on_turn_removes_the_runners_and_passes_the_turn(event: Event) -> None:
    before = position({7: 4, 8: 1}, {6: 3}, rules=THREE)
    state = THREE.apply_event(before, event)
    assert (state.turn_player, state.phase, runners(state)) == (1, Phase.ROLL, {})
    assert markers(state, 0) == {6: 3}
    assert THREE.outcome(state) is None


@pytest.mark.parametrize("event", [Resigned(1), TimedOut(1)])
@pytest.mark.parametrize("dice", ["", "2345"])
def test_leaving_on_another_turn_changes_nothing_for_the_others(event: Event, dice: str) -> None:
    before = position({7: 4}, {6: 3}, {5: 2}, rules=THREE)
    before = roll(before, dice, THREE) if dice else before
    state = THREE.apply_event(before, event)
    assert state == replace(before, seq=before.seq + 1, left=frozenset({1}))
    assert THREE.token(state, 0) == THREE.token(before, 0)
    assert THREE.legal_actions(state, 0) == THREE.legal_actions(before, 0)


def test_leaving_while_a_split_is_to_be_chosen() -> None:
    before = roll(position({7: 4}, rules=THREE), "2345", THREE)
    state = THREE.apply_event(before, Resigned(0))
    assert (state.turn_player, state.dice, runners(state)) == (1, (), {})


def test_claimed_columns_of_a_player_who_left_stay_closed() -> None:
    state = stop(position({12: 3}, rules=THREE), THREE)
    state = THREE.apply_event(state, Resigned(0))
    assert state.claimed(0) == (12,)
    assert choices(state, "6666", THREE) == []


def test_players_who_left_are_skipped() -> None:
    state = FOUR.initial_state()
    for player in (1, 2):
        state = FOUR.apply_event(state, Resigned(player))
    state = stop(FOUR.apply_event(roll(state, "3434", FOUR), SplitChosen(0, (7, 7))), FOUR)
    assert state.turn_player == 3
    assert state.turns == (1, 0, 0, 1)


def test_the_last_player_left_wins() -> None:
    state = THREE.apply_event(THREE.initial_state(), Resigned(2))
    assert THREE.outcome(state) is None
    state = THREE.apply_event(state, TimedOut(0))
    assert THREE.outcome(state) == Outcome((1,), "timed_out")
    assert THREE.active_players(state) == ()


def test_winning_by_resignation_in_the_middle_of_ones_own_turn() -> None:
    state = STANDARD.apply_event(position({7: 4}, {6: 3}), Resigned(1))
    assert STANDARD.outcome(state) == Outcome((0,), "resigned")
    assert STANDARD.token(state, 0) is None


def test_who_left_cannot_act_resign_or_time_out_again() -> None:
    state = THREE.apply_event(THREE.initial_state(), Resigned(1))
    for action in (ROLL, Resign(), TimeOut()):
        with pytest.raises(NotActive):
            THREE.resolve(state, 1, action, ScriptedDice([]))


def test_nobody_from_outside_the_game_can_resign() -> None:
    for player in (-1, 2):
        with pytest.raises(NotActive):
            STANDARD.check(STANDARD.initial_state(), player, Resign())


def test_time_out_becomes_a_fact() -> None:
    state = THREE.initial_state()
    assert THREE.resolve(state, 2, TimeOut(), ScriptedDice([])) == TimedOut(2)


def test_nothing_happens_after_the_end() -> None:
    state = stop(position({2: 3, 3: 5, 12: 3}))
    for player in (0, 1):
        for action in (ROLL, STOP, Split((7,)), Resign(), TimeOut()):
            with pytest.raises(GameOver):
                STANDARD.resolve(state, player, action, ScriptedDice([(1, 1, 1, 1)]))


def test_an_event_of_no_kind_is_refused() -> None:
    with pytest.raises(TypeError):
        STANDARD.apply_event(STANDARD.initial_state(), Event(0))


def test_the_position_before_an_event_is_untouched() -> None:
    before = position({12: 3}, {}, {12: 2})
    copy = replace(before)
    STANDARD.apply_event(before, Stopped(0))
    STANDARD.apply_event(before, Rolled(0, (1, 1, 1, 1)))
    assert before == copy
