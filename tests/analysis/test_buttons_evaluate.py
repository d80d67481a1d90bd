"""The evaluations of positions of Buttons."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from games.analysis.buttons.evaluate import compact, evaluate, more_rolls
from games.analysis.buttons.network import BUST, trained
from games.analysis.buttons.play import before_turn, go_out
from games.engine.buttons.board import CELLS
from games.engine.buttons.bots import CarefulBot
from games.engine.buttons.events import OptedOut, Rolled
from games.engine.buttons.state import ButtonsState, Standing
from games.engine.core import Action, Bot, Resigned, Rules
from games.engine.dice import SeededDice
from games.engine.replay import positions
from tests.engine.buttons_positions import TABLES, after, counting, position, roll, start
from tools.simulate import play, simulate

pytestmark = pytest.mark.xdist_group("analysis")  # so that only one process compiles

LINE = [(2, 1), (2, 2), (2, 3), (2, 4)]
ELEVEN = [(row, column) for row in (1, 3, 5) for column in (1, 2, 4, 5)][1:]


class BestBot(Bot[ButtonsState]):
    """Takes the best action of the evaluation."""

    slug = "best"

    def choose(self, rules: Rules[ButtonsState], state: ButtonsState, player: int) -> Action:
        evaluation = evaluate(TABLES[rules.players], state, player)
        return rules.parse_action(evaluation.best(player))


def decisions(players: int, seed: int) -> Iterator[tuple[ButtonsState, int]]:
    """Yield the positions of a game in which somebody leaves if they can, and who decides."""
    rules = TABLES[players]
    bots = [CarefulBot().seeded(random.Random(seed))] * players
    log, _ = play(rules, bots, SeededDice(seed))
    for number, state in enumerate(positions(rules, log)):
        if players > 2 and number % 3 == 0 and rules.active_players(state):
            state = rules.apply_event(state, Resigned((number // 3) % players))  # noqa: PLW2901
        for player in rules.active_players(state):
            yield state, player


@pytest.mark.parametrize("players", [2, 3, 4])
def test_who_can_place_nothing_rolls_once_more_and_who_begins_a_round_more_often(
    players: int,
) -> None:
    rules, state = TABLES[players], start(players)
    full = replace(state, stars=(frozenset(CELLS),) * players)
    assert more_rolls(rules, full, state.turn_player) == 1
    often = more_rolls(rules, state, state.turn_player)
    assert 1.5 < often < 6
    assert often == more_rolls(rules, state, state.turn_player)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_legal_action_is_evaluated_and_chances_sum_to_one(players: int) -> None:
    for number, (state, player) in enumerate(decisions(players, seed=players)):
        if number % 3 and not state.left:
            continue  # every third is enough, and all near to where somebody left
        evaluation = evaluate(TABLES[players], state, player)
        legal = TABLES[players].legal_actions(state, player)
        assert list(evaluation.actions) == list(map(str, legal))
        for value in (evaluation.value, *evaluation.actions.values()):
            assert sum(value) == pytest.approx(1, abs=1e-9)
            assert all(0 <= chance <= 1 for chance in value)
            assert all(value[gone] == 0 for gone in state.left)
        assert evaluation.value == evaluation.actions[evaluation.best(player)]


def test_a_player_without_a_decision_to_make_is_refused() -> None:
    with pytest.raises(ValueError, match="player 1 has no decision"):
        evaluate(TABLES[2], start(), 1)


def moved(state: ButtonsState) -> ButtonsState:
    """Return the same position with everybody one seat further on."""
    parts = ("layouts", "cards", "buttons", "stars", "standing", "taken", "turns", "opened")
    seats: dict[str, Any] = {
        part: (getattr(state, part)[-1], *getattr(state, part)[:-1]) for part in parts
    }
    players = len(state.standing)
    return replace(
        state,
        **seats,
        turn_player=(state.turn_player + 1) % players,
        pending=frozenset((player + 1) % players for player in state.pending),
        rolled=state.rolled and replace(state.rolled, player=(state.rolled.actor + 1) % players),
    )


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_does_not_matter_who_sits_where(players: int) -> None:
    before = position([(1, 1), (3, 3)], [(2, 5)], stars=[[(6, 6)], LINE[:3]], players=players)
    for state in (before, after(before, roll("55 1234"))):
        value = evaluate(TABLES[players], state, 0).value
        same = evaluate(TABLES[players], moved(state), 1).value
        assert same == pytest.approx((value[-1], *value[:-1]), abs=1e-6)


def test_mirrored_stars_are_worth_the_same() -> None:
    stars, buttons = [(1, 1), (3, 1), (4, 5)], [(5, 1), (2, 3)]
    state = counting(buttons, stars=[stars])
    mirrored = counting([(r, 7 - c) for r, c in buttons], stars=[[(r, 7 - c) for r, c in stars]])
    values = sorted(value[0] for value in evaluate(TABLES[2], state, 0).actions.values())
    same = sorted(value[0] for value in evaluate(TABLES[2], mirrored, 0).actions.values())
    assert values == pytest.approx(same, abs=1e-6)


def test_BT_17_BT_18_stars_that_win_are_placed() -> None:
    state = counting([(2, 5), (4, 4), (6, 6)], stars=[LINE])
    evaluation = evaluate(TABLES[2], state, 0)
    assert evaluation.best(0) == "stars:2,5"
    assert evaluation.value == pytest.approx((1, 0))
    assert evaluation.actions["stars:4,4"][0] < 0.99


def test_BT_10_BT_18_one_star_from_victory_a_player_opts_out_when_the_others_are_out() -> None:
    state = replace(
        position([(2, 6)], stars=[ELEVEN], out=[1]), standing=(Standing.IN, Standing.BUST)
    )
    evaluation = evaluate(TABLES[2], state, 0)
    assert evaluation.actions["opt-out"] == pytest.approx((1, 0))
    assert evaluation.actions["roll"][0] < 1
    fewer = replace(state, stars=(frozenset(ELEVEN[1:]), frozenset()))
    assert evaluate(TABLES[2], fewer, 0).value[0] < evaluation.value[0]


def test_BT_19_a_player_who_would_lose_by_opting_out_rolls() -> None:
    state = after(position([(6, 6)], [(2, 5)], stars=[[], LINE]), OptedOut(0))
    state = replace(state, turn_player=0, standing=(Standing.IN, Standing.OPTED_OUT))
    state = replace(state, stars=(frozenset(ELEVEN), frozenset(LINE)))
    evaluation = evaluate(TABLES[2], state, 0)
    assert evaluation.actions["opt-out"] == pytest.approx((0, 1))


def test_BT_10_a_bust_never_helps() -> None:
    for state, player in decisions(2, seed=9):
        if state.turn_player == player and len(state.buttons[player]) > 2 and not state.pending:
            seats, table = compact(state)
            go_out(seats, table, player, BUST)
            busted = before_turn(seats, table, player + 1, trained(2))[player]
            assert evaluate(TABLES[2], state, player).value[player] > busted - 0.01


def test_BT_L1_who_has_left_cannot_win_and_the_others_can() -> None:
    state = after(position([(1, 1)], players=4), Resigned(2))
    value = evaluate(TABLES[4], state, 0).value
    assert value[2] == 0
    assert min(value[0], value[1], value[3]) > 0.1


def test_BT_13_all_who_decide_on_a_roll_are_evaluated() -> None:
    state = after(start(3), Rolled(0, 4, 2, (2, 3, 4, 4)))
    for player in (0, 1, 2):
        assert evaluate(TABLES[3], state, player).actions


@pytest.mark.parametrize("players", [2, 3, 4])
def test_BT_13_a_position_is_worth_the_same_to_all_who_decide_in_it(players: int) -> None:
    """On a roll and on their stars they decide at once, each knowing what the others like."""
    together = Counter[str]()
    for seed in range(4):
        for state, player in decisions(players, seed):
            first, *others = TABLES[players].active_players(state)
            if others and player == first:
                values = [evaluate(TABLES[players], state, each).value for each in (first, *others)]
                together[state.phase.value] += 1
                for value in values:
                    assert value == pytest.approx(values[0], abs=1e-6)
    assert set(together) == {"place", "stars"}


def test_the_best_actions_beat_a_careful_bot() -> None:
    games = simulate(TABLES[2], [BestBot(), CarefulBot()], games=20, seed=4)
    assert sum(game.winners == (0,) for game in games) >= 10
