"""Bots that play by the analysis, at the tables of the site."""

import logging
import random
import threading
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games import referee
from games.analysis.client import Analysis, AnalysisError
from games.engine.analysis_bots import SLUGS, AnalysisBot
from games.engine.registry import KINDS, decide, default_stand_in
from games.forms import TableForm
from games.models import Game
from games.presenters import presenter
from games.presenters.bots import bots_on_offer
from games.services import analyses, bot_moves
from tests.analysis.evaluators import analysis_of, ready
from tests.engine.kinds import ANALYSED, every_analysed_kind, every_kind
from tests.games.tables import nearly_over, running_table
from tests.operations.test_metrics import rise

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _available(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    settings.ANALYSIS = True
    monkeypatch.setattr(analyses, "is_available", lambda kind: kind in ANALYSED)
    monkeypatch.setattr(bot_moves, "_logged", {})


@pytest.fixture
def evaluating(monkeypatch: pytest.MonkeyPatch) -> Iterator[Analysis]:
    with ready(analysis_of()) as analysis:
        monkeypatch.setattr(bot_moves, "_analysis", analysis)
        yield analysis


def silent(monkeypatch: pytest.MonkeyPatch, why: str = "the analysis is not ready yet") -> None:
    """Let the analysis say nothing."""

    def choose(*_: object) -> None:
        raise AnalysisError(why)

    monkeypatch.setattr(Analysis, "choose", choose)


def table_of(kind: str, *bots: str) -> Game:
    game = running_table(len(bots), kind=kind)
    for player, bot in enumerate(bots):
        game.seats.filter(player=player).update(user=None, bot=bot)
    return Game.objects.get(pk=game.pk)


def test_there_are_games_that_the_oracle_plays() -> None:
    assert len(ANALYSED) > 1


@every_analysed_kind
def test_the_oracle_plays_a_game_to_its_end(kind: str, evaluating: Analysis) -> None:
    game = table_of(kind, "oracle", "gambler")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bot_moves, "decide", decide_nothing)
        while game.is_running:
            bot_moves.move_bots(game)
            game = Game.objects.get(pk=game.pk)
            if game.version == 12:
                game = nearly_over(game)
    assert game.status == Game.Status.FINISHED


def decide_nothing(*_: object) -> None:
    raise AssertionError("a stand-in has been asked")


@every_analysed_kind
def test_a_stand_in_plays_while_the_analysis_says_nothing_and_the_log_says_it_once(
    kind: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    silent(monkeypatch)
    game = table_of(kind, "oracle", "oracle")
    stood_in = rise("cantstop_stand_ins_total", bot="oracle")
    with caplog.at_level(logging.WARNING, bot_moves.logger.name):
        for _ in range(10):
            bot_moves.move_bots(game)
            game = Game.objects.get(pk=game.pk)
    assert game.version >= 10
    assert [record.getMessage() for record in caplog.records] == [
        "A stand-in plays for oracle: the analysis is not ready yet"
    ]
    assert stood_in() >= 10


def test_after_an_hour_the_log_says_it_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    silent(monkeypatch)
    game = table_of("cantstop", "oracle", "oracle")
    now = 0.0
    monkeypatch.setattr(bot_moves, "monotonic", lambda: now)
    for now in (10.0, 3609.0, 3610.0):
        bot_moves.choose(game.rules, game.position(), 0, "oracle")
        assert len(caplog.records) == 1 + (now == 3610)


@every_analysed_kind
def test_the_referee_plays_for_a_stand_in_that_is_the_oracle(
    kind: str, evaluating: Analysis
) -> None:
    game = table_of(kind, "oracle", "oracle")
    Game.objects.filter(pk=game.pk).update(due_at=timezone.now() - timedelta(seconds=1))
    referee.handle(game.code)
    assert Game.objects.get(pk=game.pk).version > game.version


def test_bots_do_not_take_all_threads_of_the_referee(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    assert bot_moves.ASKING < referee.GAMES_AT_ONCE
    game = table_of("cantstop", "oracle", "oracle")
    asked, answer = threading.Semaphore(0), threading.Event()
    rules, state = game.rules, game.position()
    (roll,) = rules.legal_actions(state, 0)

    def choose(*_: object) -> object:
        asked.release()
        assert answer.wait(20)
        return roll

    monkeypatch.setattr(Analysis, "choose", choose)
    chosen = []
    threads = [
        threading.Thread(target=lambda: chosen.append(bot_moves.choose(rules, state, 0, "oracle")))
        for _ in range(bot_moves.ASKING)
    ]
    for thread in threads:
        thread.start()
        assert asked.acquire(timeout=20)
    assert bot_moves.choose(rules, state, 0, "oracle") == roll, "its stand-in has rolled"
    assert [record.getMessage() for record in caplog.records] == [
        "A stand-in plays for oracle: too many bots ask the analysis"
    ]
    answer.set()
    for thread in threads:
        thread.join()
    assert chosen == [roll] * bot_moves.ASKING


@every_kind
def test_who_plays_on_for_somebody_needs_no_analysis(kind: str) -> None:
    assert not isinstance(KINDS[kind].bots[default_stand_in(kind)], AnalysisBot)


@every_analysed_kind
def test_where_there_is_no_analysis_nobody_is_offered_a_bot_that_needs_it(
    kind: str, monkeypatch: pytest.MonkeyPatch, settings: object
) -> None:
    def offered() -> set[str]:
        seats = [value for value, _ in TableForm(kind, None).fields["seat_2"].choices]  # type: ignore[attr-defined]
        assert [slug for slug in seats if slug] == list(bots_on_offer(kind))
        return set(bots_on_offer(kind))

    assert offered() == set(presenter(kind).BOTS)
    monkeypatch.setattr(analyses, "is_available", lambda kind: False)
    assert offered() == set(presenter(kind).BOTS) - set(SLUGS)
    monkeypatch.undo()
    settings.ANALYSIS = False  # type: ignore[attr-defined]
    assert offered() == set(presenter(kind).BOTS) - set(SLUGS)


@every_analysed_kind
def test_in_the_engine_its_stand_in_plays(kind: str) -> None:
    game = table_of(kind, "oracle", "oracle")
    rules, state = game.rules, game.position()
    player = rules.active_players(state)[0]
    strongest = [slug for slug in KINDS[kind].bots if slug not in SLUGS][-1]
    chance = random.SystemRandom()
    chosen = [decide(rules, state, player, bot, chance) for bot in ("oracle", strongest)]
    assert chosen[0] == chosen[1]
