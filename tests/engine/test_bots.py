"""The bots: always legal, reproducible, and each with its own character."""

import random
from dataclasses import replace
from typing import Any

import pytest

from games.engine.cantstop.actions import ROLL, STOP, Split
from games.engine.cantstop.board import LENGTHS
from games.engine.cantstop.bots import (
    BOTS,
    BoldBot,
    CautiousBot,
    GlennAloiBot,
    LinearBot,
    RookieBot,
    RuleOf28Bot,
    progress,
    score,
)
from games.engine.cantstop.events import Stopped
from games.engine.cantstop.rules import CantStopRules
from games.engine.cantstop.state import CantStopState
from games.engine.cantstop.variant import CantStopVariant
from games.engine.core import Action, Bot, RandomBot, Resign
from games.engine.dice import SeededDice
from games.engine.registry import KINDS
from games.engine.replay import replay_checked
from tests.each_case import each_case
from tests.engine.kinds import CANTSTOP_CASES, Case
from tests.engine.positions import (
    MUST_ROLL,
    NO_EARLY_STOP,
    STANDARD,
    Spaces,
    position,
    roll,
)
from tools.simulate import play, simulate

THINKING = [bot for slug, bot in BOTS.items() if slug != "random"]


def seeded(kind: str, slug: str, seed: str) -> Bot[Any]:
    return KINDS[kind].bots[slug].seeded(random.Random(seed))


@each_case("case", CANTSTOP_CASES)
def test_every_bot_plays_every_table_by_the_rules(case: Case) -> None:
    rules = case.rules()
    for slug in KINDS[case.kind].bots:
        bots = [seeded(case.kind, slug, f"{slug}{player}") for player in range(case.players)]
        log, outcome = play(rules, bots, SeededDice(str(case)))
        assert rules.outcome(replay_checked(rules, log)[-1]) == outcome
        assert not any(isinstance(rules.action_of(event), Resign) for event in log)


def test_the_bots_there_are() -> None:
    weakest_first = ["random", "rookie", "cautious", "rule-of-28", "bold", "glenn-aloi", "linear"]
    assert list(BOTS) == weakest_first
    assert all(BOTS[slug].slug == slug for slug in BOTS)


@each_case("slug", sorted(BOTS))
def test_a_bot_without_a_seed_plays_too(slug: str) -> None:
    action = BOTS[slug].choose(STANDARD, STANDARD.initial_state(), 0)
    assert action == ROLL


@each_case("slug", sorted(BOTS))
def test_the_same_seed_gives_the_same_choices(slug: str) -> None:
    logs = {play(STANDARD, [seeded("cantstop", slug, "a")] * 2, SeededDice(7))[0] for _ in range(2)}
    assert len(logs) == 1


@each_case("bot", THINKING)
def test_a_thinking_bot_stops_where_that_wins(bot: Bot[Any]) -> None:
    third_column = replace(
        position({7: 13}, {2: 3, 12: 3}),
        owners=tuple(0 if column in {2, 12} else None for column in range(len(LENGTHS))),
    )
    assert bot.choose(STANDARD, third_column, 0) == STOP
    longer = CantStopRules(2, CantStopVariant(columns_to_win=4))
    assert bot.choose(longer, third_column, 0) == ROLL


@pytest.mark.parametrize(("own", "decision"), [(2, ROLL), (3, STOP), (4, STOP)])
@each_case("bot", THINKING)
def test_CS_20_a_thinking_bot_claims_the_last_column_only_to_win(
    bot: Bot[Any], own: int, decision: Action
) -> None:
    rules = CantStopRules(3, CantStopVariant(columns_to_win=5))
    owner_of = [0] * own + [1] * 4 + [2] * (6 - own)
    before = replace(position({12: 3}, rules=rules), owners=(None, None, *owner_of, None))
    assert rules.outcome(rules.apply_event(before, Stopped(0))) is not None
    assert bot.choose(rules, before, 0) == decision


@each_case("bot", THINKING)
def test_a_bot_that_wants_to_stop_but_may_not_rolls(bot: Bot[Any]) -> None:
    start = position({2: 2, 3: 4, 12: 2}, {}, {12: 2}, rules=MUST_ROLL)
    on_a_marker = replace(start, roll=2)
    assert bot.choose(STANDARD, on_a_marker, 0) == STOP
    assert bot.choose(MUST_ROLL, on_a_marker, 0) == ROLL
    two_runners = position({2: 3, 3: 5}, {6: 2}, rules=NO_EARLY_STOP)
    assert bot.choose(NO_EARLY_STOP, two_runners, 0) == ROLL


@each_case(
    ("bot", "runners", "decision"),
    [
        (GlennAloiBot(), {3: 1, 5: 1}, ROLL),  # two runners, whatever they score
        (GlennAloiBot(), {2: 2, 12: 2}, ROLL),
        (GlennAloiBot(), {6: 4, 7: 6, 8: 6}, STOP),  # 5 x 2 + 7 + 7 x 2 = 31
        (GlennAloiBot(), {6: 3, 7: 5, 8: 5}, ROLL),  # 8 + 6 + 12 = 26
        (GlennAloiBot(), {5: 1, 7: 3, 9: 2}, ROLL),  # 4 + 4 + 6, all odd + 7 = 21
        (GlennAloiBot(), {5: 3, 7: 3, 9: 4}, STOP),  # 8 + 4 + 10, all odd + 7 = 29
        (GlennAloiBot(), {5: 3, 7: 2, 9: 4}, ROLL),  # 28
        (GlennAloiBot(), {6: 4, 8: 5, 10: 1}, STOP),  # 10 + 12 + 6, all even + 1 = 29
        (LinearBot(), {2: 2, 12: 2}, ROLL),
        (LinearBot(), {6: 7, 7: 4, 8: 3}, STOP),  # 32 + 15 + 16 = 63
        (LinearBot(), {6: 6, 7: 4, 8: 3}, ROLL),  # 59
        (LinearBot(), {7: 2, 9: 1, 11: 1}, STOP),  # 9 + 16 + 26, all odd + 11, all high + 4 = 66
        (LinearBot(), {4: 1, 6: 5, 8: 5}, STOP),  # 16 + 24 + 24, all even - 1 = 63
        (LinearBot(), {4: 1, 6: 4, 8: 5}, ROLL),  # 59
    ],
)
def test_tuned_bots_stop_with_all_runners_placed_and_enough_points(
    bot: Bot[Any], runners: Spaces, decision: Action
) -> None:
    assert bot.choose(STANDARD, position(runners), 0) == decision


def test_a_tuned_bot_stops_with_fewer_runners_where_no_column_is_left() -> None:
    rules = CantStopRules(3, CantStopVariant(columns_to_win=5))
    owners = tuple(1 if 3 < c < 8 else 2 if c > 7 else None for c in range(len(LENGTHS)))
    two_columns = replace(position({2: 2, 3: 4}, rules=rules), owners=owners)
    for bot in (GlennAloiBot(), LinearBot()):
        assert bot.choose(rules, two_columns, 0) == STOP


def test_the_rookie_stops_after_its_second_roll() -> None:
    first = position({6: 1, 7: 1, 8: 1})
    assert first.roll == 1
    assert RookieBot().choose(STANDARD, first, 0) == ROLL
    assert RookieBot().choose(STANDARD, replace(first, roll=2), 0) == STOP


def test_tuned_bots_choose_by_their_points_for_each_step() -> None:
    first = roll(position(), "2345")  # Glenn-Aloi: 5 and 9 -12, 6 and 8 +4, two steps in 7 +3
    assert GlennAloiBot().choose(STANDARD, first, 0) == Split((6, 8))
    assert LinearBot().choose(STANDARD, first, 0) == Split((7, 7))
    higher = roll(position({}, {5: 6, 9: 6}), "2345")  # linear: a step to 7 of 9 counts 33
    assert GlennAloiBot().choose(STANDARD, higher, 0) == Split((6, 8))
    assert LinearBot().choose(STANDARD, higher, 0) == Split((5, 9))


def test_tuned_bots_count_the_first_step_twice_or_each_step_by_its_height() -> None:
    assert [GlennAloiBot().appeal(7, 3, space) for space in (4, 5, 6)] == [6, 9, 12]
    assert [LinearBot().appeal(7, 0, space) for space in (1, 2)] == [5, 12]


def test_random_takes_everything_that_is_legal() -> None:
    state = roll(position(), "2345")
    bot = RandomBot(random.Random(1))
    chosen: set[Action] = {bot.choose(STANDARD, state, 0) for _ in range(100)}
    assert chosen == set(STANDARD.legal_actions(state, 0))


@each_case(
    ("runners", "own", "points"),
    [
        ({7: 1}, {}, 2),  # (1 + 1) x 1
        ({7: 3}, {}, 4),  # (3 + 1) x 1
        ({2: 1}, {}, 12),  # (1 + 1) x 6
        ({6: 2, 8: 1}, {}, 10),  # 3 x 2 + 2 x 2
        ({6: 6}, {6: 4}, 6),  # two spaces gained: (2 + 1) x 2
        ({3: 1, 5: 1}, {}, 16),  # both odd, but only two: 2 x 5 + 2 x 3
        ({5: 1, 7: 1, 9: 1}, {}, 16),  # 6 + 2 + 6, all odd + 2
        ({4: 1, 6: 1, 8: 1}, {}, 14),  # 8 + 4 + 4, all even - 2
        ({2: 1, 3: 1, 4: 1}, {}, 34),  # 12 + 10 + 8, all below 8 + 4
        ({5: 1, 6: 1, 7: 1}, {}, 16),  # 6 + 4 + 2, all below 8 + 4
        ({7: 1, 8: 1, 9: 1}, {}, 16),  # 2 + 4 + 6, all above 6 + 4
        ({3: 1, 5: 1, 7: 1}, {}, 24),  # 10 + 6 + 2, all odd + 2, all below 8 + 4
        ({8: 1, 10: 1, 12: 1}, {}, 26),  # 4 + 8 + 12, all even - 2, all above 6 + 4
        ({6: 1, 7: 1, 8: 1}, {}, 10),  # 4 + 2 + 4, nothing special
        ({2: 1, 7: 1, 12: 1}, {}, 26),  # 12 + 2 + 12, nothing special
        ({6: 5, 7: 4, 8: 3}, {6: 1, 8: 2}, 19),  # 5 x 2 + 5 x 1 + 2 x 2
    ],
)
def test_points_of_the_rule_of_28(runners: Spaces, own: Spaces, points: int) -> None:
    assert score(position(runners, own)) == points


@pytest.mark.parametrize(
    ("runners", "decision"),
    [
        ({6: 6, 8: 6}, STOP),  # 7 x 2 + 7 x 2 = 28
        ({6: 6, 8: 5}, ROLL),  # 26
        ({2: 1, 3: 1, 4: 1}, STOP),  # 34
        ({8: 1, 10: 1, 12: 1}, ROLL),  # 26
        ({8: 2, 10: 1, 12: 1}, STOP),  # 28
    ],
)
def test_the_rule_of_28_stops_at_28(runners: Spaces, decision: Action) -> None:
    assert RuleOf28Bot().choose(STANDARD, position(runners), 0) == decision


def test_the_rule_of_28_keeps_runners_free() -> None:
    state = roll(position({6: 1}), "2435")
    assert RuleOf28Bot().choose(STANDARD, state, 0) in {Split((6, 8)), Split((7, 7))}
    two_free = roll(position({7: 1}), "2435")
    assert RuleOf28Bot().choose(STANDARD, two_free, 0) == Split((7, 7))


def test_cautious_takes_the_safest_split_and_bold_the_longest_way() -> None:
    state = roll(position({7: 1}), "1166")
    assert STANDARD.legal_actions(state, 0) == (Split((2, 12)), Split((7, 7)))
    assert CautiousBot().choose(STANDARD, state, 0) == Split((7, 7))
    assert BoldBot().choose(STANDARD, state, 0) == Split((2, 12))


def test_cautious_stops_before_bold_does() -> None:
    runners = {6: 2, 8: 2, 9: 1}
    assert CautiousBot().choose(STANDARD, position(runners), 0) == ROLL
    stops = {
        bot.slug: next(
            rolls
            for rolls in range(1, 100)
            if bot.choose(STANDARD, _after_rolls(runners, rolls), 0) == STOP
        )
        for bot in (CautiousBot(), BoldBot())
    }
    assert 2 <= stops["cautious"] < stops["bold"]


def _after_rolls(runners: Spaces, rolls: int) -> CantStopState:
    return replace(position(runners), roll=rolls)


def test_nobody_stops_while_no_roll_can_fail() -> None:
    for bot in (CautiousBot(), BoldBot()):
        assert bot.choose(STANDARD, position({7: 12}), 0) == ROLL


def test_progress_counts_shares_of_columns() -> None:
    assert progress(position({7: 13})) == 1
    assert progress(position({2: 1, 12: 3}, {12: 1})) == pytest.approx(1 / 3 + 2 / 3)


def test_thinking_beats_chance() -> None:
    for bot in THINKING:
        bots = [bot, BOTS["random"]]
        wins = sum(game.winners == (0,) for game in simulate(STANDARD, bots, games=20, seed=1))
        assert wins >= 17
