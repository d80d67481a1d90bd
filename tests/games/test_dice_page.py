"""The page of what all dice have shown, and the same on a player's page."""

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.utils import translation

from accounts.models import User
from games.engine.registry import KINDS
from games.models import DiceTally
from games.pages.dice_chart import dice_chart
from games.services.tallies import FACES
from tests.games.pages import text
from tests.html import elements, texts

FIRST, SECOND, *_ = KINDS


def tally(*seen: int, kind: str = FIRST, user: User | None = None) -> DiceTally:
    named = dict(zip(FACES, seen, strict=True))
    return DiceTally(kind=kind, user=user, rolls=sum(seen) // 4, **named)


def test_the_band_is_that_of_the_normal_approximation() -> None:
    chart = dice_chart([tally(1000, 1000, 1000, 1000, 1000, 1000)])
    assert (chart.dice, chart.expected) == (6000, 1000)
    assert (chart.low, chart.high) == (944, 1056)  # 1.96 * sqrt(6000 * 5 / 36) is 56.58
    assert chart.even


def test_a_bar_outside_the_band_is_told_and_goes_its_way() -> None:
    chart = dice_chart([tally(1060, 940, 1050, 950, 1000, 1000)])
    assert [bar.outside for bar in chart.bars] == ["more", "fewer", "", "", "", ""]
    up, down = chart.bars[0], chart.bars[1]
    assert up.y + up.height == down.y == 70
    assert up.y < chart.band_y
    assert down.y + down.height > chart.band_y + chart.band_height


def test_six_faces_together_can_be_uneven_while_each_is_inside() -> None:
    chart = dice_chart([tally(1052, 948, 1052, 948, 1052, 948)])
    assert not any(bar.outside for bar in chart.bars)
    assert not chart.even


def test_a_few_dice_have_no_band() -> None:
    assert not dice_chart([tally(9, 10, 10, 10, 10, 10)]).enough
    assert dice_chart([tally(10, 10, 10, 10, 10, 10)]).enough


def test_the_drawing_stays_inside_its_frame_whatever_was_rolled() -> None:
    for seen in ((10**9, 0, 0, 0, 0, 0), (100, 0, 0, 0, 0, 0), (0,) * 6, (10**6,) * 6):
        chart = dice_chart([tally(*seen)])
        assert all(bar.y >= 10 and bar.y + bar.height <= 125 for bar in chart.bars)
        assert 10 <= chart.band_y <= 70


@pytest.mark.django_db
def test_without_a_finished_game_the_page_says_so(client: Client) -> None:
    assert elements(text(client, "/dice/"), "[data-empty=finished-games]")


@pytest.mark.django_db
def test_the_page_shows_all_games_together_and_each_kind(client: Client, kestrel: User) -> None:
    tally(1000, 1100, 1000, 1000, 1000, 900).save()
    tally(1000, 1100, 1000, 1000, 1000, 900, user=kestrel).save()
    tally(100, 100, 100, 100, 100, 100, kind=SECOND).save()
    html = text(client, "/dice/")
    assert texts(html, "td")[:4] == ["2,100", "2,100.0", "16.7 %", "2,019–2,181"]
    assert "3,150 rolls with 12,600 dice." in html
    assert "3,000 rolls with 12,000 dice." in html
    assert "150 rolls with 600 dice." in html
    assert len(elements(html, "svg[class]:has(.bar)")) == 3
    assert len(elements(html, ".bar.outside")) == 4


@pytest.mark.django_db
def test_numbers_are_written_as_the_language_does(client: Client) -> None:
    tally(2000, 2000, 2000, 2000, 2000, 2000).save()
    with translation.override("de"):
        html = render_to_string(
            "games/_dice_chart.html", {"chart": dice_chart(DiceTally.objects.all()), "what": ""}
        )
    assert "2.000,0" in html
    assert "16,7" in html


@pytest.mark.django_db
def test_a_players_page_shows_what_they_rolled(client: Client, kestrel: User) -> None:
    assert not elements(text(client, "/players/kestrel/"), "[id=player-dice], .player-dice")
    tally(10, 10, 10, 10, 10, 20, user=kestrel).save()
    tally(100, 100, 100, 100, 100, 100).save()
    html = text(client, "/players/kestrel/")
    assert "17 rolls with 70 dice." in html
    assert elements(html, "[id=player-dice], .player-dice")
    assert elements(html, "main a[href='/dice/']")


@pytest.mark.django_db
def test_every_page_links_to_the_totals(client: Client) -> None:
    assert elements(text(client, "/rules/"), "a[href='/dice/']")
