"""Hints: only for who plays against bots alone, and noted."""

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.analysis.client import Analysis, AnalysisError
from games.models import Game, SeatGrade
from games.queries import finished_games_of, grades_of
from games.services import bot_moves, lobby
from tests.engine.kinds import every_offered_kind, some_bot
from tests.games.days import begin
from tests.games.factories import make_finished_game, make_running_game, take_over
from tests.games.pages import text
from tests.games.tables import client_of, waiting_table
from tests.html import texts
from tests.refusals import codes

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("analysis_answers")]

HTMX = {"HX-Request": "true"}


def against_a_bot(user: User, kind: str = "cantstop", players: int = 2) -> Game:
    """Return a game against bots in which the user is to roll, or has rolled."""
    bots = [some_bot(kind)] * (players - 1)
    game = Game.objects.get(pk=waiting_table(user, players, kind=kind, bots=bots).pk)
    seat = game.seats.get(user=user)
    if seat.player != 0:
        other = game.seats.get(player=0)
        game.seats.filter(pk=seat.pk).update(player=9)
        game.seats.filter(pk=other.pk).update(player=seat.player)
        game.seats.filter(pk=seat.pk).update(player=0)
    return game


def ask(game: Game, user: User, **headers: str) -> Any:
    return client_of(user).post(f"/games/{game.code}/hint/", headers=headers or HTMX)


def has_button(game: Game, user: User) -> bool:
    return "a-hint" in text(client_of(user), game.get_absolute_url())


def test_who_plays_against_a_bot_is_told_the_best_action(kestrel: User) -> None:
    game = make_running_game(kestrel, "rule-of-28", events=2)
    assert has_button(game, kestrel)
    answer = ask(game, kestrel)
    assert answer.status_code == 200
    html = answer.content.decode()
    assert "Best move: “Stop”." in html, "this analysis prefers the last choice"
    best, other = (words for words in texts(html, "li") if "win " in words)
    assert best.startswith("Stop win 70.0%")
    assert other.startswith("Roll win 50.0%")
    assert "<html" not in html
    assert game.seats.get(user=kestrel).hints == 1


def test_a_hint_says_where_the_analysis_is_less_exact(
    kestrel: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = make_running_game(kestrel, "rule-of-28", events=2)
    assert "less exact" not in ask(game, kestrel).content.decode()
    evaluation = replace(bot_moves.evaluate(game.rules, game.position(), 0), approximate=True)
    monkeypatch.setattr(bot_moves, "evaluate", lambda *_asked: evaluation)
    assert "less exact with these options." in ask(game, kestrel).content.decode()


def test_without_scripts_the_hint_stands_on_the_table(kestrel: User) -> None:
    game = make_running_game(kestrel, "rule-of-28", events=2)
    html = ask(game, kestrel, Accept="text/html").content.decode()
    assert "<html" in html
    assert "Best move: “Stop”." in html


@every_offered_kind
def test_there_are_hints_against_several_bots_in_every_game(kestrel: User, kind: str) -> None:
    game = against_a_bot(kestrel, kind, players=3)
    player = game.seats.get(user=kestrel).player
    if player in game.rules.active_players(game.position()):
        assert ask(game, kestrel).status_code == 200
        assert has_button(game, kestrel)


def test_there_are_none_where_people_play(kestrel: User, mireille: User) -> None:
    game = make_running_game(kestrel, mireille, events=2)
    assert not has_button(game, kestrel)
    answer = ask(game, kestrel)
    assert (answer.status_code, codes(answer)) == (403, ["no-hints"])
    three = make_running_game(kestrel, mireille, "rule-of-28", events=2)
    assert codes(ask(three, kestrel)) == ["no-hints"]
    assert not game.seats.filter(hints__gt=0).exists()


def test_there_are_none_where_somebody_has_left_their_seat_to_a_bot(
    kestrel: User, mireille: User
) -> None:
    game = make_running_game(kestrel, mireille, events=2)
    take_over(game, mireille)
    assert codes(ask(game, kestrel)) == ["no-hints"]


def test_there_are_none_in_the_daily_challenge(kestrel: User) -> None:
    game = begin(kestrel)
    assert not has_button(game, kestrel)
    assert codes(ask(game, kestrel)) == ["no-hints"]


def test_there_are_none_for_who_only_watches(kestrel: User, mireille: User) -> None:
    game = make_running_game(kestrel, "rule-of-28", events=2)
    assert not has_button(game, mireille)
    assert ask(game, mireille).status_code == 403
    assert Client().post(f"/games/{game.code}/hint/", headers=HTMX).status_code == 403
    assert client_of(kestrel).get(f"/games/{game.code}/hint/").status_code == 405


def test_there_are_none_before_the_game_after_it_or_when_others_move(kestrel: User) -> None:
    table = waiting_table(kestrel)
    assert codes(ask(table, kestrel)) == ["no-hints"]
    lobby.leave(table.code, kestrel)
    over = make_finished_game(kestrel, "rule-of-28")
    assert codes(ask(over, kestrel)) == ["no-hints"]
    theirs = make_running_game("rule-of-28", kestrel, events=2)
    assert not has_button(theirs, kestrel)
    assert codes(ask(theirs, kestrel)) == ["stale"]


def test_there_are_none_where_nothing_is_analysed(kestrel: User, settings: Any) -> None:
    settings.ANALYSIS = False
    game = make_running_game(kestrel, "rule-of-28", events=2)
    assert not has_button(game, kestrel)
    assert codes(ask(game, kestrel)) == ["no-hints"]


def test_an_analysis_that_says_nothing_costs_nothing(
    kestrel: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def evaluate(*asked: object) -> None:
        raise AnalysisError("the analysis is not ready yet")

    monkeypatch.setattr(Analysis, "evaluate", evaluate)
    game = make_running_game(kestrel, "rule-of-28", events=2)
    answer = ask(game, kestrel)
    assert (answer.status_code, codes(answer)) == (409, ["hint-not-ready"])
    assert game.seats.get(user=kestrel).hints == 0


def test_games_with_hints_tell_nothing_of_how_somebody_decides(kestrel: User) -> None:
    game = make_finished_game(kestrel, "rule-of-28")
    seat = game.seats.get(user=kestrel)
    SeatGrade.objects.create(seat=seat, decisions=100, lost=50, squares=99, cost=50)
    found = grades_of(kestrel, finished_games_of(kestrel, kestrel))
    assert found.count() == 1
    game.seats.filter(user=kestrel).update(hints=1)
    assert found.all().count() == 0
