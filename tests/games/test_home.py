"""The front page and the lobby: something to look at, and ways into a game."""

import re
from datetime import timedelta
from itertools import count
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import queries
from games.models import Game
from games.presence import user_key
from games.views import lists
from tests.engine.kinds import every_kind
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


# --- The front page ---


def test_a_fresh_site_shows_an_example_and_says_what_to_do(client: Client) -> None:
    page = text(client, "/")
    assert "An example" in page
    assert 'data-p="0-' in page, "a marker of the example stands on the board"
    assert 'action="/games/play-now/"' in page
    assert 'action="/games/play-with-people/"' in page
    assert 'href="/games/new/"' in page
    assert "A made-up position" in page
    assert 'data-empty="open-tables"' in page
    assert 'data-empty="finished-games"' in page


@every_kind
def test_each_kind_has_a_picture_and_is_played_with_people_or_a_bot(
    client: Client, kind: str
) -> None:
    cards = text(client, "/").split("<article")[1:]
    card = next(card for card in cards if f'value="{kind}"' in card)
    picture = re.search(r'<svg class="emblem[^>]*>', card)
    assert picture is not None
    assert 'aria-hidden="true"' in picture[0]
    assert card.count(f'name="kind" value="{kind}"') == 2
    assert f'href="/rules/{kind}/"' in card


def test_the_front_page_shows_the_game_with_the_latest_step(
    client: Client, mireille: User, kestrel: User
) -> None:
    first = make_running_game(mireille, kestrel)
    make_running_game(mireille, kestrel)
    add_events(first, 1)
    page = text(client, "/")
    assert "Live" in page
    assert f'href="/games/{first.code}/"' in page


@pytest.fixture
def moment(settings: Any, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return the time by which games on the front page are kept, which a test may change."""
    settings.FRONT_PAGE_KEPT = 10.0
    now = [float(next(_moments))]
    monkeypatch.setattr(lists, "monotonic", lambda: now[0])
    return now


_moments = count(step=1000)


def test_visitors_are_shown_the_same_games_for_some_seconds(
    client: Client, mireille: User, kestrel: User, moment: list[float]
) -> None:
    old = make_finished_game(mireille, kestrel)
    assert f"/games/{old.code}/" in text(client, "/")
    game = make_running_game(mireille, kestrel)
    over = [make_finished_game(mireille, "bold", kind="cantstop") for _ in range(2)]
    visitors = (client, client_of(make_user()))
    for visitor in visitors:
        page = text(visitor, "/")
        assert f"/games/{old.code}/" in page
        for code in (game.code, over[0].code, over[1].code):
            assert f"/games/{code}/" not in page
    moment[0] += 10
    for visitor in visitors:
        for code in (game.code, over[0].code, over[1].code):
            assert f"/games/{code}/" in text(visitor, "/")


def test_nobody_is_shown_their_own_game_that_others_are_shown(
    client: Client, mireille: User, kestrel: User, moment: list[float]
) -> None:
    game = make_running_game(mireille, kestrel)
    assert f'id="watch-featured" href="/games/{game.code}/"' in text(client, "/")
    assert "watch-featured" not in text(client_of(kestrel), "/")


def test_a_game_that_rests_gives_way_to_the_latest_finished_one(
    client: Client, mireille: User
) -> None:
    resting = make_running_game(mireille, "bold")
    resting.moved_at = timezone.now() - timedelta(hours=1)
    resting.save()
    finished = make_finished_game(mireille, "bold")
    page = text(client, "/")
    assert "The latest game" in page
    assert f'href="/games/{finished.code}/replay/0/"' in page


def test_a_game_that_rests_is_not_shown_as_live_not_even_in_place_of_an_example(
    client: Client, mireille: User
) -> None:
    resting = make_running_game(mireille, "bold")
    Game.objects.update(moved_at=timezone.now() - queries.LIVELY)
    page = text(client, "/")
    assert resting.code not in page
    assert "An example" in page


def test_a_game_of_people_is_shown_before_one_with_a_bot(
    client: Client, mireille: User, kestrel: User
) -> None:
    people = make_running_game(mireille, kestrel)
    make_running_game(mireille, "bold")
    assert f'href="/games/{people.code}/"' in text(client, "/")


def test_nobodys_own_game_is_shown_to_them(client: Client, mireille: User, kestrel: User) -> None:
    own = make_running_game(mireille, "bold")
    client.force_login(mireille)
    assert f"?game={own.code}" not in text(client, "/")
    assert "An example" in text(client, "/")
    other = make_running_game(kestrel, "bold")
    make_running_game(mireille, kestrel)
    assert f"?game={other.code}" in text(client, "/")


def test_a_game_that_is_shown_gives_way_when_it_rests(client: Client, mireille: User) -> None:
    shown = make_running_game(mireille, "bold")
    Game.objects.update(moved_at=timezone.now() - queries.LIVELY)
    moving = make_running_game(mireille, "cautious")
    path = f"/?game={shown.code}&have={shown.version}"
    assert moving.code in client.get(path, headers={"HX-Request": "true"}).content.decode()


def test_the_live_game_says_when_it_moved_and_how_many_watch(
    client: Client, mireille: User
) -> None:
    game = make_running_game(mireille, "bold")
    with watched_by(game, "guest", user_key(mireille.pk)):
        page = text(client, "/")
    assert "Last move" in page
    assert "1 watching" in page


def test_signing_in_on_the_front_page_leads_back_to_it_and_to_no_game(
    client: Client, mireille: User
) -> None:
    for shown in ("An example", "Live"):
        page = text(client, "/")
        assert shown in page
        assert "?next=" not in page
        make_running_game(mireille, "bold")


def test_the_game_shown_is_not_repeated_among_the_recent_ones(
    client: Client, mireille: User
) -> None:
    game = make_finished_game(mireille, "bold")
    assert text(client, "/").count(f"/games/{game.code}/replay/0/") == 1


def test_the_front_page_asks_only_for_what_is_new_of_the_game_it_shows(
    client: Client, mireille: User
) -> None:
    game = make_running_game(mireille, "bold")
    path = f"/?game={game.code}&have="
    htmx = {"HX-Request": "true"}
    assert client.get(f"{path}{game.version}", headers=htmx).status_code == 204
    add_events(game, 1)
    answer = client.get(f"{path}{game.version - 1}", headers=htmx)
    assert answer.status_code == 200
    assert f"have={game.version}" in answer.content.decode()
    assert "<html" not in answer.content.decode()


def test_the_front_page_keeps_to_the_game_it_shows_while_it_runs(
    client: Client, mireille: User
) -> None:
    shown = make_running_game(mireille, "bold")
    make_running_game(mireille, "cautious")
    path = f"/?game={shown.code}&have=1"
    assert shown.code in client.get(path, headers={"HX-Request": "true"}).content.decode()


@pytest.mark.parametrize("code", ["", "%00", "nosuchgame", "a/b", "x" * 300])
def test_the_front_page_answers_with_another_game_when_asked_for_nonsense(
    client: Client, mireille: User, code: str
) -> None:
    game = make_running_game(mireille, "bold")
    answer = client.get(f"/?game={code}&have=%00", headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert game.code in answer.content.decode()


def test_ones_own_games_are_on_the_front_page(client: Client, mireille: User) -> None:
    game = make_running_game(mireille, "bold", visibility=UNLISTED)
    assert game.code not in text(client, "/")
    client.force_login(mireille)
    assert f'href="/games/{game.code}/"' in text(client, "/")


# --- The lobby ---


def test_the_lobby_lists_open_tables_newest_first_with_a_form_to_join(
    client: Client, mireille: User, kestrel: User
) -> None:
    older, newer = make_waiting_game(mireille), make_waiting_game(kestrel, size=3)
    page = text(client, "/lobby/")
    assert page.index(f"/games/{newer.code}/join/") < page.index(f"/games/{older.code}/join/")
    assert "1 of 3 seats taken" in page
    assert 'ws-connect="/ws/lobby/' in page


def test_the_lobby_says_how_the_rules_of_a_table_differ(client: Client, mireille: User) -> None:
    make_waiting_game(mireille)
    assert "The usual rules." in text(client, "/lobby/")
    Game.objects.update(variant={"meeting": "jump"})
    assert "Runners jump over the markers of others." in text(client, "/lobby/")


def test_tables_by_link_only_started_cancelled_and_rematches_are_not_in_the_lobby(
    client: Client, mireille: User, kestrel: User
) -> None:
    make_waiting_game(mireille, visibility=UNLISTED)
    make_waiting_game(mireille, status=Game.Status.CANCELLED)
    make_waiting_game(mireille, rematch_of=make_finished_game(mireille, kestrel))
    make_running_game(mireille, kestrel)
    assert list(queries.open_tables()) == []
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
