"""Finished games are explained, one after another, and once more when there is a reason."""

import logging
from datetime import timedelta
from time import monotonic
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.analysis.client import AnalysisError
from games.analysis.explanation import VERSION, Grade
from games.broadcast import WORKER_GROUP
from games.models import ClockNote, Game, GameAnalysis, SeatGrade
from games.models import game as game_models
from games.services import analyses, rulings
from games.services.analyses import explain_next, explanation_of
from games.services.play import submit_action
from tests.analysis.evaluators import AnalysisHere
from tests.engine.kinds import every_kind
from tests.games.factories import make_finished_game, make_running_game, take_over
from tests.games.records import imported_game
from tests.games.tables import make_user, running_table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("analysis_here")]


def again(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def explain_all() -> int:
    """Explain all games that wait, and return how many there were."""
    tried = 0
    while explain_next():
        tried += 1
    return tried


@every_kind
def test_a_game_that_is_over_is_explained(kind: str) -> None:
    game = make_finished_game(kind=kind)
    assert explanation_of(game) is None
    assert explain_all() == 1
    game = again(game)
    assert game.analysed == VERSION
    found = explanation_of(game)
    assert found is not None
    for seat in game.seats.all():
        assert seat.grade.to_grade() == found.grade_of(seat.player)
        assert (found.sum_of(seat.player).result > 0) == seat.won


def test_a_running_game_is_never_explained(running: Game) -> None:
    assert not explain_next()
    assert explanation_of(running) is None


def test_the_worker_hears_of_a_game_that_ends(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    sent: list[str] = []
    monkeypatch.setattr("games.broadcast.send", lambda group, message: sent.append(group))
    game = running_table()
    with django_capture_on_commit_callbacks(execute=True):
        submit_action(game.code, 0, game.rules.parse_action("resign"), None)
    assert WORKER_GROUP in sent
    assert explain_all() == 1


def test_an_imported_game_is_explained(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    sent: list[str] = []
    monkeypatch.setattr("games.broadcast.send", lambda group, message: sent.append(group))
    with django_capture_on_commit_callbacks(execute=True):
        game = imported_game(make_user())
    assert WORKER_GROUP in sent
    assert explain_all() == 1
    assert explanation_of(again(game)) is not None


def test_the_game_that_ended_last_comes_first() -> None:
    now = timezone.now()
    old = make_finished_game(finished_at=now - timedelta(days=1))
    new = make_finished_game(finished_at=now)
    assert explain_next()
    assert (again(old).analysed, again(new).analysed) == (0, VERSION)
    assert explain_next()
    assert again(old).analysed == VERSION
    assert not explain_next()


def test_games_are_explained_again_when_the_analysis_has_changed(
    monkeypatch: pytest.MonkeyPatch, finished: Game
) -> None:
    assert explain_all() == 1
    monkeypatch.setattr(analyses, "VERSION", VERSION + 1)
    monkeypatch.setattr(game_models, "VERSION", VERSION + 1)
    assert explanation_of(again(finished)) is None, "it might not even be readable"
    assert explain_all() == 1
    assert again(finished).analysed == VERSION + 1
    assert GameAnalysis.objects.count() == 1
    assert explanation_of(again(finished)) is not None


def test_a_game_with_another_result_is_explained_anew(finished: Game) -> None:
    explain_all()
    winner = finished.seats.get(won=True).player
    rulings.rule(again(finished), [1 - winner])
    assert explanation_of(again(finished)) is None
    assert explain_all() == 1
    found = explanation_of(again(finished))
    assert found is not None
    assert found.sum_of(winner).result == 0
    assert found.sum_of(winner).ruling == -1000


def test_an_explanation_of_another_end_is_not_kept(
    monkeypatch: pytest.MonkeyPatch, analysis_here: AnalysisHere, finished: Game
) -> None:
    explain = analysis_here.explain

    def explain_meanwhile(*asked: Any) -> Any:
        found = explain(*asked)
        rulings.rule(again(finished), [0])
        return found

    monkeypatch.setattr(analysis_here, "explain", explain_meanwhile)
    assert explain_next()
    assert again(finished).analysed == 0
    assert not GameAnalysis.objects.exists()


def test_a_game_that_cannot_be_explained_keeps_no_other_one_waiting(
    monkeypatch: pytest.MonkeyPatch, analysis_here: AnalysisHere, caplog: pytest.LogCaptureFixture
) -> None:
    other = make_finished_game(finished_at=timezone.now() - timedelta(days=1))
    odd = make_finished_game()
    explain = analysis_here.explain

    def explain_some(rules: Any, events: Any) -> Any:
        if analysis_here.asked == 0:
            analysis_here.asked = 1
            raise AnalysisError("ZeroDivisionError")
        return explain(rules, events)

    monkeypatch.setattr(analysis_here, "explain", explain_some)
    with caplog.at_level(logging.ERROR):
        assert explain_all() == 2
    assert odd.code in caplog.text
    assert (again(odd).analysed, again(other).analysed) == (0, VERSION)
    monkeypatch.setattr(analyses, "monotonic", lambda: monotonic() + analyses.PAUSE)
    assert explain_all() == 1
    assert again(odd).is_explained
    assert explanation_of(again(odd)) is not None


def test_a_game_that_fails_again_and_again_is_given_up(
    monkeypatch: pytest.MonkeyPatch, analysis_here: AnalysisHere, finished: Game
) -> None:
    def explain(*asked: Any) -> None:
        analysis_here.asked += 1
        raise ZeroDivisionError

    monkeypatch.setattr(analysis_here, "explain", explain)
    monkeypatch.setattr(analyses, "PAUSE", 0.0)
    assert explain_all() == analyses.TRIES
    assert analysis_here.asked == analyses.TRIES
    assert again(finished).is_explained
    assert explanation_of(again(finished)) is None


def test_what_was_said_before_goes_with_a_game_that_is_given_up(
    monkeypatch: pytest.MonkeyPatch, analysis_here: AnalysisHere, finished: Game
) -> None:
    explain_next()
    assert SeatGrade.objects.filter(seat__game=finished).count() == finished.size
    Game.objects.update(analysed=0)
    monkeypatch.setattr(analysis_here, "explain", None)
    monkeypatch.setattr(analyses, "PAUSE", 0.0)
    explain_all()
    assert not GameAnalysis.objects.exists()
    assert not SeatGrade.objects.exists()


def test_imported_games_wait_for_those_played_here(finished: Game) -> None:
    imported = imported_game(make_user())
    assert explain_next()
    assert again(finished).is_explained
    assert not again(imported).is_explained
    assert explain_all() == 1


def test_nothing_is_lost_while_the_analysis_makes_itself_ready(
    analysis_here: AnalysisHere, finished: Game
) -> None:
    analysis_here.ready = False
    assert not explain_next()
    assert again(finished).analysed == 0
    analysis_here.ready = True
    assert explain_next()
    assert again(finished).analysed == VERSION


def test_without_an_analysis_nothing_is_explained_and_nothing_fails(
    monkeypatch: pytest.MonkeyPatch, settings: Any, analysis_here: AnalysisHere, finished: Game
) -> None:
    monkeypatch.setattr(analyses, "is_available", lambda kind: False)
    assert not explain_next()
    monkeypatch.setattr(analyses, "is_available", lambda kind: True)
    settings.ANALYSIS = False
    assert not explain_next()
    assert not analysis_here.asked


def test_what_a_bot_decided_in_somebodys_seat_is_not_in_their_grade(kestrel: User) -> None:
    game = make_running_game(kestrel, "rule-of-28", events=20)
    take_over(game, kestrel)
    player = game.position().turn_player
    submit_action(game.code, player, game.rules.parse_action("resign"), None)
    explain_all()
    seat = game.seats.get(left_by=kestrel)
    found = explanation_of(again(game))
    assert found is not None
    assert seat.taken_over_after is not None
    by_the_bot = range(seat.taken_over_after + 1, game.version + 999)
    assert seat.grade.to_grade() == found.grade_of(seat.player, by_the_bot)
    assert seat.grade.cost == found.cost_of(seat.player, by_the_bot)


def test_nor_is_what_a_bot_decided_that_stood_in_for_a_turn(kestrel: User) -> None:
    game = make_finished_game(kestrel, "rule-of-28")
    begins = [
        event.seq
        for event in game.events.filter(player=0, kind="rolled").order_by("seq")
        if not game.events.filter(seq=event.seq - 1, player=0).exists()
    ]
    after = begins[1] - 1
    ClockNote.objects.create(game=game, after=after, kind="stood-in", player=0, bot="bold")
    explain_all()
    found = explanation_of(again(game))
    assert found is not None
    theirs = game.events.filter(seq__gt=after, kind="rolled", player=1).order_by("seq").first()
    assert theirs is not None
    by_the_bot = range(after + 1, theirs.seq)
    grade = game.seats.get(player=0).grade
    assert grade.to_grade() == found.grade_of(0, by_the_bot)
    assert grade.cost == found.cost_of(0, by_the_bot) < found.cost_of(0)


def test_grades_go_with_their_game(finished: Game) -> None:
    explain_all()
    assert SeatGrade.objects.count() == 2
    assert str(GameAnalysis.objects.get()) == finished.code
    assert SeatGrade.objects.first() is not None
    Game.objects.all().delete()
    assert not SeatGrade.objects.exists()
    assert not GameAnalysis.objects.exists()


def test_a_grade_is_stored_as_it_was(finished: Game) -> None:
    seat = finished.seats.first()
    assert seat is not None
    row = SeatGrade.objects.create(seat=seat, cost=33, **Grade(7, 30, 500)._asdict())
    assert SeatGrade.objects.get(pk=row.pk).to_grade() == Grade(7, 30, 500)
