"""What a table shows of clocks: moments for scripts, words for those without, notes in the log."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.engine.time_control import Live, TurnByTurn
from games.live.rendering import Regions, render_regions
from games.models import ClockNote
from games.pov import Pov, pov_of
from games.presenters import table_context
from games.presenters.clocks import epoch_ms
from games.presenters.table import MOST_NOTES, Table
from operations import clock
from tests.games.pages import text
from tests.games.povs import pov_after
from tests.games.tables import running_table
from tests.html import elements, one, plain, text_of, texts, value

LIVE = Live(180, 15)
DUE = datetime(2026, 11, 23, 14, 5, 30, tzinfo=UTC)
DUE_MS = 1795442730000
MOST_BYTES = 350


def timed_pov(*running: int, **fields: Any) -> Pov:
    """Return what player 0 sees of a live game where the clocks of these players run."""
    pov = pov_after("", **{"time_control": LIVE.to_json()} | fields)
    for seat in pov.seats:
        seat.time_left, seat.has_moved = LIVE.at_first, True
        seat.due_at = DUE if seat.player in running else None
    return pov


def regions(pov: Pov) -> Regions:
    return render_regions(pov, "en")


def page(pov: Pov) -> str:
    context = table_context(pov) | {"viewers": 0, "now": 0, "csrf_token": "secret"}
    return render_to_string("games/table.html", context)


# --- Moments -----------------------------------------------------------------------------------


def test_without_a_time_control_no_clock_is_shown() -> None:
    pov = pov_after("")
    assert "clocks" not in regions(pov).texts
    assert "clock" not in regions(pov).text
    assert "clock" not in page(pov)


def test_each_clock_is_told_in_whole_milliseconds() -> None:
    assert regions(timed_pov(0)).texts["clocks"] == (
        f'<ul id="t-clocks" data-own="15000" data-clocks="0:180000:{DUE_MS} 1:180000"'
        ' hx-swap-oob="true"></ul>'
    )


def test_a_game_turn_by_turn_has_no_time_of_a_decision_alone() -> None:
    assert elements(regions(timed_pov(0)).texts["clocks"], "[data-own]")
    pov = timed_pov(0, time_control=TurnByTurn(3).to_json())
    assert not elements(regions(pov).texts["clocks"], "[data-own]")


def test_the_clocks_of_four_players_are_a_small_part_of_a_push() -> None:
    text = regions(timed_pov(0, 1, 2, 3, size=4)).texts["clocks"]
    assert len(text.encode()) < MOST_BYTES


def test_a_push_of_other_clocks_holds_nothing_of_the_list_of_players() -> None:
    before, now = regions(timed_pov(0, size=3)), regions(timed_pov(1, size=3))
    news = now.news_since(before)
    assert "t-clocks" in news
    assert "t-seats" not in news, "the list of players has a place for them that stays"


def test_clocks_look_the_same_to_all_viewers_and_are_rendered_once() -> None:
    pov, shared = timed_pov(0), dict[str, str]()
    mine = render_regions(pov, "en", same_for_all=shared).texts["clocks"]
    assert shared["clocks"] == mine
    spectators = render_regions(timed_pov(0, player=None), "en", same_for_all=shared)
    assert spectators.texts["clocks"] is mine


def test_who_plays_without_a_clock_has_no_place_for_one() -> None:
    pov = timed_pov(0)
    pov.seats[1].user, pov.seats[1].bot, pov.seats[1].time_left = None, "cautious", None
    shown = regions(pov)
    assert shown.texts["clocks"].count("180000") == 1

    assert len(elements(page(pov), ".clock")) == 2, "the other one's, and the one to copy"


def test_a_seat_that_a_bot_has_taken_over_loses_its_clock() -> None:
    before, pov = regions(timed_pov(1)), timed_pov()
    pov.seats[1].user, pov.seats[1].bot = None, "cautious"
    news = regions(pov).news_since(before)
    assert " 1:" not in value(news, "#t-clocks", "data-clocks")
    assert elements(news, "#t-kept-who-1")


def test_the_clocks_go_with_the_end_of_the_game() -> None:
    pov = pov_after("R0", time_control=LIVE.to_json())
    for seat in pov.seats:
        seat.time_left = LIVE.at_first
    shown = regions(pov)
    emptied = value(shown.texts["clocks"], "#t-clocks", "data-clocks")
    assert emptied == "", "pages have the list already"


@pytest.mark.django_db
def test_lists_of_players_elsewhere_have_no_place_for_a_clock(client: Client) -> None:
    game = running_table(time_control=LIVE.to_json())
    for path in ("/", f"/games/{game.code}/replay/0/", f"/games/{game.code}/embed/"):
        assert not elements(client.get(path, follow=True), ".clock")


# --- Words -------------------------------------------------------------------------------------


def clocks_of_page(pov: Pov) -> str:
    return " ".join(texts(page(pov), "ul#t-clocks > li"))


def test_without_scripts_a_page_says_when_a_clock_runs_out_and_what_others_have() -> None:
    assert clocks_of_page(timed_pov(0)) == "ada: until 14:05:30 UTC ben: 3:00"


def test_without_scripts_a_page_says_what_follows_where_nobody_begins() -> None:
    ends = "(if they don't move by then, the game has no result)"
    pov = timed_pov(0)
    pov.seats[0].has_moved = False
    assert clocks_of_page(pov) == f"ada: until 14:05:30 UTC {ends} ben: 3:00"


def test_without_scripts_a_page_says_on_which_day_a_turn_runs_out() -> None:
    pov = timed_pov(1, time_control=TurnByTurn(3).to_json())
    assert clocks_of_page(pov) == "ada: 3:00 ben: until 2026-11-23 14:05 UTC"


# --- Notes -------------------------------------------------------------------------------------


def stood_in(after: int) -> ClockNote:
    kind, game = ClockNote.Kind.STOOD_IN, pov_after("").game
    return ClockNote(pk=8, game=game, after=after, player=0, kind=kind, bot="cautious")


def given_back(after: int) -> ClockNote:
    kind, game = ClockNote.Kind.GIVEN_BACK, pov_after("").game
    return ClockNote(pk=7, game=game, after=after, kind=kind, seconds=90)


def test_the_log_says_what_happened_to_the_clocks_the_last_first() -> None:
    pov = replace(timed_pov(), notes=[given_back(0), stood_in(0)])
    said = text_of(one(regions(pov).texts["log"], "body"))
    assert said.index("for ada") < said.index("We were offline for 90 seconds")


def test_what_happened_to_the_clocks_before_the_turns_that_are_listed_is_not_said() -> None:
    turns = "2345 7+7 S " * 4 + "2345 7+7 S 2345"
    pov = pov_after(turns, time_control=LIVE.to_json())
    log = regions(replace(pov, notes=[given_back(2), stood_in(12)])).texts["log"]
    assert "for ada" in plain(log)
    assert "We were offline" not in log


@pytest.mark.django_db
def test_a_table_with_clocks_shows_the_last_notes_and_one_without_reads_none(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    game = running_table(time_control=LIVE.to_json())
    for after in range(MOST_NOTES + 2):
        ClockNote.objects.create(game=game, after=after, kind="given-back", seconds=5)
    table: Table = table_context(pov_of(game, None))["t"]
    newest = game.clock_notes.order_by("-pk").values_list("pk", flat=True)[:MOST_NOTES]
    assert [number for number, _ in table.notes] == list(newest)
    plain = running_table()
    pov_of(plain, None)
    with django_assert_num_queries(1):
        pov_of(plain, None)


# --- The server's clock ------------------------------------------------------------------------


def test_the_clock_tells_the_moment_of_games_and_asks_nobody_who_they_are(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "now", lambda: DUE)
    answer = client.get("/clock/")
    assert answer.content == str(DUE_MS).encode()
    assert answer["Content-Type"] == "text/plain"
    assert "no-store" in answer["Cache-Control"]
    assert "Cookie" not in answer.get("Vary", "")
    assert not answer.cookies


def test_a_flood_of_questions_for_the_time_is_cut_off(client: Client, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"clock": "2/m/ip"}
    statuses = [client.get("/clock/").status_code for _ in range(3)]
    assert statuses == [200, 200, 429]


@pytest.mark.django_db
def test_a_table_with_clocks_says_when_it_was_made() -> None:
    before = epoch_ms(clock.now())
    html = text(Client(), f"/games/{running_table(time_control=LIVE.to_json()).code}/")
    assert before <= int(value(html, "[data-now]", "data-now")) <= epoch_ms(clock.now())
