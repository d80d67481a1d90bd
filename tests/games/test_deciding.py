"""A player's page tells how well they decide, and how much they dare."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.analysis.measured import losses
from games.models import Game, SeatGrade
from games.pages import deciding as presented
from games.presenters import presenter
from tests.engine.kinds import every_analysed_kind
from tests.games.factories import make_finished_game, take_over
from tests.games.pages import text
from tests.games.tables import make_user
from tests.html import elements, one, text_of, texts

pytestmark = pytest.mark.django_db

NERVE = {"ahead": [40, 8, 2, 20, 1200], "level": [50, 1, 6, 10, -350], "behind": [40, 2, 2, 10, 90]}


def graded(user: User, *, decisions: int = 100, lost: int = 120, **fields: Any) -> Game:
    """Return a game in which the user made so many decisions that mattered."""
    game = make_finished_game(user, "rule-of-28", **fields)
    SeatGrade.objects.create(
        seat=game.seats.get(user=user),
        decisions=decisions,
        lost=lost,
        squares=lost * 9,
        cost=lost,
        nerve=NERVE,
    )
    return game


def page(user: User) -> str:
    return " ".join(text(Client(), user.get_absolute_url()).split())


def test_it_tells_the_mean_loss_with_its_error_over_all_games(kestrel: User) -> None:
    graded(kestrel)
    graded(kestrel, lost=280)
    told = "Average loss per decision: 0.2 percentage points (200 decisions in"
    html = page(kestrel)
    assert f"{told} 2 games). Standard error: 0.0." in html
    assert elements(html, "b", "0.2 percentage points")
    words = text_of(one(html, "main"))
    assert "0.2 percentage points of win probability lost per decision" in words


def test_it_tells_where_somebody_is_cautious_and_where_daring(kestrel: User) -> None:
    graded(kestrel)
    html = page(kestrel)
    for where, early, late, decisions, word in (
        ("ahead", "20.0%", "5.0%", 40, "0.6 rolls early"),
        ("level", "2.0%", "12.0%", 50, "0.4 rolls late"),
        ("behind", "5.0%", "5.0%", 40, "balanced"),
    ):
        assert [where, word, early, late, str(decisions)] in rows_of(html)


def test_what_an_older_analysis_has_counted_says_nothing_of_rolls(kestrel: User) -> None:
    graded(kestrel)
    SeatGrade.objects.update(nerve={"ahead": [40, 8, 2]})
    assert ["ahead", "", "20.0%", "5.0%", "40"] in rows_of(page(kestrel))


def rows_of(html: str) -> list[list[str]]:
    """Return the cells of the rows that have a heading."""
    return [texts(row, "th, td") for row in elements(html, "tr:has(> th[scope=row])")]


def test_too_few_decisions_say_nothing(kestrel: User, mireille: User) -> None:
    graded(kestrel, decisions=99)
    assert "Skill in" not in page(kestrel)
    assert "Skill in" not in page(mireille)
    graded(kestrel, decisions=1)
    assert "Skill in" in page(kestrel)


def test_each_kind_of_game_is_told_apart(kestrel: User) -> None:
    graded(kestrel)
    graded(kestrel, kind="buttons")
    html = page(kestrel)
    assert "Skill in Can" in html
    assert "Skill in Buttons" in html


def test_only_games_that_count_and_can_be_found_are_in_it(kestrel: User) -> None:
    annulled = graded(kestrel)
    Game.objects.filter(pk=annulled.pk).update(annulled_at=annulled.finished_at)
    graded(kestrel, visibility=Game.Visibility.UNLISTED)
    assert "Skill in" not in page(kestrel)


def test_only_the_latest_games_count(kestrel: User, monkeypatch: pytest.MonkeyPatch) -> None:
    graded(kestrel, lost=1000)
    graded(kestrel, lost=0)
    monkeypatch.setattr("games.views.lists.MOST_GAMES", 1)
    assert "Average loss per decision: 0.0 percentage points" in page(kestrel)
    assert presented.MOST_GAMES >= 100


def test_what_somebody_decided_before_a_bot_took_over_counts(kestrel: User) -> None:
    game = make_finished_game(kestrel, make_user())
    seat = game.seats.get(user=kestrel)
    SeatGrade.objects.create(seat=seat, decisions=100, lost=50, squares=99, cost=50, nerve=NERVE)
    take_over(game, kestrel)
    assert "(100 decisions" in page(kestrel)


def test_a_player_stands_between_the_bots_that_lose_as_much(kestrel: User) -> None:
    graded(kestrel, lost=1700)  # halfway between levels 2 and 3, which lose 1.9 and 1.5 points
    assert "kestrel decides like a bot of level 2.5." in page(kestrel)


def test_nobody_stands_far_below_the_first_level_or_above_the_last(
    kestrel: User, mireille: User
) -> None:
    graded(kestrel, lost=9000)
    graded(mireille, lost=0)
    assert "decides like a bot of level 0.7." in page(kestrel)
    assert "decides like a bot of level 5.0." in page(mireille)


def test_a_reader_sees_their_own_level_beside_it(kestrel: User, mireille: User) -> None:
    graded(kestrel, lost=1700)
    reader = Client()
    reader.force_login(mireille)
    graded(mireille, lost=1900, decisions=99)
    assert "You decide like" not in text(reader, kestrel.get_absolute_url())
    graded(mireille, lost=0, decisions=1)
    assert "You decide like one of level 2.0." in text(reader, kestrel.get_absolute_url())
    assert "You decide like" not in text(reader, mireille.get_absolute_url())
    assert "You decide like" not in page(kestrel)


def test_without_measured_bots_only_the_figures_are_told(
    kestrel: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    graded(kestrel)
    monkeypatch.setattr(presented, "losses", lambda kind: {})
    html = page(kestrel)
    assert "decides like a bot" not in html
    assert "Average loss per decision" in html


@every_analysed_kind
def test_each_level_loses_less_by_a_decision_than_the_one_before(kind: str) -> None:
    measured = [losses(kind)[bot] for bot in presenter(kind).LEVELS]
    assert measured == sorted(set(measured), reverse=True)
