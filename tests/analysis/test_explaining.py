"""Games explained: what everything in them was worth, and that it adds up."""

import json
import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from games.analysis import explaining
from games.analysis.evaluation import Evaluation, IfBust, Values
from games.analysis.explaining import explain
from games.analysis.explanation import (
    MARKED_FROM_IF_APPROXIMATE,
    Bust,
    Choice,
    Explanation,
    Grade,
    Nerve,
    Step,
    in_tenths,
)
from games.engine.cantstop import events as cantstop
from games.engine.core import Event, Resign, Resigned, Ruled, Rules, State, TimedOut, TimeOut
from games.engine.dice import SeededDice
from games.engine.registry import KINDS
from tests.analysis.evaluators import analysis_of, ready, senseless_evaluate, senseless_more_rolls
from tests.each_case import each_case
from tests.engine.kinds import ANALYSED, CASES, EVERY_CASE, Case, every_analysed_kind, every_kind

GAMES = 2_000


@pytest.fixture
def _senseless(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explaining, "evaluate", senseless_evaluate)
    monkeypatch.setattr(explaining, "more_rolls", senseless_more_rolls)


def mild_evaluate(rules: Rules[Any], state: State, player: int) -> Evaluation:
    """Evaluate without any sense, but never far from saying that all stand equally well."""
    evaluation = senseless_evaluate(rules, state, player)

    def mild(values: Values) -> Values:
        if len(values) == 1:
            return (-100 + values[0],)
        return tuple(0.9 / len(values) + 0.1 * value for value in values)

    assert evaluation.bust is not None
    return Evaluation(
        mild(evaluation.value),
        {action: mild(values) for action, values in evaluation.actions.items()},
        bust=IfBust(evaluation.bust.chance, mild(evaluation.bust.values)),
    )


@pytest.fixture
def _mild(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explaining, "evaluate", mild_evaluate)
    monkeypatch.setattr(explaining, "more_rolls", senseless_more_rolls)


def played(case: Case, seed: int, events: int | None = None) -> tuple[Rules[Any], list[Event]]:
    """Return a game played at random; after so many events all but one leave, or the site rules."""
    rules, chance, dice = case.rules(), random.Random(seed), SeededDice(seed)
    log = list(rules.setup(dice))
    state = rules.initial_state()
    event: Event
    for event in log:
        state = rules.apply_event(state, event)
    while rules.outcome(state) is None:
        player = chance.choice(rules.active_players(state))
        if events is not None and len(log) >= events:
            if chance.random() < 0.2:
                event = Ruled(None, tuple(sorted({chance.randrange(rules.players)})))
            else:
                action = Resign() if chance.random() < 0.5 else TimeOut()
                event = rules.resolve(state, player, action, dice)
        else:
            legal = rules.legal_actions(state, player)
            event = rules.resolve(state, player, chance.choice(legal), dice)
        state = rules.apply_event(state, event)
        log.append(event)
    return rules, log


def require_that_it_adds_up(rules: Rules[Any], log: Sequence[Event]) -> Explanation:
    found = explain(rules, log)
    players = range(rules.players)
    sums = [found.sum_of(player) for player in players]
    for each in sums:
        assert sum(each[:-1]) == each.result
        assert each.own_errors <= 0
    told = [found.start, *(step.after for step in found.steps)]
    for step in found.steps:
        told += [step.choice.meant, step.choice.decided] if step.choice else []
    for standing in told:
        if rules.players > 1:
            assert sum(standing) == 1000
            assert min(standing) >= 0
    state = rules.initial_state()
    for event in log:
        state = rules.apply_event(state, event)
    outcome = rules.outcome(state)
    assert outcome is not None
    if rules.players == 1 and outcome.winners:
        assert sums[0].result == -100 * rules.length(state)["turns"]
    elif outcome.winners:
        shares = [sums[player].result for player in outcome.winners]
        assert sum(shares) == 1000
        assert max(shares) - min(shares) <= 1
    return found


@pytest.mark.usefixtures("_senseless")
def test_the_sum_is_right_to_the_last_digit_in_two_thousand_games() -> None:
    """Most of them end after a few events; one in a hundred is played to its own end."""
    short = random.Random(1)
    for seed in range(GAMES):
        events = short.randrange(1, 14) if seed % 101 else None
        require_that_it_adds_up(*played(EVERY_CASE[seed % len(EVERY_CASE)], seed, events))


@pytest.mark.usefixtures("_senseless")
@each_case("case", CASES)
def test_whole_games_at_every_table_add_up_and_can_be_stored(case: Case) -> None:
    found = require_that_it_adds_up(*played(case, seed=3))
    assert Explanation.from_json(json.loads(json.dumps(found.to_json()))) == found


@pytest.mark.usefixtures("_mild")
@each_case("case", CASES)
def test_between_two_rolls_nothing_changes_but_by_errors(case: Case) -> None:
    """A position that is evaluated anew after a choice, with another result, is nobody's luck.

    After the last roll this evaluator is surprised by the end, more than any value can be shifted.
    """
    found = explain(*played(case, seed=8))
    last = max(step.seq for step in found.steps if step.cause == "dice")
    for stood, step in found.before():
        if step.cause == "choice" and step.seq < last:
            lost = step.choice.lost if step.choice else lambda _player: 0
            assert step.after == tuple(stands - lost(each) for each, stands in enumerate(stood))


@pytest.mark.usefixtures("_mild")
@each_case("case", CASES)
def test_what_a_choice_costs_is_the_difference_that_was_seen_when_it_was_made(case: Case) -> None:
    rules, log = played(case, seed=8)
    state = rules.initial_state()
    steps = {step.seq: step for step in explain(rules, log).steps}
    for seq, event in enumerate(log, 1):
        choice = steps[seq].choice if seq in steps else None
        if choice is not None:
            player = event.actor
            evaluation = mild_evaluate(rules, state, player)
            worth = {text: values[player] for text, values in evaluation.actions.items()}
            seen = worth[evaluation.best(player)] - worth[choice.action]
            unit = 100 if rules.players == 1 else 1000
            assert choice.lost(player) == pytest.approx(unit * seen, abs=2)  # rounding
            assert choice.meant[player] - choice.worth[choice.action] == choice.lost(player)
        state = rules.apply_event(state, event)


@pytest.mark.usefixtures("_senseless")
@every_kind
def test_what_is_set_up_is_no_step_and_what_is_forced_no_choice(kind: str) -> None:
    rules, log = played(Case(kind, 2, KINDS[kind].variant().to_json()), seed=5)
    found = explain(rules, log)
    set_up = len(rules.setup(SeededDice(5)))
    assert [step.seq for step in found.steps] == list(range(set_up + 1, len(log) + 1))
    state = rules.initial_state()
    for event in log[:set_up]:
        state = rules.apply_event(state, event)
    for step, event in zip(found.steps, log[set_up:], strict=True):
        legal = rules.legal_actions(state, event.actor)
        assert (step.choice is not None) == (len(legal) > 1)
        state = rules.apply_event(state, event)


@pytest.mark.usefixtures("_senseless")
def test_a_choice_names_the_best_action_and_what_rolling_meant() -> None:
    rules, log = played(Case("cantstop", 2, {}), seed=5)
    choices = [step for step in explain(rules, log).steps if step.choice is not None]
    for step in choices:
        choice = step.choice
        assert choice is not None
        assert step.player is not None
        assert next(iter(choice.worth)) == choice.best
        assert max(choice.worth.values()) == choice.worth[choice.best]
        assert choice.worth[choice.action] == choice.decided[step.player]
        assert choice.lost(step.player) >= 0
        assert choice.least <= choice.worth[choice.action]
        assert (choice.bust is not None) == ("roll" in choice.worth)
    assert any(step.choice and step.choice.bust for step in choices)


@pytest.mark.usefixtures("_senseless")
def test_who_leaves_is_told_apart_from_errors_and_dice() -> None:
    rules = KINDS["cantstop"].rules_of_record(3, {})
    state = rules.initial_state()
    found = explain(rules, [Resigned(1), TimedOut(0)])
    assert [step.cause for step in found.steps] == ["left", "left"]
    assert [step.choice for step in found.steps] == [None, None]
    assert found.start == in_tenths(senseless_evaluate(rules, state, 0).value)
    winner = found.sum_of(2)
    assert (winner.own_dice, winner.own_errors, winner.result) == (0, 0, 1000)
    assert winner.leaving == 1000 - found.start[2]


@pytest.mark.usefixtures("_senseless")
def test_a_ruling_is_nobodys_luck_and_may_come_after_the_end() -> None:
    rules, log = played(Case("cantstop", 2, {}), seed=2)
    ended = explain(rules, log)
    winner = ended.steps[-1].after.index(1000)
    ruled = explain(rules, [*log, Ruled(None, (1 - winner,))])
    assert ruled.steps[:-1] == ended.steps
    assert ruled.sum_of(winner).ruling == -1000
    assert ruled.sum_of(winner)._replace(ruling=0, result=1000) == ended.sum_of(winner)


@pytest.mark.usefixtures("_senseless")
def test_who_plays_alone_and_gives_up_has_no_result_but_what_was_to_be_expected() -> None:
    rules, log = played(Case("cantstop", 1, {}), seed=1, events=9)
    log = [*log[:9], Resigned(0)]
    found = explain(rules, log)
    assert found.sum_of(0).leaving == 0
    assert found.steps[-1].after == found.steps[-2].after


def test_a_game_without_any_decision_cannot_be_explained() -> None:
    with pytest.raises(ValueError, match="decision"):
        explain(KINDS["cantstop"].rules_of_record(2, {}), [])


@pytest.mark.usefixtures("_senseless")
def test_it_says_where_the_analysis_is_less_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, log = played(Case("cantstop", 2, {}), seed=2, events=12)
    assert not explain(rules, log).approximate
    monkeypatch.setattr(
        explaining, "evaluate", lambda *asked: replace(senseless_evaluate(*asked), approximate=True)
    )
    assert explain(rules, log).approximate


@each_case(
    ("chances", "tenths"),
    [
        ((0.5, 0.5), (500, 500)),
        ((1 / 3, 1 / 3, 1 / 3), (334, 333, 333)),
        ((0.00049, 0.99951), (0, 1000)),
        ((0.0, 1.0), (0, 1000)),
        ((0.12345, 0.23456, 0.64199), (123, 235, 642)),
        ((0.2, 0.2), (500, 500)),
    ],
)
def test_chances_are_rounded_so_that_they_sum_to_all(
    chances: Values, tenths: tuple[int, ...]
) -> None:
    assert in_tenths(chances) == tenths


def choosing(*lost: int) -> Explanation:
    """Return a game in which the first of two players lost this by their decisions."""
    steps = [
        Step(
            seq,
            0,
            "choice",
            0,
            (500 - cost, 500 + cost),
            Choice(
                action="b",
                best="a",
                worth={"a": 500, "b": 500 - cost},
                meant=(500, 500),
                decided=(500 - cost, 500 + cost),
                least=480,
            ),
        )
        for seq, cost in enumerate(lost, 1)
    ]
    return Explanation((500, 500), steps)


def test_a_grade_is_the_mean_loss_with_its_standard_error() -> None:
    grade = choosing(0, 10, 20).grade_of(0)
    assert grade == Grade(decisions=3, lost=30, squares=500)
    assert grade.mean == 10
    assert grade.error == pytest.approx((100 / 3) ** 0.5)
    assert choosing(0, 10, 20).grade_of(1) == Grade()


def test_a_grade_ends_where_somebody_else_took_the_seat() -> None:
    assert choosing(0, 10, 20).grade_of(0, not_theirs={3}) == Grade(2, 10, 100)


def test_a_grade_of_one_decision_has_no_error() -> None:
    assert choosing(7).grade_of(0).error is None


def test_decisions_that_hardly_differ_are_not_graded() -> None:
    (step,) = choosing(0).steps
    assert step.choice is not None
    same = replace(step, choice=replace(step.choice, least=491))
    assert Explanation((500, 500), [same]).grade_of(0) == Grade()


def test_what_is_less_than_the_analysis_may_be_wrong_is_no_error() -> None:
    """At a table whose options it has not learned it may be more wrong."""
    found = choosing(MARKED_FROM_IF_APPROXIMATE - 1, MARKED_FROM_IF_APPROXIMATE)
    (first, second) = (replace(step, choice=with_risk(step)) for step in found.steps)
    assert Explanation((500, 500), [first, second]).nerve_of(0)["level"].early == 2
    rough = Explanation((500, 500), [first, second], approximate=True)
    assert rough.nerve_of(0)["level"].early == 1
    assert rough.grade_of(0).decisions == 1


def with_risk(step: Step) -> Choice:
    """Return the choice as one to stop, where the worst action was taken."""
    assert step.choice is not None
    return replace(step.choice, bust=Bust(200, 100, 600), least=step.choice.decided[0])


def test_grades_add_up() -> None:
    assert choosing(3).grade_of(0) + choosing(5, 9).grade_of(0) == choosing(3, 5, 9).grade_of(0)


def to_roll_or_not(action: str, *, lost: int, share: int, further: int | None = None) -> Choice:
    """Return such a decision of a player who has this chance to win."""
    best = action if not lost else "stop" if action == "roll" else "roll"
    return Choice(
        action=action,
        best=best,
        worth={},
        meant=(share, 1000 - share),
        decided=(share - lost, 1000 - share + lost),
        least=share - 50,
        bust=Bust(200, 100, 600),
        further=further,
    )


def test_nerve_tells_who_stops_too_early_and_who_rolls_too_often_by_where_they_stand() -> None:
    choices = [
        to_roll_or_not("stop", lost=30, share=700, further=160),
        to_roll_or_not("roll", lost=0, share=600),
        to_roll_or_not("roll", lost=30, share=500),
        to_roll_or_not("stop", lost=9, share=590),
        to_roll_or_not("roll", lost=10, share=400),
        replace(to_roll_or_not("stop", lost=30, share=700), bust=None),
        replace(to_roll_or_not("stop", lost=0, share=700), least=691),
    ]
    steps = [
        Step(seq, 0, "choice", 0, choice.decided, choice, ends=choice.action == "stop")
        for seq, choice in enumerate(choices, 1)
    ]
    found = Explanation((500, 500), steps)
    assert found.nerve_of(0) == {
        "ahead": Nerve(decisions=2, early=1, late=0, ends=2, rolls=160),
        "level": Nerve(decisions=2, early=0, late=1, ends=1, rolls=-100),
        "behind": Nerve(decisions=1, early=0, late=1, ends=0, rolls=-100),
    }
    assert found.nerve_of(0, range(2, 9))["ahead"] == Nerve(1, 1, 0, 1, 160)
    assert set(found.nerve_of(1).values()) == {Nerve()}


def test_turns_end_by_stops_and_by_busts_and_stopping_too_early_has_its_rolls(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """To this evaluator rolling is always better, and there is never any risk."""
    log = [
        cantstop.Rolled(0, (3, 4, 3, 4)),
        cantstop.SplitChosen(0, (7, 7)),
        cantstop.Rolled(0, (3, 4, 3, 4)),
        cantstop.SplitChosen(0, (7, 7)),
        cantstop.Stopped(0),
        cantstop.Rolled(1, (1, 1, 2, 2)),
    ]

    def evaluate(rules: Rules[Any], state: Any, player: int) -> Evaluation:
        own = {"roll": 0.6, "stop": 0.5}
        actions = {
            str(action): (own.get(str(action), 0.5), 1 - own.get(str(action), 0.5))
            for action in rules.legal_actions(state, player)
        }
        return Evaluation((0.5, 0.5), actions, bust=IfBust(0, (0, 0)))

    monkeypatch.setattr(explaining, "evaluate", evaluate)
    monkeypatch.setattr(explaining, "more_rolls", lambda *_asked: 2.5)
    found = explain(KINDS["cantstop"].make_rules(2, {}), log)
    assert [step.ends for step in found.steps] == [False] * 4 + [True, False]
    stop = found.steps[4].choice
    assert stop is not None
    assert (stop.best, stop.further, stop.bust) == ("roll", 250, Bust(0, 600, 600))
    assert found.nerve_of(0)["ahead"] == Nerve(decisions=2, early=1, late=0, ends=1, rolls=250)
    assert Explanation.from_json(json.loads(json.dumps(found.to_json()))) == found


def test_an_explanation_of_an_older_version_can_be_read() -> None:
    choice = ["stop", "roll", {"roll": 600, "stop": 500}, [600, 400], [500, 500], 500, None]
    old = [[600, 400], [[3, 0, "choice", 0, [500, 500], choice]], False]
    (step,) = Explanation.from_json(old).steps
    assert step.choice is not None
    assert (step.ends, step.choice.further) == (False, None)


@every_analysed_kind
def test_the_process_of_the_analysis_explains_as_it_evaluates(kind: str) -> None:
    rules, log = played(Case(kind, 2, KINDS[kind].variant().to_json()), seed=4, events=30)
    with ready(analysis_of()) as analysis:
        found = analysis.explain(rules, log)
    state = rules.initial_state()
    best = []
    for event in log:
        legal = () if event.player is None else rules.legal_actions(state, event.player)
        best.append([str(action) for action in legal][-1:])
        state = rules.apply_event(state, event)
    choices = [step for step in found.steps if step.choice is not None]
    assert choices
    for step in choices:
        assert step.choice is not None
        assert [step.choice.best] == best[step.seq - 1], "this evaluator likes the last one best"


def mirrored(log: Sequence[Event]) -> list[Event]:
    """Return a game of Can't Stop with each die turned around: 1 for 6, and 2 for 12."""
    from games.engine.cantstop.events import Rolled, SplitChosen  # noqa: PLC0415

    found: list[Event] = []
    for event in log:
        match event:
            case Rolled(player=player, dice=dice):
                found.append(Rolled(player, tuple(7 - die for die in dice)))
            case SplitChosen(player=player, columns=columns):
                found.append(SplitChosen(player, tuple(14 - column for column in columns)))
            case _:
                found.append(event)
    return found


@pytest.mark.xdist_group("analysis")  # so that only one process compiles
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_game_and_its_mirror_image_are_worth_the_same(players: int) -> None:
    assert "cantstop" in ANALYSED
    rules, log = played(Case("cantstop", players, {}), seed=8)
    found, mirror = explain(rules, log), explain(rules, mirrored(log))
    for step, other in zip(found.steps, mirror.steps, strict=True):
        for here, there in zip(step.after, other.after, strict=True):
            assert abs(here - there) <= 1, "but for rounding"
        assert (step.choice is None) == (other.choice is None)
