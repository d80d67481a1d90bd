"""What every kind of game has to keep, played at random with each variant and number of players."""

import json
import random
from collections.abc import Sequence
from functools import cache
from itertools import islice, pairwise
from typing import Any

import pytest

from games.engine.core import Action, Event, Resign, Resigned, Rules, State, TimedOut, TimeOut
from games.engine.dice import ScriptedDice, SeededDice
from games.engine.errors import GameOver, InvalidAction, NotActive
from games.engine.replay import fold, positions, replay_checked
from tests.each_case import each_case
from tests.engine.kinds import CASES, Case

ROLLS_TO_SUM = 2
"""A roll has 1296 outcomes; summing up a few of them per game is enough."""

every_case = each_case("case", CASES)


def random_log(rules: Rules[Any], seed: str) -> list[Event]:
    """Return the log of a game, its set-up included, in which every decision is drawn."""
    chance, dice = random.Random(seed), SeededDice(seed)
    log = list(rules.setup(dice))
    state = fold(rules, log)
    while active := rules.active_players(state):
        player = chance.choice(active)
        action = chance.choice(rules.legal_actions(state, player))
        log.append(rules.resolve(state, player, action, dice))
        state = rules.apply_event(state, log[-1])
    return log


@cache
def log_of(case: Case) -> tuple[Event, ...]:
    """Return a random game of this case, the same for all tests."""
    return tuple(random_log(case.rules(), str(case)))


@cache
def positions_of(case: Case) -> tuple[Any, ...]:
    """Return all positions of that game."""
    return tuple(positions(case.rules(), log_of(case)))


def decided(case: Case) -> tuple[Any, ...]:
    """Return its positions from the first decision on."""
    return positions_of(case)[_setup_length(log_of(case)) :]


def _setup_length(log: Sequence[Event]) -> int:
    return sum(event.player is None for event in log)


def decisions(rules: Rules[Any], state: State) -> list[tuple[int, Action]]:
    """Return every (player, action) that is legal, resignations apart."""
    return [
        (player, action)
        for player in rules.active_players(state)
        for action in rules.legal_actions(state, player)
    ]


@every_case
def test_every_position_of_a_random_game_keeps_the_contract(case: Case) -> None:
    rules = case.rules()
    log = log_of(case)
    for seq, state in enumerate(decided(case), start=_setup_length(log)):
        assert state.seq == seq
        assert hash(state) == hash(rules.state_from_json(rules.state_to_json(state)))
        _check_players(rules, state)
        _check_actions(rules, state)


def _check_players(rules: Rules[Any], state: State) -> None:
    active = rules.active_players(state)
    assert list(active) == sorted(set(active))
    assert (rules.outcome(state) is None) == bool(active)
    for player in range(rules.players):
        legal = rules.legal_actions(state, player)
        token = rules.token(state, player)
        assert bool(legal) == (player in active)
        assert len(set(legal)) == len(legal)
        if player in active:
            assert token is not None
            assert 0 <= token <= state.seq
        else:
            assert token is None


def _check_actions(rules: Rules[Any], state: State) -> None:
    for player, action in decisions(rules, state):
        rules.check(state, player, action)
        assert rules.parse_action(str(action)) == action
        event, chance = next(iter(rules.chance_outcomes(state, player, action)))
        assert 0 < chance <= 1
        assert event.player == player
        assert rules.action_of(event) == action


@every_case
def test_logs_and_positions_survive_json(case: Case) -> None:
    rules = case.rules()
    log = log_of(case)
    for event in log:
        data = json.loads(json.dumps(rules.event_to_json(event)))
        assert rules.event_from_json(event.type, event.player, data) == event
    for state in positions_of(case):
        assert rules.state_from_json(json.loads(json.dumps(rules.state_to_json(state)))) == state


@every_case
def test_a_random_game_can_be_checked_and_folded(case: Case) -> None:
    rules = case.rules()
    log = log_of(case)
    states = replay_checked(rules, log)
    assert tuple(states) == positions_of(case)
    assert fold(rules, log) == states[-1]
    assert all(event.player is not None for event in log[_setup_length(log) :])
    outcome = rules.outcome(states[-1])
    assert outcome is not None
    assert outcome.winners
    assert set(outcome.winners) <= set(range(case.players))


@every_case
def test_chances_sum_to_one_and_every_outcome_differs(case: Case) -> None:
    rules = case.rules()
    states = decided(case)
    with_chance = 0
    for state in states:
        for player, action in decisions(rules, state):
            outcomes = rules.chance_outcomes(state, player, action)
            first = list(islice(outcomes, 2))
            with_chance += len(first) > 1
            if len(first) == 1:
                assert first[0][1] == 1
            elif with_chance <= ROLLS_TO_SUM:
                everything = [*first, *outcomes]
                assert sum(chance for _, chance in everything) == 1
                assert len({event for event, _ in everything}) == len(everything)
    assert with_chance > ROLLS_TO_SUM


@every_case
def test_inactive_players_are_refused(case: Case) -> None:
    rules = case.rules()
    for state in decided(case)[:-1]:
        (_, action), *_ = decisions(rules, state)
        for player in {-1, *range(case.players + 1)} - set(rules.active_players(state)):
            with pytest.raises(NotActive):
                rules.resolve(state, player, action, ScriptedDice([]))


@every_case
def test_a_finished_game_takes_nothing_more(case: Case) -> None:
    rules = case.rules()
    log = log_of(case)
    actions = {rules.action_of(event) for event in log if event.player is not None} | {
        Resign(),
        TimeOut(),
    }
    end = fold(rules, log)
    for player in range(case.players):
        assert rules.legal_actions(end, player) == ()
        for action in actions:
            with pytest.raises(GameOver):
                rules.resolve(end, player, action, ScriptedDice([]))


@every_case
def test_anybody_may_leave_at_any_time_and_the_last_one_wins(case: Case) -> None:
    rules = case.rules()
    chance = random.Random(str(case))
    for before in chance.sample(decided(case)[:-1], k=10):
        state = before
        leaving = chance.sample(range(case.players), k=case.players - 1 or 1)
        for player in leaving:
            rules.check(state, player, Resign())
            state = rules.apply_event(state, chance.choice((Resigned, TimedOut))(player))
            assert player not in rules.active_players(state)
        outcome = rules.outcome(state)
        assert outcome is not None
        assert outcome.winners == tuple(set(range(case.players)) - set(leaving))
        assert outcome.termination in {"resigned", "timed_out"}


@every_case
def test_a_roll_has_an_address_exactly_when_one_may_be_made(case: Case) -> None:
    rules = case.rules()
    addresses = []
    for state in decided(case):
        rolls = [
            player
            for player, action in decisions(rules, state)
            if len(list(islice(rules.chance_outcomes(state, player, action), 2))) > 1
        ]
        address = rules.roll_address(state)
        assert (address is not None) == bool(rolls)
        if address is not None:
            assert address.player in rolls
            addresses.append(address)
    assert all(address.turn >= 1 and address.roll >= 1 for address in addresses)


@every_case
def test_a_game_only_grows_longer(case: Case) -> None:
    rules = case.rules()
    lengths = [rules.length(state) for state in positions_of(case)]
    for before, after in pairwise(lengths):
        assert before.keys() == after.keys()
        assert all(before[what] <= after[what] <= before[what] + 1 for what in before)


@every_case
def test_what_a_record_calls_a_bust_ends_in_one_and_other_turns_end_in_a_stop(case: Case) -> None:
    rules, ends = case.rules(), []
    log = log_of(case)
    for state, event in zip(positions_of(case), log, strict=False):
        ends.append(rules.ends_in_bust(state, event))
        assert (ends[-1] is True) == rules.annotate_event(state, event).get("bust", False)
    assert False in ends


@every_case
def test_the_variant_of_a_table_survives_json(case: Case) -> None:
    rules = case.rules()
    assert json.loads(json.dumps(rules.variant.to_json())) == case.variant


@every_case
def test_nonsense_and_the_referees_action_cannot_be_parsed(case: Case) -> None:
    for text in ("", "nonsense", str(TimeOut())):
        with pytest.raises(InvalidAction):
            case.rules().parse_action(text)
    assert case.rules().parse_action("resign") == Resign()
