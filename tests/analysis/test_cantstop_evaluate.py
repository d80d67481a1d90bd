"""What the analysis of Can't Stop says, against the engine's own rules."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from games.analysis.cantstop.evaluate import evaluate, more_rolls
from games.analysis.cantstop.values import load_nets
from games.analysis.evaluation import Values
from games.engine.cantstop.actions import ROLL, STOP
from games.engine.cantstop.board import COLUMNS, LENGTHS, ROLLS, Track
from games.engine.cantstop.events import Rolled, Stopped, event_of
from games.engine.cantstop.rules import CantStopAlone, CantStopRules
from games.engine.cantstop.state import CantStopState, Phase
from games.engine.cantstop.variant import CantStopVariant, Meeting
from games.engine.core import RandomBot, Resigned
from games.engine.dice import SeededDice

pytestmark = pytest.mark.xdist_group("analysis")  # so that only one process compiles

ROLLS_BY_FACES = Counter(tuple(sorted(dice)) for dice in ROLLS)


def value_between(rules: CantStopRules, state: CantStopState) -> Values:
    """Return the network's values of a position between two turns, computed feature by feature."""
    outcome = rules.outcome(state)
    if outcome is not None:
        won = [float(player in outcome.winners) for player in range(rules.players)]
        return tuple(share / sum(won) for share in won) if rules.players > 1 else (0.0,)
    seats = [(state.turn_player + place) % rules.players for place in range(rules.players)]
    seats = [player for player in seats if player not in state.left]
    net = load_nets()[len(seats)]
    hidden = net.first[-1].astype(float)
    own = sum(LENGTHS) + 5
    for slot, player in enumerate(seats):
        for column in COLUMNS:
            if state.markers[player][column]:
                row = slot * own + sum(LENGTHS[:column]) + state.markers[player][column] - 1
                hidden += net.first[row]
        needed = rules.variant.columns_to_win - state.owners.count(player)
        hidden += net.first[slot * own + sum(LENGTHS) + needed - 1]
    for column in COLUMNS:
        if state.owners[column] in state.left:
            hidden += net.first[len(seats) * own + column - 2]
    outputs = net.heads.astype(float) @ np.maximum(hidden, 0) + net.bias
    if len(seats) == 1:
        return (-max(outputs[0], 0.0),)
    powers = np.exp(outputs)
    values = [0.0] * rules.players
    for slot, player in enumerate(seats):
        values[player] = powers[slot] / powers.sum()
    return tuple(values)


class Tree:
    """All that can happen in one turn, by the engine's rules alone.

    Spaces gained are no loss: stopping is worth as much as a bust at least, and a roll that is none
    as much as stopping before it.
    """

    def __init__(self, rules: CantStopRules, start: CantStopState) -> None:
        self.rules, self.player, self.start = rules, start.turn_player, start
        self.value = cache(self._value)

    def rolling(self, state: CantStopState) -> Values:
        values = np.zeros(self.rules.players)
        for dice, count in ROLLS_BY_FACES.items():
            after = self.rules.apply_event(state, Rolled(self.player, dice))
            values += count / len(ROLLS) * np.array(self.value(after))
        return tuple(values)

    def acted(self, state: CantStopState, text: str) -> Values:
        action = self.rules.parse_action(text)
        if action == ROLL:
            return max(self.rolling(state), self.least(state), key=self._own)
        return self.value(self.rules.apply_event(state, event_of(self.player, action)))

    def least(self, state: CantStopState) -> Values:
        """Return what rolling is worth at least: the value of a stop, unless it is a bust."""
        free_to_stop = self.rules.variant.meeting is not Meeting.MUST_ROLL
        if not (free_to_stop and STOP in self.rules.legal_actions(state, self.player)):
            return (-np.inf,) * self.rules.players
        stopped = self.rules.apply_event(state, Stopped(self.player))
        values = np.zeros(self.rules.players)
        for dice, count in ROLLS_BY_FACES.items():
            after = self.rules.apply_event(state, Rolled(self.player, dice))
            reached = stopped if after.phase is Phase.CHOOSE else after
            values += count / len(ROLLS) * np.array(self.value(reached))
        return tuple(values)

    def _value(self, state: CantStopState) -> Values:
        if state.phase is Phase.OVER:
            return value_between(self.rules, state)
        if state.phase is Phase.ROLL:
            unchanged = replace(state, markers=self.start.markers, owners=self.start.owners)
            between = (value_between(self.rules, each) for each in (state, unchanged))
            return max(between, key=self._own)
        state = replace(state, seq=0, opened=0, roll=0)  # so that equal positions are equal
        legal = self.rules.legal_actions(state, self.player)
        return max((self.acted(state, str(action)) for action in legal), key=self._own)

    def _own(self, values: Values) -> float:
        return values[self.player]


def late_position(chance: random.Random, rules: CantStopRules) -> CantStopState:
    """Return a position at the beginning of a turn in which few steps are left.

    Four columns are open. Where the players may not own so many others, those are of the last
    player, who has left.
    """
    owners: list[int | None] = [None] * len(LENGTHS)
    most = rules.variant.columns_to_win - 1
    staying = list(range(rules.players))
    if rules.players * most < 7:
        staying.pop()
    for column in chance.sample(list(COLUMNS), 7):
        free = [player for player in staying if owners.count(player) < most]
        owners[column] = chance.choice(free) if free else rules.players - 1
    tracks = [[0] * len(LENGTHS) for _ in range(rules.players)]
    for column in COLUMNS:
        top = LENGTHS[column]
        spaces = chance.sample(range(top - 2, top), 2)
        for player, track in enumerate(tracks):
            if owners[column] is None:
                track[column] = spaces[player % 2]
            elif owners[column] == player:
                track[column] = top
    return replace(
        rules.initial_state(),
        markers=tuple(map(tuple, tracks)),
        owners=tuple(owners),
        turn_player=chance.choice(staying),
        left=frozenset(range(rules.players)) - set(staying),
    )


GAMES = [
    (3, CantStopVariant(meeting=Meeting.MUST_ROLL)),
    (2, CantStopVariant(stop_early=False, columns_to_win=5)),
    (3, CantStopVariant(columns_to_win=5)),
    (3, CantStopVariant(meeting=Meeting.JUMP, stop_early=False, columns_to_win=4)),
    (4, CantStopVariant()),
]


@pytest.mark.parametrize(("players", "variant"), GAMES)
def test_each_action_is_worth_what_the_tree_of_the_turn_says(
    players: int, variant: CantStopVariant
) -> None:
    rules = CantStopRules(players, variant)
    chance = random.Random(f"{players} {variant}")
    compare_with_tree(rules, late_position(chance, rules), chance)


def test_alone_each_action_is_worth_what_the_tree_of_the_turn_says() -> None:
    rules = CantStopAlone(1, CantStopVariant(columns_to_win=5))
    chance = random.Random(1)
    track = [max(length - 1, 0) for length in LENGTHS]
    owners: list[int | None] = [None] * len(LENGTHS)
    for column in (3, 5, 9, 11):  # with seven open columns the tree takes a second
        owners[column], track[column] = 0, LENGTHS[column]
    state = replace(rules.initial_state(), markers=(tuple(track),), owners=tuple(owners))
    compare_with_tree(rules, state, chance)


def compare_with_tree(rules: CantStopRules, state: CantStopState, chance: random.Random) -> None:
    tree = Tree(rules, state)
    present = 1.0 if rules.players == 1 else 0.0  # the turn that is played counts, too
    for position in positions_of_a_turn(rules, state, chance):
        evaluation = evaluate(rules, position, position.turn_player)
        assert evaluation.actions
        for text, values in evaluation.actions.items():
            expected = [value - present for value in tree.acted(position, text)]
            assert values == pytest.approx(expected, abs=2e-5), (text, position)


def positions_of_a_turn(
    rules: CantStopRules, state: CantStopState, chance: random.Random
) -> Iterator[CantStopState]:
    """Yield the positions of a turn that is played at random."""
    player, turn = state.turn_player, state.turns
    dice = SeededDice(chance.getrandbits(32))
    while state.turn_player == player and state.turns == turn and rules.outcome(state) is None:
        yield state
        legal = [action for action in rules.legal_actions(state, player) if action != STOP]
        event = rules.resolve(state, player, chance.choice(legal), dice)
        state = rules.apply_event(state, event)


def exact_more_rolls(rules: CantStopRules, state: CantStopState) -> float:
    """Return how many rolls the turn still has on average if played well, the first one now."""

    @cache
    def rolls_from(state: CantStopState) -> float:
        total = 1.0
        for dice, count in ROLLS_BY_FACES.items():
            rolled = rules.apply_event(state, Rolled(player, dice))
            if rolled.turn_player != player or rolled.phase is not Phase.CHOOSE:
                continue
            split = rules.parse_action(evaluate(rules, rolled, player).best(player))
            after = rules.apply_event(rolled, event_of(player, split))
            after = replace(after, seq=0, opened=0, roll=0, dice=())
            if evaluate(rules, after, player).best(player) == "roll":
                total += count / len(ROLLS) * rolls_from(after)
        return total

    player = state.turn_player
    return rolls_from(state)


@pytest.mark.parametrize("players", [2, 3])
def test_more_rolls_are_as_many_as_the_best_play_makes(players: int) -> None:
    rules = CantStopRules(players)
    chance = random.Random(f"rolls {players}")
    counted = []
    for _ in range(3):
        state = late_position(chance, rules)
        exact = exact_more_rolls(rules, state)
        counted.append(exact)
        assert more_rolls(rules, state, state.turn_player) == pytest.approx(exact, abs=0.25)
    assert max(counted) > 1.2, "not always one roll"


def whole_game(rules: CantStopRules, seed: int, leaving: bool = False) -> Iterator[CantStopState]:
    """Yield the positions of a game between random players. One may leave amid the game."""
    dice, bot = SeededDice(seed), RandomBot(random.Random(seed))
    state = rules.initial_state()
    while rules.outcome(state) is None:
        yield state
        if leaving and state.seq == 60:
            state = rules.apply_event(state, Resigned((state.turn_player + seed) % rules.players))
            continue
        player = state.turn_player
        state = rules.apply_event(
            state, rules.resolve(state, player, bot.choose(rules, state, player), dice)
        )


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_position_is_evaluated_with_all_legal_actions_and_values_that_sum_to_one(
    players: int,
) -> None:
    rules = CantStopRules(players)
    for number, state in enumerate(whole_game(rules, players, leaving=players > 2)):
        if number % 5 and len(state.left) == 0:
            continue  # every fifth is enough, and all near to where somebody left
        player = state.turn_player
        evaluation = evaluate(rules, state, player)
        assert list(evaluation.actions) == list(map(str, rules.legal_actions(state, player)))
        for values in (evaluation.value, *evaluation.actions.values()):
            assert sum(values) == pytest.approx(1, abs=1e-9)
            assert all(values[gone] == 0 for gone in state.left)
        assert evaluation.value == evaluation.actions[evaluation.best(player)]
        if number > 400:
            break


def mirrored(track: Track) -> Track:
    return (0, 0, *reversed(track[2:]))


def test_mirror_images_get_equal_verdicts() -> None:
    rules = CantStopRules(2)
    for state in list(whole_game(rules, 5))[10:200:9]:
        image = replace(
            state,
            markers=tuple(map(mirrored, state.markers)),
            owners=(None, None, *reversed(state.owners[2:])),
            runners=mirrored(state.runners),
            dice=tuple(7 - die for die in state.dice),
        )
        player = state.turn_player
        seen, in_mirror = evaluate(rules, state, player), evaluate(rules, image, player)
        assert seen.value == pytest.approx(in_mirror.value, abs=1e-5)
        mine = sorted(values[player] for values in seen.actions.values())
        theirs = sorted(values[player] for values in in_mirror.actions.values())
        assert mine == pytest.approx(theirs, abs=1e-5)


def test_only_who_plays_the_turn_can_be_asked_about() -> None:
    rules = CantStopRules(2)
    with pytest.raises(ValueError, match="player 1 has no decision to make"):
        evaluate(rules, rules.initial_state(), 1)


def test_it_says_where_it_was_not_trained_for_the_options() -> None:
    usual, jumping = CantStopRules(2), CantStopRules(2, CantStopVariant(meeting=Meeting.JUMP))
    assert not evaluate(usual, usual.initial_state(), 0).approximate
    assert evaluate(jumping, jumping.initial_state(), 0).approximate
    for players, is_approximate in ((2, False), (3, True)):
        longest = CantStopRules(players, CantStopVariant(columns_to_win=5))
        assert evaluate(longest, longest.initial_state(), 0).approximate is is_approximate


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_spaces_gained_are_never_told_to_be_a_loss(players: int) -> None:
    """To stop is no worse than a bust, and a roll that is no bust no worse than to stop."""
    rules = CantStopRules(players) if players > 1 else CantStopAlone(1)
    bot, dice = RandomBot(random.Random(players)), SeededDice(players)
    state, seen = rules.initial_state(), 0
    while rules.outcome(state) is None and seen < 40:
        player = state.turn_player
        evaluation = evaluate(rules, state, player)
        if evaluation.bust is not None and "stop" in evaluation.actions:
            chance, bust = evaluation.bust.chance, evaluation.bust.values[player]
            stop, roll = evaluation.actions["stop"][player], evaluation.actions["roll"][player]
            assert stop >= bust
            assert roll >= chance * bust + (1 - chance) * stop - 1e-9
            seen += 1
        action = bot.choose(rules, state, player)
        state = rules.apply_event(state, rules.resolve(state, player, action, dice))
    assert seen >= 30


def test_stopping_that_wins_is_worth_a_whole_game() -> None:
    rules = CantStopRules(2)
    markers = [list(track) for track in rules.initial_state().markers]
    markers[0][2] = markers[0][3] = 0
    owners: list[int | None] = [None] * len(LENGTHS)
    for column in (2, 3):
        owners[column], markers[0][column] = 0, LENGTHS[column]
    runners = [0] * len(LENGTHS)
    runners[12] = LENGTHS[12]
    state = replace(
        rules.initial_state(),
        markers=tuple(map(tuple, markers)),
        owners=tuple(owners),
        runners=tuple(runners),
        phase=Phase.DECIDE,
        roll=1,
    )
    evaluation = evaluate(rules, state, 0)
    assert evaluation.best(0) == "stop"
    assert evaluation.value == (1.0, 0.0)
