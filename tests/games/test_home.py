"""The front page, home and the lobby: ways into a game, and something to look at."""

from datetime import timedelta
from html import unescape
from itertools import count
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.utils import timezone
from selectolax.lexbor import LexborNode

from accounts.models import User
from accounts.preferences import save_preferences
from accounts.sanctions.models import Block
from games import queries
from games.models import Game
from games.presence import user_key
from games.views import home
from tests.engine.kinds import every_kind
from tests.games.days import Clock, begin, give_up, solve
from tests.games.factories import (
    add_events,
    make_finished_game,
    make_running_game,
    make_waiting_game,
)
from tests.games.pages import text
from tests.games.tables import client_of, make_user
from tests.games.watching import watched_by
from tests.html import elements, link, one, text_of, texts, value, values

pytestmark = pytest.mark.django_db

UNLISTED = Game.Visibility.UNLISTED
HTMX = {"HX-Request": "true"}


def card_of(page: str, kind: str) -> LexborNode:
    """Return the card of a kind on the front page."""
    return one(page, f"article:has([value={kind}])")


def region(page: str, name: str) -> LexborNode:
    return one(page, f"#{name}_region")


def heading(page: str) -> str:
    return text_of(one(page, "h1"))


# --- The front page, for strangers ---


def test_a_fresh_site_has_its_games_and_the_challenge_and_nothing_empty(client: Client) -> None:
    page = text(client, "/")
    assert heading(page) == "Roll again, or stop?"
    assert elements(page, "form[action='/games/play-now/']")
    assert elements(page, "form[action='/games/play-with-people/']")
    assert "Daily challenge" in text_of(one(region(page, "strip"), ".card.tile"))


@every_kind
def test_each_kind_has_a_picture_one_primary_button_and_ways_to_play_people(
    client: Client, kind: str
) -> None:
    card = card_of(text(client, "/"), kind)
    assert value(card, "svg.emblem", "aria-hidden") == "true"
    primary = one(card, ".btn.primary")
    assert primary.attributes.items() >= {"name": "kind", "value": kind}.items()
    assert text_of(primary).startswith("Play a bot:")
    assert elements(card, f"[href='/learn/{kind}/'], [href='/rules/{kind}/']")
    assert values(card, "[name=time]", "value") == ["live", "turn-by-turn"]
    assert elements(card, f"[href='/games/new/?kind={kind}&way=link']")


def test_nobody_is_asked_for_the_strength_of_a_bot_before_they_press(client: Client) -> None:
    page = text(client, "/")
    assert not elements(page, "[name=level]")
    assert "level 2" not in page


def test_the_ways_to_play_people_say_how_many_wait(client: Client, mireille: User) -> None:
    assert "open game" not in text_of(card_of(text(client, "/"), "cantstop"))
    days = {"type": "turn-by-turn", "days": 3, "weekends_off": False}
    for _ in range(2):
        make_waiting_game(mireille)
    make_waiting_game(mireille, time_control=days)
    make_waiting_game(
        mireille, variant={"columns_to_win": 4, "meeting": "jump", "stop_early": True}
    )
    card = card_of(text(client, "/"), "cantstop")
    waiting = [words for words in texts(card, "small") if "open game" in words]
    assert waiting == ["2 open games", "1 open game"]
    assert "open game" not in text_of(card_of(text(client, "/"), "buttons"))


def test_a_live_game_is_shown_and_how_many_watch_it(client: Client, mireille: User) -> None:
    game = make_running_game(mireille, "bold")
    with watched_by(game, "guest", user_key(mireille.pk)):
        strip = region(text(client, "/"), "strip")
    assert elements(strip, f"[href='/games/{game.code}/']")
    for words in ("Watch live", "Mireille", "1 watching", "1 game in progress"):
        assert words in text_of(strip)


def test_a_game_of_people_is_shown_before_one_with_a_bot(
    client: Client, mireille: User, kestrel: User
) -> None:
    people = make_running_game(mireille, kestrel)
    make_running_game(mireille, "bold")
    assert elements(text(client, "/"), f"[href='/games/{people.code}/']")


@every_kind
def test_a_game_of_any_kind_is_shown_as_a_small_board(
    client: Client, kestrel: User, kind: str
) -> None:
    make_running_game(kestrel, "random", kind=kind)
    assert elements(region(text(client, "/"), "strip"), ".mini")


@every_kind
def test_small_boards_are_drawn_from_what_the_page_has(
    client: Client, kestrel: User, kind: str
) -> None:
    for events in (1, 12, 30):
        make_running_game(kestrel, "random", kind=kind, events=events)
    page = text(client, "/watch/")
    assert len(elements(page, ".mini")) == 3
    drawn = set(values(page, ".mini [href^='#']", "href"))
    assert drawn <= {f"#{name}" for name in values(page, "[id]", "id")}


def test_a_game_that_rests_gives_way_to_the_latest_finished_one(
    client: Client, mireille: User
) -> None:
    resting = make_running_game(mireille, "bold")
    Game.objects.update(moved_at=timezone.now() - queries.LIVELY)
    assert resting.code not in text(client, "/")
    finished = make_finished_game(mireille, "bold")
    assert elements(text(client, "/"), f"[href='/games/{finished.code}/replay/0/']")


def test_it_says_how_many_are_online_but_of_those_who_hide_it(
    client: Client, mireille: User, kestrel: User
) -> None:
    for user in (mireille, kestrel):
        client_of(user).get("/rules/")
    assert "2 online" in text(client, "/")
    save_preferences(kestrel, hide_online=True)
    assert "1 online" in text(client, "/")


@pytest.fixture
def moment(settings: Any, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return the time by which what goes on is kept, which a test may change."""
    settings.FRONT_PAGE_KEPT = 10.0
    now = [float(next(_moments))]
    monkeypatch.setattr(home, "monotonic", lambda: now[0])
    return now


_moments = count(step=1000)


def test_visitors_are_shown_the_same_games_for_some_seconds(
    client: Client, mireille: User, kestrel: User, moment: list[float]
) -> None:
    old = make_finished_game(mireille, kestrel)
    assert f"/games/{old.code}/" in text(client, "/")
    game = make_running_game(mireille, kestrel)
    visitors = (client, client_of(make_user()))
    for visitor in visitors:
        assert f"/games/{old.code}/" in text(visitor, "/")
        assert f"/games/{game.code}/" not in text(visitor, "/")
    moment[0] += 10
    for visitor in visitors:
        assert f"/games/{game.code}/" in text(visitor, "/")


@pytest.mark.usefixtures("moment")
def test_nobody_is_shown_their_own_game_that_others_are_shown(
    client: Client, mireille: User, kestrel: User
) -> None:
    game = make_running_game(mireille, kestrel)
    watcher = make_user()
    make_running_game(watcher, "bold", visibility=UNLISTED)
    watch = f"#watch-{game.code}"
    assert elements(text(client_of(watcher), "/"), watch)
    assert not elements(text(client_of(kestrel), "/"), watch)


@pytest.mark.usefixtures("moment")
def test_who_plays_what_others_are_shown_is_shown_the_next_games(
    mireille: User, kestrel: User
) -> None:
    strangers = make_user("Juno"), make_user("Bo")
    games = [make_running_game(*strangers) for _ in range(home.BOARDS_SHOWN)]
    own = make_running_game(mireille, kestrel)
    assert elements(text(client_of(strangers[0]), "/"), f"#watch-{own.code}")
    live = region(text(client_of(mireille), "/"), "live")
    assert all(one(live, f"#watch-{game.code}") for game in games)
    assert not elements(live, f"[href*='{own.code}']")


@pytest.mark.usefixtures("moment")
def test_who_plays_the_only_game_of_people_is_shown_a_guest_against_a_bot(
    mireille: User, kestrel: User
) -> None:
    own = make_running_game(mireille, kestrel)
    guest = make_user("guest")
    User.objects.filter(pk=guest.pk).update(is_guest=True)
    alone = make_running_game(guest, "bold")
    juno = make_user("Juno")
    make_finished_game(juno, "bold")
    theirs = region(text(client_of(juno), "/"), "live")
    assert elements(theirs, f"[href*='{own.code}']")
    assert not elements(theirs, f"[href*='{alone.code}']")
    assert elements(region(text(client_of(mireille), "/"), "live"), f"[href*='{alone.code}']")


@pytest.mark.usefixtures("moment")
def test_a_table_is_not_counted_for_somebody_kept_away_even_if_others_have_just_looked(
    client: Client, mireille: User, kestrel: User
) -> None:
    make_waiting_game(kestrel)
    Block.objects.create(owner=kestrel, blocked=mireille, tables=True)
    assert "1 open game" in text(client, "/")
    assert "open game" not in text(client_of(mireille), "/")


def test_signing_in_on_the_front_page_leads_back_to_it_and_to_no_game(
    client: Client, mireille: User
) -> None:
    make_running_game(mireille, "bold")
    assert "?next=" not in text(client, "/")


# --- What changes while somebody looks ---


def stamp(page: str) -> str:
    (address,) = set(values(page, "[hx-get^='?have=']", "hx-get"))
    return address.removeprefix("?have=")


@pytest.mark.parametrize("path", ["/", "/watch/"])
def test_a_page_asks_only_for_what_is_new(client: Client, mireille: User, path: str) -> None:
    game = make_running_game(mireille, "bold")
    have = stamp(text(client, path))
    assert client.get(f"{path}?have={have}", headers=HTMX).status_code == 204
    add_events(game, 12)
    answer = client.get(f"{path}?have={have}", headers=HTMX)
    assert answer.status_code == 200
    regions = answer.content.decode()
    assert stamp(regions) != have
    assert game.code in regions
    assert "<html" not in regions


@pytest.mark.parametrize("have", ["", "%00", "nosuchstamp", "x" * 300])
def test_a_page_answers_nonsense_with_what_it_shows(
    client: Client, mireille: User, have: str
) -> None:
    game = make_running_game(mireille, "bold")
    answer = client.get(f"/?have={have}", headers=HTMX)
    assert answer.status_code == 200
    assert game.code in answer.content.decode()


def test_the_regions_of_a_page_are_those_it_asks_for_and_hold_no_form(
    mireille: User, kestrel: User
) -> None:
    """A form has a secret that is never the same: everything would always be new."""
    game = make_running_game(mireille, kestrel)
    make_waiting_game(kestrel, invited=mireille)
    make_finished_game(mireille, kestrel)
    client = client_of(mireille)
    assert game.code in text(client, "/")
    for path in ("/", "/watch/"):
        regions = client.get(f"{path}?have=", headers=HTMX).content.decode()
        (asked,) = set(values(regions, "[hx-select-oob]", "hx-select-oob"))
        assert all(one(regions, name) for name in asked.split(","))
        assert not elements(regions, "form")
    assert elements(text(client, "/"), "form")


# --- Home, for regulars ---


def test_somebody_who_has_only_signed_up_sees_the_front_page(mireille: User) -> None:
    assert heading(text(client_of(mireille), "/")) == "Roll again, or stop?"


def test_a_guest_who_has_played_is_a_regular(client: Client) -> None:
    client.post("/games/play-now/", {"kind": "cantstop"})
    assert heading(text(client, "/")) != "Roll again, or stop?"


def test_the_heading_says_how_many_games_wait(mireille: User, kestrel: User) -> None:
    client = client_of(mireille)
    make_finished_game(mireille, kestrel)
    assert heading(text(client, "/")) == "All caught up"
    make_waiting_game(kestrel, invited=mireille)
    assert heading(text(client, "/")) == "You're invited"
    games = [make_running_game(mireille, kestrel) for _ in range(2)]
    Game.objects.get(pk=games[0].pk).seats.filter(user=mireille).update(to_move=True)
    Game.objects.get(pk=games[1].pk).seats.filter(user=mireille).update(to_move=False)
    assert heading(text(client, "/")) == "Your turn in 1 game"
    Game.objects.get(pk=games[1].pk).seats.filter(user=mireille).update(to_move=True)
    assert heading(text(client, "/")) == "Your turn in 2 games"


def test_a_game_that_waits_names_the_others_and_the_time_that_is_left(
    mireille: User, kestrel: User
) -> None:
    days = {"type": "turn-by-turn", "days": 2, "weekends_off": False}
    game = make_running_game(mireille, kestrel, visibility=UNLISTED, time_control=days)
    due = timezone.now() + timedelta(hours=12, minutes=1)
    game.seats.filter(user=mireille).update(to_move=True, due_at=due)
    turns = region(text(client_of(mireille), "/"), "turns")
    assert value(turns, f"#play-{game.code}", "href") == f"/games/{game.code}/"
    assert "12 h left" in text_of(turns)
    assert elements(turns, "[value='25']")
    assert "kestrel" in text_of(turns)
    assert elements(turns, "svg.mini")


def test_games_that_wait_for_others_and_for_players_are_listed_aside(
    mireille: User, kestrel: User
) -> None:
    running = make_running_game(mireille, kestrel)
    running.seats.update(to_move=False)
    waiting = make_waiting_game(mireille, size=3)
    people = region(text(client_of(mireille), "/"), "people")
    assert "Waiting for others" in text_of(people)
    assert one(people, f"#open-{running.code}")
    assert one(people, f"#open-{waiting.code}")
    assert "1 of 3 seats taken" in text_of(people)


def test_an_invitation_is_there_to_be_opened(mireille: User, kestrel: User) -> None:
    game = make_waiting_game(kestrel, invited=mireille)
    turns = region(text(client_of(mireille), "/"), "turns")
    assert elements(turns, f"[href='/games/{game.code}/']")


def test_the_last_result_offers_a_rematch(mireille: User, kestrel: User) -> None:
    game = make_finished_game(mireille, kestrel, resign_after=3)
    page = text(client_of(mireille), "/")
    assert elements(page, f"form[action='/games/{game.code}/rematch/']")
    assert "Last result" in page


def test_the_game_played_last_is_chosen_for_a_new_one(mireille: User) -> None:
    make_finished_game(mireille, "random", kind="buttons", resign_after=3)
    page = text(client_of(mireille), "/")
    assert value(page, "[name=new-game][checked]") == "buttons"


# --- People one knows ---


def known(user: User) -> list[tuple[str, bool]]:
    """Return who is listed as online, and whether they can be watched."""
    people = region(text(client_of(user), "/"), "people")
    rows = elements(people, "li:has(.row-face)")
    return sorted((texts(row, "a")[0], "Watch" in text_of(row)) for row in rows)


def test_people_one_has_played_with_are_listed_while_they_are_online(
    mireille: User, kestrel: User
) -> None:
    make_finished_game(mireille, kestrel)
    stranger = make_user()
    for user in (kestrel, stranger):
        client_of(user).get("/rules/")
    assert known(mireille) == [("kestrel", False)]
    make_running_game(kestrel, stranger)
    assert known(mireille) == [("kestrel", True)]


def test_who_hides_it_or_is_blocked_is_not_listed_as_online(mireille: User, kestrel: User) -> None:
    make_finished_game(mireille, kestrel)
    client_of(kestrel).get("/rules/")
    save_preferences(kestrel, hide_online=True)
    assert known(mireille) == []
    save_preferences(kestrel, hide_online=False)
    assert known(mireille) == [("kestrel", False)]
    Block.objects.create(owner=kestrel, blocked=mireille, tables=True)
    assert known(mireille) == []


def test_a_game_by_link_or_ones_own_is_not_to_be_watched(mireille: User, kestrel: User) -> None:
    make_finished_game(mireille, kestrel)
    client_of(kestrel).get("/rules/")
    make_running_game(kestrel, make_user(), visibility=UNLISTED)
    make_running_game(kestrel, mireille)
    assert known(mireille) == [("kestrel", False)]


# --- The daily challenge at home ---


def test_the_challenge_is_begun_gone_on_with_and_looked_at(solver: User) -> None:
    client = client_of(solver)
    make_finished_game(solver, "bold", resign_after=3)
    assert "Start today's game" in text(client, "/")
    game = begin(solver)
    page = text(client, "/")
    assert link(page, "Continue: Daily challenge") == f"/games/{game.code}/"
    assert "Start today's game" not in page
    solve(game)
    assert "See results" in text(client, "/")


def pips(page: str) -> list[str]:
    """Return the dice of the days in a row, "-" for a day without one."""
    days = [values(day, "[href^='#d']", "href") for day in elements(page, "ol.streak > li")]
    return [day[0].removeprefix("#d") if day else "-" for day in days]


def test_days_in_a_row_are_counted_on_dice(solver: User, clock: Clock) -> None:
    client = client_of(solver)
    make_finished_game(solver, "bold", resign_after=3)
    assert pips(text(client, "/")) == ["-"] * 7
    for _ in range(2):
        solve(begin(solver))
        clock.now += timedelta(days=1)
    page = text(client, "/")
    assert pips(page) == ["-", "-", "-", "-", "1", "2", "-"]
    assert "2 days in a row" in page
    assert "Your best" in page
    give_up(begin(solver))
    clock.now += timedelta(days=1)
    page = text(client, "/")
    assert pips(page) == ["-", "-", "-", "1", "2", "-", "-"]
    assert "in a row" not in page
    assert "Best: 2" in page


# --- The lobby ---


def test_the_lobby_lists_open_tables_newest_first_with_a_form_to_join(
    client: Client, mireille: User, kestrel: User
) -> None:
    older, newer = make_waiting_game(mireille), make_waiting_game(kestrel, size=3)
    page = text(client, "/lobby/")
    joins = values(page, "form[action$='/join/']", "action")
    assert joins == [f"/games/{game.code}/join/" for game in (newer, older)]
    assert "1 of 3 seats taken" in page
    assert elements(page, "[data-socket^='/ws/lobby/']")


def test_the_lobby_shows_a_table_as_it_is_now_though_it_was_drawn_before(
    client: Client, mireille: User, kestrel: User
) -> None:
    def told() -> LexborNode:
        return one(text(client, "/lobby/"), "#lobby-tables")

    game = make_waiting_game(mireille, size=3)
    assert elements(told(), "a > bdi", "Mireille")
    assert elements(told(), "span", "1/3")
    game.seats.create(player=1, user=kestrel)
    assert elements(told(), "a > bdi", "kestrel")
    assert elements(told(), "span", "2/3")
    User.objects.filter(pk=mireille.pk).update(is_staff=True)
    assert one(told(), ".badge.staff")
    game.seats.filter(player=1).delete()
    assert "kestrel" not in str(told().html)
    User.objects.filter(pk=mireille.pk).update(username="Renamed")
    assert elements(told(), "[href='/players/Renamed/']")
    assert "Mireille" not in str(told().html)


def test_the_lobby_says_how_fast_a_table_is_and_how_its_rules_differ(
    client: Client, mireille: User
) -> None:
    days = {"type": "turn-by-turn", "days": 3, "weekends_off": False}
    make_waiting_game(mireille, time_control=days)
    assert "3 days a turn" in text(client, "/lobby/")
    jump = "Runners jump over other players' markers."
    assert jump not in unescape(text(client, "/lobby/"))
    Game.objects.update(variant={"meeting": "jump"}, time_control=None)
    page = unescape(text(client, "/lobby/"))
    assert jump in page
    assert "No clock" in page


def test_the_lobby_lists_people_one_knows_who_are_online(mireille: User, kestrel: User) -> None:
    make_finished_game(mireille, kestrel)
    client_of(kestrel).get("/rules/")
    assert elements(text(client_of(mireille), "/lobby/"), ".row-face")
    assert not elements(text(Client(), "/lobby/"), ".row-face")


def test_tables_by_link_only_started_cancelled_and_rematches_are_not_in_the_lobby(
    client: Client, mireille: User, kestrel: User
) -> None:
    make_waiting_game(mireille, visibility=UNLISTED)
    make_waiting_game(mireille, status=Game.Status.CANCELLED)
    make_waiting_game(mireille, rematch_of=make_finished_game(mireille, kestrel))
    make_running_game(mireille, kestrel)
    assert queries.open_tables() == []
    assert elements(text(client, "/lobby/"), "[data-empty=open-tables]")


def test_the_pushed_list_of_tables_is_the_one_of_the_page(mireille: User) -> None:
    make_waiting_game(mireille)
    pushed = render_to_string(
        "games/_list_open_tables.html", {"tables": queries.open_tables(), "oob": True}
    )
    assert elements(pushed, "section#lobby-tables[hx-swap-oob=true]")
    assert "csrfmiddlewaretoken" not in pushed
    assert "Mireille" in pushed


def test_the_forms_of_the_lobby_work_without_scripts(client: Client, mireille: User) -> None:
    make_waiting_game(mireille)
    assert text(client, "/lobby/").count("csrfmiddlewaretoken") >= 2
