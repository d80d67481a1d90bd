"""Positions of games kept in memory: right, and bounded."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest
from django.db import connections

from games import history
from games.models import Game
from tests.games.tables import play, running_table

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch: Any) -> None:
    history.histories.clear()


def kept(games: Sequence[Game]) -> list[Game]:
    """Return those of the games whose positions are in memory."""
    return [game for game in games if (game.pk, game.code) in history.histories]


def played(moves: str) -> Game:
    return play(running_table(), moves)


def test_a_history_has_a_time_for_each_event_and_grows_by_what_is_new() -> None:
    game = played("3164 7+7")
    log = history.history(game)
    rows = list(game.events.order_by("seq"))
    assert log.times == [row.created_at for row in rows]
    game = play(game, "S")
    assert history.history(game) is log
    assert (len(log.states), len(log.events), len(log.times)) == (4, 3, 3)
    assert log.states[-1] == game.position()


def test_the_games_not_asked_for_the_longest_are_forgotten_when_positions_are_too_many(
    monkeypatch: Any,
) -> None:
    games = [played("3164 7+7") for _ in range(3)]
    monkeypatch.setattr(history.histories, "heaviest", 6)
    for game in (games[0], games[1], games[0], games[2]):
        history.history(game)
    assert kept(games) == [games[0], games[2]]


def test_a_game_longer_than_the_bound_is_kept_alone(monkeypatch: Any) -> None:
    short, long = played(""), played("3164 7+7 S")
    monkeypatch.setattr(history.histories, "heaviest", 3)
    history.history(short)
    assert history.history(long) is history.history(long)
    assert kept([short, long]) == [long]


def test_tables_without_a_step_are_not_kept_without_end(monkeypatch: Any) -> None:
    monkeypatch.setattr(history.histories, "most", 2)
    games = [played("") for _ in range(3)]
    for game in games:
        history.history(game)
    assert kept(games) == games[1:]


class Slow:
    """Holds up the folding of one game until it is let go on."""

    def __init__(self, monkeypatch: Any, game: Game) -> None:
        self.begun, self.go_on = Event(), Event()
        self.folded = 0
        extend = history._extend  # noqa: SLF001

        def slowly(log: history.History, asked: Game) -> None:
            if asked.pk == game.pk:
                self.folded += 1
                self.begun.set()
                assert self.go_on.wait(20)
            extend(log, asked)

        monkeypatch.setattr(history, "_extend", slowly)


@pytest.mark.django_db(transaction=True)
def test_a_game_that_is_slow_to_fold_keeps_no_other_waiting(monkeypatch: Any) -> None:
    slow_game, other = played("3164 7+7"), played("3164 7+7")
    slow = Slow(monkeypatch, slow_game)
    with ThreadPoolExecutor() as pool:
        folding = pool.submit(fold_aside, slow_game)
        assert slow.begun.wait(20)
        assert pool.submit(fold_aside, other).result(20) == 2
        slow.go_on.set()
        assert folding.result(20) == 2


@pytest.mark.django_db(transaction=True)
def test_two_who_ask_for_a_game_at_once_have_it_folded_once(monkeypatch: Any) -> None:
    game = played("3164 7+7")
    slow = Slow(monkeypatch, game)
    with ThreadPoolExecutor() as pool:
        both = [pool.submit(fold_aside, game) for _ in range(2)]
        assert slow.begun.wait(20)
        slow.go_on.set()
        assert [asked.result(20) for asked in both] == [2, 2]
    assert slow.folded == 1


def fold_aside(game: Game) -> int:
    try:
        return len(history.history(game).events)
    finally:
        connections.close_all()
