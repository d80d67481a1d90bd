"""The process that evaluates positions: it is asked, and may be late, die or be missing."""

import os
import random
import subprocess
import sys
import time
from itertools import count
from typing import Any

import pytest

from games.analysis import client as asking
from games.analysis.characters import CHARACTERS
from games.analysis.client import Analysis, AnalysisError, is_available
from games.analysis.worker import MODEST
from games.engine.analysis_bots import SLUGS, AnalysisBot
from games.engine.core import Event, Rules, State
from games.engine.dice import SeededDice
from games.engine.registry import KINDS
from games.engine.replay import fold
from operations import task_process
from operations.task_process import LONGEST_STANDSTILL
from tests.analysis.evaluators import analysis_of, ready
from tests.child_processes import begun_by, children
from tests.engine.kinds import every_kind

ORACLE = CHARACTERS["oracle"]
CHANCE = random.Random(1)

on_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems differ")


def beginning(kind: str) -> tuple[Rules[Any], State, int]:
    """Return a position of a new game and a player with a decision to make."""
    rules = KINDS[kind].make_rules(2, {})
    state = fold(rules, rules.setup(SeededDice(1)))
    return rules, state, rules.active_players(state)[0]


def test_positions_of_every_game_are_evaluated_in_the_other_process(
    subtests: pytest.Subtests,
) -> None:
    with ready(analysis_of()) as analysis:
        for kind in KINDS:
            with subtests.test(kind=kind):
                rules, state, player = beginning(kind)
                evaluation = analysis.evaluate(rules, state, player)
                legal = rules.legal_actions(state, player)
                assert list(evaluation.actions) == [str(action) for action in legal]
                assert evaluation.value == (0.5, 0.5)
                assert not evaluation.approximate
                assert analysis.choose(rules, state, player, ORACLE, CHANCE) == legal[-1]


def test_nobody_waits_until_it_is_ready() -> None:
    with analysis_of(get_ready="time.sleep(30)") as analysis:
        began = time.monotonic()
        for _ in range(3):
            with pytest.raises(AnalysisError, match="not ready yet"):
                analysis.evaluate(*beginning("cantstop"))
        assert time.monotonic() - began < 10


def test_a_process_that_cannot_get_ready_is_not_begun_anew_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun: list[subprocess.Popen[bytes]] = []
    really_begin = subprocess.Popen

    def begin(*args: Any, **options: Any) -> Any:
        begun.append(really_begin(*args, **options))
        return begun[-1]

    monkeypatch.setattr("operations.task_process.subprocess.Popen", begin)
    with analysis_of(get_ready="raise ImportError('no numba')") as analysis:
        assert not analysis.is_ready()
        begun[0].wait()
        assert not any(analysis.is_ready() for _ in range(5))
        assert len(begun) == 1
        later = time.monotonic() + task_process.RESTART_PAUSE
        monkeypatch.setattr(task_process, "monotonic", lambda: later)
        assert not analysis.is_ready()
        assert len(begun) == 2


def test_an_answer_that_is_late_ends_the_process_and_the_next_one_is_begun(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(asking, "PATIENCE", 0.2)
    with ready(analysis_of("time.sleep(30 * (state.seq % 2))")) as analysis:
        rules, state, player = beginning("cantstop")
        rolled = rules.resolve(state, player, rules.legal_actions(state, player)[0], SeededDice(1))
        with pytest.raises(AnalysisError, match="took too long"):
            analysis.choose(rules, rules.apply_event(state, rolled), player, ORACLE, CHANCE)
        with pytest.raises(AnalysisError, match="not ready yet"):
            analysis.choose(rules, state, player, ORACLE, CHANCE)
        ready(analysis)
        assert analysis.evaluate(rules, state, player, patience=20).actions


def test_a_question_that_waited_does_not_begin_the_process_anew() -> None:
    with ready(analysis_of()) as analysis:
        analysis.close()
        before = children()
        with pytest.raises(AnalysisError, match="not ready yet"):
            analysis.do("evaluate", {}, patience=20, wait=0, only_if_ready=True)
        assert children() == before


class Machine:
    """How late it is, and how many seconds of the processor each process has used."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = self.used = 0.0
        monkeypatch.setattr(task_process, "monotonic", lambda: self.now)
        monkeypatch.setattr(task_process, "processor_time", lambda pid: self.used)


def test_a_process_that_hangs_before_it_is_ready_is_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    machine = Machine(monkeypatch)
    with analysis_of(get_ready="time.sleep(30)") as analysis:
        process = begun_by(analysis.is_ready)
        machine.now = LONGEST_STANDSTILL + 1
        assert not analysis.is_ready()
        assert not process.is_running()


def test_getting_ready_is_not_thrown_away_while_it_makes_progress(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    machine = Machine(monkeypatch)
    with analysis_of(get_ready="time.sleep(30)") as analysis:
        process = begun_by(analysis.is_ready)
        for hour in range(1, 4):
            machine.now, machine.used = 3600.0 * hour, 0.01 * hour
            assert not analysis.is_ready()
            assert process.is_running()


def finished_game() -> tuple[Rules[Any], list[Event]]:
    """Return a game of which each event was evaluated at least once when it is explained."""
    rules = KINDS["cantstop"].make_rules(2, {})
    dice = SeededDice(1)
    log = list(rules.setup(dice))
    state = fold(rules, log)
    while rules.outcome(state) is None:
        player = rules.active_players(state)[0]
        log.append(rules.resolve(state, player, rules.legal_actions(state, player)[-1], dice))
        state = rules.apply_event(state, log[-1])
    return rules, log


def test_a_game_is_not_late_because_others_keep_the_machine_busy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(asking, "PATIENCE_FOR_GAMES", 0.05)
    monkeypatch.setattr(task_process, "LOOK_EVERY", 0.01)
    used = count()
    monkeypatch.setattr(task_process, "processor_time", lambda pid: next(used) / 1_000_000)
    with ready(analysis_of("time.sleep(0.01)")) as analysis:
        assert analysis.explain(*finished_game()).steps


def test_a_game_that_takes_too_much_work_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(task_process, "LOOK_EVERY", 0.01)
    monkeypatch.setattr(asking, "PATIENCE_FOR_GAMES", 0.05)
    with (
        ready(analysis_of("while True: pass")) as analysis,
        pytest.raises(AnalysisError, match="took too long"),
    ):
        analysis.explain(*finished_game())


def test_a_process_that_hangs_at_a_game_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(task_process, "LOOK_EVERY", 0.01)
    monkeypatch.setattr(task_process, "LONGEST_STANDSTILL", 0.2)
    with (
        ready(analysis_of("time.sleep(30)")) as analysis,
        pytest.raises(AnalysisError, match="took too long"),
    ):
        analysis.explain(*finished_game())


@on_linux
def test_what_a_process_has_used_of_the_processor_is_known() -> None:
    with subprocess.Popen([sys.executable, "-c", "while True: pass"]) as busy:
        try:
            until = time.monotonic() + 120
            while not task_process.processor_time(busy.pid):
                assert time.monotonic() < until
                time.sleep(0.02)
        finally:
            busy.kill()
    assert task_process.processor_time(busy.pid) == 0, "it is gone"


@on_linux
def test_the_process_that_explains_games_keeps_a_share_of_a_busy_machine() -> None:
    """By SCHED_IDLE, or the lowest priority, it would wait for minutes."""
    told = "raise ValueError(f'{os.sched_getscheduler(0)} {os.nice(0)}')"
    with (
        ready(analysis_of(told)) as analysis,
        pytest.raises(AnalysisError, match=f"ValueError: {os.SCHED_OTHER} {MODEST}$"),
    ):
        analysis.explain(*finished_game())


def test_a_process_that_dies_is_begun_anew() -> None:
    with analysis_of() as analysis:
        process = begun_by(lambda: ready(analysis))
        process.kill()
        process.wait()
        with pytest.raises(AnalysisError, match="not ready yet"):
            analysis.evaluate(*beginning("cantstop"))
        assert ready(analysis).evaluate(*beginning("cantstop"), patience=20).actions


def test_a_process_that_dies_of_a_position_says_nothing_of_it() -> None:
    with (
        ready(analysis_of("os.kill(os.getpid(), signal.SIGKILL)")) as analysis,
        pytest.raises(AnalysisError, match="went away"),
    ):
        analysis.evaluate(*beginning("cantstop"), patience=20)


def test_an_error_of_an_evaluator_is_said_and_the_process_goes_on() -> None:
    with analysis_of("1 / 0") as analysis:
        process = begun_by(lambda: ready(analysis))
        with pytest.raises(AnalysisError, match="ZeroDivisionError"):
            analysis.evaluate(*beginning("cantstop"), patience=20)
        assert process.is_running()
        assert analysis.is_ready()


def test_what_the_rules_do_not_allow_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    analysis = Analysis()
    monkeypatch.setattr(analysis, "is_ready", lambda: True)
    for answer in (b"stop", b"jump", b"\xff"):
        monkeypatch.setattr(analysis, "do", lambda *_, answer=answer, **__: answer)
        with pytest.raises(AnalysisError, match="rules do not allow"):
            analysis.choose(*beginning("cantstop"), ORACLE, CHANCE)


@every_kind
def test_the_bots_that_play_by_the_analysis_are_those_with_a_character(kind: str) -> None:
    bots = KINDS[kind].bots
    by_analysis = [slug for slug, bot in bots.items() if isinstance(bot, AnalysisBot)]
    assert list(CHARACTERS) == list(SLUGS)
    assert all(character.slug == slug for slug, character in CHARACTERS.items())
    assert by_analysis in ([], list(SLUGS))


def test_without_numba_and_for_a_game_without_an_evaluator_there_is_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert not is_available("chess")
    is_available.cache_clear()
    monkeypatch.setattr(asking, "find_spec", lambda name: None)
    try:
        assert not any(is_available(kind) for kind in KINDS)
    finally:
        is_available.cache_clear()


SERVER = """
import sys, django
django.setup()
import cantstop_site.asgi, cantstop_site.urls, games.referee, games.worker
print(*sorted(sys.modules.keys() & {"numba", "numpy", "games.analysis.client"}))
"""


def test_the_server_imports_neither_numba_nor_numpy() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SERVER], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["games.analysis.client"]
