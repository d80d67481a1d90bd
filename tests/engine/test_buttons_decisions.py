"""Decisions that several players of Buttons make on one roll, and those nobody has to make."""

from collections.abc import Sequence
from itertools import permutations, takewhile

import pytest

from games.engine.buttons.bots import GreedyBot
from games.engine.buttons.events import Declined, Placed, Rolled
from games.engine.buttons.state import ButtonsState, Phase, Standing
from games.engine.core import Event, Resigned
from games.engine.dice import SeededDice
from games.engine.errors import NotActive
from games.engine.replay import positions
from tests.each_case import each_case
from tests.engine.buttons_positions import TABLES, after, legal, played, position, roll, start
from tests.engine.kinds import BUTTONS_CASES, Case
from tests.engine.test_contract import log_of
from tools.simulate import play

ANSWERS: tuple[Event, ...] = (Placed(0, (4, 4)), Placed(1, (4, 2)), Declined(2))


def can_use(state: ButtonsState, player: int, rolled: Rolled) -> bool:
    """Return whether the player, in this position before it, may place a button on the roll."""
    columns = rolled.columns if player == rolled.player else {rolled.gold}
    return state.standing[player] is Standing.IN and any(
        state.is_legal(player, (rolled.white, column)) for column in columns
    )


def decided_by(log: Sequence[Event], states: list[ButtonsState], seq: int) -> list[int]:
    """Return whose events followed on the roll with this seq until it was used."""
    on_roll = takewhile(lambda at: states[at].phase is Phase.PLACE, range(seq, len(log)))
    return [log[at].actor for at in on_roll]


def test_BT_13_the_order_of_decisions_makes_no_difference() -> None:
    ends = {after(start(3), roll("42 2344"), *answers) for answers in permutations(ANSWERS)}
    (end,) = ends
    assert (end.phase, end.turn_player) == (Phase.TURN, 1)


def test_BT_13_the_decision_of_another_player_leaves_the_own_token() -> None:
    rules = TABLES[3]
    opened = after(start(3), roll("42 2344"))
    for answers in permutations(ANSWERS):
        state, waiting = opened, {0, 1, 2}
        for event in answers[:2]:
            state, waiting = after(state, event), waiting - {event.actor}
            assert rules.token(state, event.actor) is None
            assert {rules.token(state, player) for player in waiting} == {opened.seq}


@each_case("case", BUTTONS_CASES)
def test_BT_13_each_decision_of_a_player_has_a_token_it_shares_with_no_other(case: Case) -> None:
    rules = case.rules()
    log = log_of(case)
    asked = [
        (event.player, rules.token(before, event.actor))
        for before, event in zip(positions(rules, log), log, strict=False)
        if event.player is not None
    ]
    assert len(set(asked)) == len(asked)
    assert all(token is not None for _, token in asked)


def test_BT_13_the_turn_passes_by_seats_to_the_next_player_in_the_round() -> None:
    state = after(position([], [(6, 6)], out=[1], players=4), roll("11 222"))
    state = after(state, Placed(0, (1, 1)), Declined(2), Declined(3))
    assert state.turn_player == 2


def test_BT_12_nobody_has_to_say_that_they_cannot_place() -> None:
    state = after(position([], [(1, 1)], [(1, 2)], players=3), roll("11 2345"))
    assert state.pending == {0}
    for player in (1, 2):
        assert (legal(state, player), TABLES[3].token(state, player)) == ([], None)
        with pytest.raises(NotActive):
            TABLES[3].check_event(state, Declined(player))
    after_roller = after(state, Placed(0, (1, 3)))
    assert (after_roller.seq, after_roller.phase) == (state.seq + 1, Phase.TURN)
    assert after_roller.turn_player == 1


def test_BT_12_a_roll_that_nobody_can_use_passes_the_turn_by_itself() -> None:
    before = position([(5, 2)], [(5, 2)], [(5, 1)], players=3)
    state = after(before, roll("52 2222"))
    assert (state.seq, state.phase, state.turn_player) == (before.seq + 1, Phase.TURN, 1)
    assert state.standing[0] is Standing.BUST


@pytest.mark.parametrize("players", TABLES)
def test_BT_12_BT_13_exactly_those_who_can_use_a_roll_are_asked_once(players: int) -> None:
    busts_used = 0
    for seed in range(5):
        log, _ = play(TABLES[players], [GreedyBot()] * players, SeededDice(seed))
        states = positions(TABLES[players], log)
        for seq, event in enumerate(log, start=1):
            if isinstance(event, Rolled):
                able = [
                    player for player in range(players) if can_use(states[seq - 1], player, event)
                ]
                assert sorted(decided_by(log, states, seq)) == able
                busts_used += bool(able) and event.player not in able
    assert busts_used


def test_BT_10_BT_12_others_place_on_a_bust_and_keep_what_they_placed() -> None:
    state = after(position([(5, 2)], players=3), roll("52 2222"))
    assert legal(state, 1) == legal(state, 2) == ["place:5,2", "decline"]
    state = after(state, Placed(1, (5, 2)), Placed(2, (5, 2)))
    assert list(map(set, state.buttons)) == [set(), {(5, 2)}, {(5, 2)}]
    assert state.standing == (Standing.BUST, Standing.IN, Standing.IN)


def test_BT_L3_leaving_while_the_roll_is_used_closes_the_own_decision_only() -> None:
    rules = TABLES[3]
    opened = played(3, roll("42 2344"))
    state = after(opened, Resigned(1))
    assert state.pending == {0, 2}
    assert [rules.token(state, player) for player in range(3)] == [opened.seq, None, opened.seq]
