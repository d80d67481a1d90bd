"""The front page, home and the lobby: ways into a game, and something to look at."""

import re
from collections.abc import Iterator
from datetime import timedelta
from html import unescape
from itertools import count
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.utils import timezone

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

pytestmark = pytest.mark.django_db

UNLISTED = Game.Visibility.UNLISTED
HTMX = {"HX-Request": "true"}


def card_of(page: str, kind: str) -> str:
    """Return the card of a kind on the front page."""
    cards = page.split("<article")[1:]
    return next(card for card in cards if f'value="{kind}"' in card)


def region(page: str, name: str) -> str:
    """Return a region of a page, up to the next one or the end of the regions."""
    return re.split(r'<\w+ id="\w+_region"|<div id="again"', page.split(f'id="{name}_region"')[1])[
        0
    ]


def heading(page: str) -> str:
    """Return what the page is called: each has one heading for that."""
    (found,) = re.findall(r"<h1[^>]*>(.*?)</h1>", page)
    return str(found)


# --- The front page, for strangers ---


def test_a_fresh_site_has_its_games_and_the_challenge_and_nothing_empty(client: Client) -> None:
    page = text(client, "/")
    assert heading(page) == "Roll again, or stop?"
    assert 'action="/games/play-now/"' in page
    assert 'action="/games/play-with-people/"' in page
    strip = region(page, "strip")
    assert "Daily challenge" in strip
    assert strip.count('class="card tile') == 1


@every_kind
def test_each_kind_has_a_picture_one_primary_button_and_ways_to_play_people(
    client: Client, kind: str
) -> None:
    card = card_of(text(client, "/"), kind)
    picture = re.search(r'<svg class="emblem[^>]*>', card)
    assert picture is not None
    assert 'aria-hidden="true"' in picture[0]
    assert card.count("btn primary") == 1
    assert re.search(rf'btn primary" name="kind" value="{kind}">Play a bot', card)
    assert f'href="/learn/{kind}/"' in card or f'href="/rules/{kind}/"' in card
    assert re.findall('name="time" value="(.*?)"', card) == ["live", "turn-by-turn"]
    assert f'href="/games/new/?kind={kind}&amp;way=link"' in card


def test_nobody_is_asked_for_the_strength_of_a_bot_before_they_press(client: Client) -> None:
    page = text(client, "/")
    assert 'name="level"' not in page
    assert "level 2" not in page


def test_the_ways_to_play_people_say_how_many_wait(client: Client, mireille: User) -> None:
    assert "open game" not in card_of(text(client, "/"), "cantstop")
    days = {"type": "turn-by-turn", "days": 3, "weekends_off": False}
    for _ in range(2):
        make_waiting_game(mireille)
    make_waiting_game(mireille, time_control=days)
    make_waiting_game(
        mireille, variant={"columns_to_win": 4, "meeting": "jump", "stop_early": True}
    )
    card = card_of(text(client, "/"), "cantstop")
    assert re.findall(r">(\d open games?)</small>", card) == ["2 open games", "1 open game"]
    assert "open game" not in card_of(text(client, "/"), "buttons")


def test_a_live_game_is_shown_and_how_many_watch_it(client: Client, mireille: User) -> None:
    game = make_running_game(mireille, "bold")
    with watched_by(game, "guest", user_key(mireille.pk)):
        strip = region(text(client, "/"), "strip")
    assert f'href="/games/{game.code}/"' in strip
    assert "Watch live" in strip
    assert "Mireille" in strip
    assert "1 watching" in strip
    assert "1 game in progress" in strip


def test_a_game_of_people_is_shown_before_one_with_a_bot(
    client: Client, mireille: User, kestrel: User
) -> None:
    people = make_running_game(mireille, kestrel)
    make_running_game(mireille, "bold")
    assert f'href="/games/{people.code}/"' in text(client, "/")


@every_kind
def test_a_game_of_any_kind_is_shown_as_a_small_board(
    client: Client, kestrel: User, kind: str
) -> None:
    make_running_game(kestrel, "random", kind=kind)
    assert 'class="mini ' in region(text(client, "/"), "strip")


@every_kind
def test_small_boards_are_drawn_from_what_the_page_has(
    client: Client, kestrel: User, kind: str
) -> None:
    for events in (1, 12, 30):
        make_running_game(kestrel, "random", kind=kind, events=events)
    page = text(client, "/watch/")
    boards = "".join(re.findall(r'<svg class="mini .*?</svg>', page, re.DOTALL))
    drawn = set(re.findall(r'href="#([\w-]+)"', boards))
    assert drawn <= set(re.findall(r'id="([\w-]+)"', page))


def test_a_game_that_rests_gives_way_to_the_latest_finished_one(
    client: Client, mireille: User
) -> None:
    resting = make_running_game(mireille, "bold")
    Game.objects.update(moved_at=timezone.now() - queries.LIVELY)
    assert resting.code not in text(client, "/")
    finished = make_finished_game(mireille, "bold")
    assert f'href="/games/{finished.code}/replay/0/"' in text(client, "/")


def test_it_says_how_many_are_online_but_of_those_who_hide_it(
    client: Client, mireille: User, kestrel: User
) -> None:
    for user in (mireille, kestrel):
        client_of(user).get("/rules/")
    assert "2 online" in text(client, "/")
    save_preferences(kestrel, hide_online=True)
    assert "1 online" in text(client, "/")


@pytest.fixture
def moment(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[float]]:
    """Yield the time by which what goes on is kept, which a test may change."""
    settings.FRONT_PAGE_KEPT = 10.0
    now = [float(next(_moments))]
    monkeypatch.setattr(home, "monotonic", lambda: now[0])
    yield now
    home._kept.clear()


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
    watch = f'id="watch-{game.code}"'
    assert watch in text(client_of(watcher), "/")
    assert watch not in text(client_of(kestrel), "/")


@pytest.mark.usefixtures("moment")
def test_who_plays_what_others_are_shown_is_shown_the_next_games(
    mireille: User, kestrel: User
) -> None:
    strangers = make_user("Juno"), make_user("Bo")
    games = [make_running_game(*strangers) for _ in range(home.BOARDS_SHOWN)]
    own = make_running_game(mireille, kestrel)
    assert f'id="watch-{own.code}"' in text(client_of(strangers[0]), "/")
    live = region(text(client_of(mireille), "/"), "live")
    assert all(f'id="watch-{game.code}"' in live for game in games)
    assert own.code not in live


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
    assert own.code in theirs
    assert alone.code not in theirs
    assert alone.code in region(text(client_of(mireille), "/"), "live")


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
    found = re.search(r'hx-get="\?have=(\w+)"', page)
    assert found is not None
    return found[1]


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
        asked = re.search(r'hx-select-oob="([^"]+)"', regions)
        assert asked is not None
        for name in asked[1].split(","):
            assert f'id="{name[1:]}"' in regions
        assert "<form" not in regions


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
    assert f'id="play-{game.code}" href="/games/{game.code}/"' in turns
    assert "<b>12 h</b> left" in turns
    assert 'value="25"' in turns
    assert "kestrel" in turns
    assert 'class="mini ' in turns


def test_games_that_wait_for_others_and_for_players_are_listed_aside(
    mireille: User, kestrel: User
) -> None:
    running = make_running_game(mireille, kestrel)
    running.seats.update(to_move=False)
    waiting = make_waiting_game(mireille, size=3)
    people = region(text(client_of(mireille), "/"), "people")
    assert "Waiting for others" in people
    assert f'id="open-{running.code}"' in people
    assert f'id="open-{waiting.code}"' in people
    assert "1 of 3 seats taken" in people


def test_an_invitation_is_there_to_be_opened(mireille: User, kestrel: User) -> None:
    game = make_waiting_game(kestrel, invited=mireille)
    turns = region(text(client_of(mireille), "/"), "turns")
    assert f'href="/games/{game.code}/"' in turns


def test_the_last_result_offers_a_rematch(mireille: User, kestrel: User) -> None:
    game = make_finished_game(mireille, kestrel, resign_after=3)
    page = text(client_of(mireille), "/")
    assert f'action="/games/{game.code}/rematch/"' in page
    assert "Last result" in page


def test_the_game_played_last_is_chosen_for_a_new_one(mireille: User) -> None:
    make_finished_game(mireille, "random", kind="buttons", resign_after=3)
    page = text(client_of(mireille), "/")
    assert re.findall(r'name="new-game" value="(\w+)" checked', page) == ["buttons"]


# --- People one knows ---


def known(user: User) -> list[tuple[str, bool]]:
    """Return who is listed as online, and whether they can be watched."""
    people = region(text(client_of(user), "/"), "people").split('class="row-face"')[1:]
    names = (re.search(r'href="/players/([^"/]+)/"', person) for person in people)
    shown = [
        (name[1], "Watch" in person) for name, person in zip(names, people, strict=True) if name
    ]
    return sorted(shown)


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
    assert f'href="/games/{game.code}/">Continue' in page
    assert "Start today's game" not in page
    solve(game)
    assert "See results" in text(client, "/")


def pips(page: str) -> list[str]:
    """Return the dice of the days in a row, "-" for a day without one."""
    streak = page.split('<ol class="streak">')[1].split("</ol>", maxsplit=1)[0]
    dice = (re.search(r'href="#d(\d)"', day) for day in streak.split("<li")[1:])
    return [die[1] if die else "-" for die in dice]


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
    assert page.index(f"/games/{newer.code}/join/") < page.index(f"/games/{older.code}/join/")
    assert "1 of 3 seats taken" in page
    assert 'data-socket="/ws/lobby/' in page


def test_the_lobby_shows_a_table_as_it_is_now_though_it_was_drawn_before(
    client: Client, mireille: User, kestrel: User
) -> None:
    def told() -> str:
        return text(client, "/lobby/").split('id="lobby-tables"')[1].split("</section>")[0]

    game = make_waiting_game(mireille, size=3)
    assert ">Mireille</bdi></a>" in told()
    assert "<span>1/3</span>" in told()
    game.seats.create(player=1, user=kestrel)
    assert ">kestrel</bdi></a>" in told()
    assert "<span>2/3</span>" in told()
    User.objects.filter(pk=mireille.pk).update(is_staff=True)
    assert told().count("badge staff") == 1
    game.seats.filter(player=1).delete()
    assert "kestrel" not in told()
    User.objects.filter(pk=mireille.pk).update(username="Renamed")
    assert 'href="/players/Renamed/"' in told()
    assert "Mireille" not in told()


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
    assert 'class="row-face"' in text(client_of(mireille), "/lobby/")
    assert 'class="row-face"' not in text(Client(), "/lobby/")


def test_tables_by_link_only_started_cancelled_and_rematches_are_not_in_the_lobby(
    client: Client, mireille: User, kestrel: User
) -> None:
    make_waiting_game(mireille, visibility=UNLISTED)
    make_waiting_game(mireille, status=Game.Status.CANCELLED)
    make_waiting_game(mireille, rematch_of=make_finished_game(mireille, kestrel))
    make_running_game(mireille, kestrel)
    assert queries.open_tables() == []
    assert 'data-empty="open-tables"' in text(client, "/lobby/")


def test_the_pushed_list_of_tables_is_the_one_of_the_page(mireille: User) -> None:
    make_waiting_game(mireille)
    pushed = render_to_string(
        "games/_list_open_tables.html", {"tables": queries.open_tables(), "oob": True}
    )
    assert '<section id="lobby-tables" hx-swap-oob="true"' in pushed
    assert "csrfmiddlewaretoken" not in pushed
    assert "Mireille" in pushed


def test_the_forms_of_the_lobby_work_without_scripts(client: Client, mireille: User) -> None:
    make_waiting_game(mireille)
    assert text(client, "/lobby/").count("csrfmiddlewaretoken") >= 2
