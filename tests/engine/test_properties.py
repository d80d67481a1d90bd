"""Random games of Can't Stop, and what holds in all of them."""

import random
from itertools import pairwise, permutations
from typing import NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.cantstop.actions import Roll, Split
from games.engine.cantstop.analysis import (
    choices,
    obstacle,
    runners_after,
)
from games.engine.cantstop.board import COLUMNS, LENGTHS, RUNNERS, pairings, spaces
from games.engine.cantstop.events import Rolled, Stopped
from games.engine.cantstop.moves import is_bust
from games.engine.cantstop.rules import CantStopRules
from games.engine.cantstop.state import CantStopState, Phase
from games.engine.cantstop.variant import CantStopVariant, Meeting
from games.engine.core import Action, Event, Resign, TimeOut
from games.engine.dice import SeededDice
from games.engine.replay import fold, positions, replay_checked
from tests.engine.kinds import EVERY_CANTSTOP_CASE


class Game(NamedTuple):
    """A game, with its positions: one more than events."""

    rules: CantStopRules
    log: list[Event]
    states: list[CantStopState]


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Draw a game up to some event: any table, any play, and players who leave now and then."""
    case = draw(st.sampled_from(EVERY_CANTSTOP_CASE))
    rules = CantStopRules(case.players, CantStopVariant.from_json(case.variant))
    seed = draw(st.integers(0, 2**32))
    length = draw(st.integers(0, 300))
    keeps_rolling = draw(st.sampled_from([0.2, 0.5, 0.8]))
    leaves = draw(st.sampled_from([0, 0.01, 0.1]))
    chance, dice = random.Random(seed), SeededDice(seed)
    states = [rules.initial_state()]
    log: list[Event] = []
    while len(log) < length and rules.outcome(states[-1]) is None:
        player, action = _decision(rules, states[-1], chance, keeps_rolling, leaves)
        log.append(rules.resolve(states[-1], player, action, dice))
        states.append(rules.apply_event(states[-1], log[-1]))
    return Game(rules, log, states)


def _decision(
    rules: CantStopRules,
    state: CantStopState,
    chance: random.Random,
    keeps_rolling: float,
    leaves: float,
) -> tuple[int, Action]:
    if chance.random() < leaves:
        staying = sorted(set(range(rules.players)) - state.left)
        return chance.choice(staying), chance.choice((Resign(), TimeOut()))
    player = state.turn_player
    legal = rules.legal_actions(state, player)
    if isinstance(legal[0], Roll):
        return player, legal[0] if chance.random() < keeps_rolling else legal[-1]
    return player, chance.choice(legal)


@settings(max_examples=250)
@given(games())
def test_every_game_is_one_by_the_book(game: Game) -> None:
    """Each game is looked at in every way: to play it takes longer."""
    the_log_is_the_game(game)
    pieces_stand_where_they_can(game)
    legal_splits_are_those_of_the_book(game)
    a_bust_is_exactly_a_roll_that_allows_nothing(game)
    the_token_changes_exactly_with_the_turn_players_decision(game)
    choices_explain_every_legal_split(game)
    only_a_stop_moves_markers(game)
    rolls_are_addressed_one_after_the_other(game)


def the_log_is_the_game(game: Game) -> None:
    rules, log, states = game
    assert states == replay_checked(rules, log)
    assert states == positions(rules, log)
    assert fold(rules, log) == states[-1]
    assert [state.seq for state in states] == list(range(len(log) + 1))
    for state in states[::25]:
        assert rules.state_from_json(rules.state_to_json(state)) == state


def pieces_stand_where_they_can(game: Game) -> None:
    rules, _, states = game
    for state in states:
        runners = spaces(state.runners)
        assert len(runners) <= RUNNERS
        assert state.free_runners == RUNNERS - len(runners)
        for column, space in runners.items():
            assert state.owners[column] is None
            assert state.markers[state.turn_player][column] < space <= LENGTHS[column]
            if rules.variant.meeting is Meeting.JUMP:
                assert space not in state.other_markers(column)
        for column in COLUMNS:
            _check_markers(state, column)


def _check_markers(state: CantStopState, column: int) -> None:
    here = {player: track[column] for player, track in enumerate(state.markers) if track[column]}
    owner = state.owners[column]
    if owner is None:
        assert all(0 < space < LENGTHS[column] for space in here.values())
    else:
        assert here == {owner: LENGTHS[column]}


def results_by_the_book(rules: CantStopRules, state: CantStopState) -> set[tuple[int, ...]]:
    """Return the runners after each legal split, found by moving pieces as people do.

    A player who advances one sum after the other, in either order and where it can be done,
    obeys CS-8 to CS-12 without having to think of them.
    """
    results = set()
    for pairing in pairings(state.dice):
        for sums in permutations(pairing.sums):
            runners = list(state.runners)
            for column in sums:
                _climb(rules, state, runners, column)
            results.add(tuple(runners))
    return results - {state.runners}


def _climb(rules: CantStopRules, state: CantStopState, runners: list[int], column: int) -> None:
    claimed = any(track[column] == LENGTHS[column] for track in state.markers)
    none_free = not runners[column] and sum(map(bool, runners)) == RUNNERS
    if claimed or none_free or runners[column] == LENGTHS[column]:
        return
    others = [
        track[column] for player, track in enumerate(state.markers) if player != state.turn_player
    ]
    space = (runners[column] or state.markers[state.turn_player][column]) + 1
    while rules.variant.meeting is Meeting.JUMP and space in others:
        space += 1
    runners[column] = space


def legal_splits_are_those_of_the_book(game: Game) -> None:
    rules, _, states = game
    for state in states:
        if state.phase is Phase.CHOOSE:
            splits = rules.legal_actions(state, state.turn_player)
            reached = [
                runners_after(rules, state, split) for split in splits if isinstance(split, Split)
            ]
            assert len(set(reached)) == len(splits)
            assert set(reached) == results_by_the_book(rules, state)


def a_bust_is_exactly_a_roll_that_allows_nothing(game: Game) -> None:
    _, log, states = game
    for (before, after), event in zip(pairwise(states), log, strict=True):
        bust = isinstance(event, Rolled) and is_bust(before, event.dice)
        if isinstance(event, Rolled):
            sums = {column for pairing in pairings(event.dice) for column in pairing.sums}
            blocked = {column for column in sums if obstacle(before.owners, before.runners, column)}
            assert bust == (blocked == sums)
            assert (after.phase is Phase.CHOOSE) == (not bust)
            assert (after.bust is not None) == bust
            assert (after.turn_player != before.turn_player) == bust
            assert after.markers == before.markers
        else:
            assert not bust


def the_token_changes_exactly_with_the_turn_players_decision(game: Game) -> None:
    rules, log, states = game
    for (before, after), event in zip(pairwise(states), log, strict=True):
        token = rules.token(after, after.turn_player)
        if rules.outcome(after) is not None:
            assert token is None
        elif event.actor == before.turn_player:
            assert token == after.seq
        else:
            assert token == rules.token(before, before.turn_player)
            assert after.turn_player == before.turn_player


def choices_explain_every_legal_split(game: Game) -> None:
    rules, _, states = game
    for state in states:
        explained = choices(rules, state)
        if state.phase is not Phase.CHOOSE:
            assert explained == ()
            continue
        splits = tuple(choice.split for choice in explained)
        assert splits == rules.legal_actions(state, state.turn_player)
        for choice in explained:
            used = [advance.column for advance in choice.advances]
            assert used == list(dict.fromkeys(choice.split.columns))
            assert len(choice.split.columns) + len(choice.unused) == 2
            assert {a.column: a.space for a in choice.advances}.items() <= (
                spaces(choice.runners).items()
            )


def only_a_stop_moves_markers(game: Game) -> None:
    _, log, states = game
    for (before, after), event in zip(pairwise(states), log, strict=True):
        if isinstance(event, Stopped):
            for column, space in spaces(before.runners).items():
                assert after.markers[event.actor][column] == space
        else:
            assert (after.markers, after.owners) == (before.markers, before.owners)


def rolls_are_addressed_one_after_the_other(game: Game) -> None:
    rules, log, states = game
    seen = []
    for before, event in zip(states, log, strict=False):
        if isinstance(event, Rolled):
            address = rules.roll_address(before)
            assert address is not None
            assert address.player == event.actor
            seen.append(address)
    assert len(set(seen)) == len(seen)
    for player in range(rules.players):
        own = [(address.turn, address.roll) for address in seen if address.player == player]
        assert own == sorted(own)
        assert sorted({turn for turn, _ in own}) == list(
            range(1, len({turn for turn, _ in own}) + 1)
        )
