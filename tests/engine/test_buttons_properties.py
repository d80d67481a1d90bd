"""Random games of Buttons, and what holds in all of them."""

import random
from itertools import pairwise
from typing import NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.buttons.actions import OptOut, Roll
from games.engine.buttons.analysis import stars_if_out
from games.engine.buttons.board import neighbours
from games.engine.buttons.events import OptedOut
from games.engine.buttons.rules import ButtonsRules
from games.engine.buttons.state import ButtonsState, Phase, Standing
from games.engine.core import Action, Event, Resign, TimeOut
from games.engine.dice import SeededDice
from games.engine.replay import fold, positions, replay_checked


class Game(NamedTuple):
    """A game, with its positions: one more than events."""

    rules: ButtonsRules
    log: list[Event]
    states: list[ButtonsState]


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Draw a game up to some event: any table, any play, and players who leave now and then."""
    rules = ButtonsRules(draw(st.integers(2, 4)))
    seed = draw(st.integers(0, 2**32))
    length = draw(st.integers(1, 150))
    keeps_rolling = draw(st.sampled_from([0.3, 0.6, 0.9]))
    leaves = draw(st.sampled_from([0, 0.01, 0.1]))
    chance, dice = random.Random(seed), SeededDice(seed)
    log = list(rules.setup(dice))
    states = positions(rules, log)
    while len(log) < length and rules.outcome(states[-1]) is None:
        player, action = _decision(rules, states[-1], chance, keeps_rolling, leaves)
        log.append(rules.resolve(states[-1], player, action, dice))
        states.append(rules.apply_event(states[-1], log[-1]))
    return Game(rules, log, states)


def _decision(
    rules: ButtonsRules,
    state: ButtonsState,
    chance: random.Random,
    keeps_rolling: float,
    leaves: float,
) -> tuple[int, Action]:
    if chance.random() < leaves:
        staying = sorted(set(range(rules.players)) - state.left)
        return chance.choice(staying), chance.choice((Resign(), TimeOut()))
    player = chance.choice(rules.active_players(state))
    legal = rules.legal_actions(state, player)
    if OptOut() in legal:
        return player, Roll() if chance.random() < keeps_rolling else OptOut()
    return player, chance.choice(legal)


@settings(max_examples=60)
@given(games())
def test_every_game_is_one_by_the_rules(game: Game) -> None:
    """Each game is looked at in every way: to play it takes longer."""
    a_log_folds_to_its_position_and_is_accepted(game)
    boards_and_dice_are_always_possible(game)
    stars_stay_for_the_whole_game(game)
    a_token_changes_exactly_with_the_players_own_decision(game)
    opting_out_never_gives_a_player_another_turn_in_the_round(game)


def a_log_folds_to_its_position_and_is_accepted(game: Game) -> None:
    rules, log, states = game
    assert states == replay_checked(rules, log)
    assert states == positions(rules, log)
    assert states[-1] == fold(rules, log)
    assert rules.state_from_json(rules.state_to_json(states[-1])) == states[-1]


def boards_and_dice_are_always_possible(game: Game) -> None:
    for state in game.states[1:]:
        for player, own in enumerate(state.buttons):
            assert own.isdisjoint(state.stars[player])
            if state.phase is not Phase.STARS or player in state.pending:
                assert stars_if_out(state, player) <= len(own)
            assert not any(near in own for cell in own for near in neighbours(cell))
        assert 2 <= state.dice <= 6
        if state.phase is Phase.TURN:
            assert state.standing[state.turn_player] is Standing.IN


def stars_stay_for_the_whole_game(game: Game) -> None:
    for before, after in pairwise(game.states):
        assert all(old <= new for old, new in zip(before.stars, after.stars, strict=True))
        assert after.seq == before.seq + 1
        assert before.left <= after.left


def a_token_changes_exactly_with_the_players_own_decision(game: Game) -> None:
    rules, log, states = game
    for before, after, event in zip(states, states[1:], log, strict=False):
        for player in range(rules.players):
            old, new = rules.token(before, player), rules.token(after, player)
            if old is not None and event.player != player and after.result is None:
                assert new == old
            elif new is not None:
                assert new == after.seq


def opting_out_never_gives_a_player_another_turn_in_the_round(game: Game) -> None:
    _, log, states = game
    for after, event in zip(states[1:], log, strict=False):
        if isinstance(event, OptedOut) and after.phase is Phase.TURN:
            assert after.turn_player != event.player
