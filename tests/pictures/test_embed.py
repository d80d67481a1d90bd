"""A replay in other people's pages."""

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from games.models import Game
from tests.games.factories import make_waiting_game
from tests.games.pages import text
from tests.html import elements, one, text_of, values

pytestmark = pytest.mark.django_db


def test_only_the_embedded_replay_may_be_framed(client: Client, finished: Game) -> None:
    answer = client.get(f"/games/{finished.code}/embed/")
    policy = answer["Content-Security-Policy"]
    assert "frame-ancestors *" in policy
    assert "form-action 'none'" in policy
    assert "script-src 'none'" in policy
    assert "unsafe" not in policy
    assert "X-Frame-Options" not in answer
    paths = ("replay/1/", "replay/1.png", "animation/", "", "embed/nothing/")
    for path in paths:
        other = client.get(f"/games/{finished.code}/{path}")
        assert "frame-ancestors 'none'" in other["Content-Security-Policy"], path
        assert other["X-Frame-Options"] == "DENY", path


def test_the_embedded_replay_needs_no_cookie_no_form_and_no_script(
    client: Client, finished: Game, ada: User
) -> None:
    client.force_login(ada)
    answer = client.get(f"/games/{finished.code}/embed/?seq=5")
    assert not answer.cookies
    assert "Cookie" not in answer.get("Vary", "")
    html = answer.content.decode()
    assert not elements(html, "form, script")
    assert html == text(Client(), f"/games/{finished.code}/embed/?seq=5")


def test_it_steps_by_links(client: Client, finished: Game) -> None:
    path = f"/games/{finished.code}/embed/"
    seen = [0]
    while True:
        html = text(client, f"{path}?seq={seen[-1]}")
        forward = values(html, "[aria-label='One step forward'][href]", "href")
        if not forward:
            break
        seen.append(int(forward[0].partition("seq=")[2]))
    assert seen == list(range(finished.version + 1))
    back = text(client, f"{path}?seq=7")
    assert elements(back, f"[href='{path}?seq=6'][target=_self]")
    assert elements(back, f"a[href='/games/{finished.code}/replay/7/']")
    assert text(client, path) == text(client, f"{path}?seq=nonsense")
    assert text(client, path) == text(client, f"{path}?seq=999999")


def test_it_draws_every_kind_and_running_games_up_to_now(
    client: Client, with_layouts: Game, running: Game
) -> None:
    assert elements(text(client, f"/games/{with_layouts.code}/embed/?seq=9"), ".cells-drawn")
    assert f"{running.version} / {running.version}" in text(client, f"/games/{running.code}/embed/")


def test_a_table_that_waits_and_an_unknown_one_cannot_be_embedded(client: Client) -> None:
    assert client.get(f"/games/{make_waiting_game(None).code}/embed/").status_code == 404
    assert client.get("/games/nowhere1/embed/").status_code == 404


def test_the_replay_offers_the_snippet(client: Client, finished: Game) -> None:
    html = text(client, f"/games/{finished.code}/replay/3/")
    src = f"http://testserver/games/{finished.code}/embed/?seq=3"
    snippet = f'<iframe src="{src}" width="480"'
    assert text_of(one(html, "#snippet")).startswith(snippet)
    assert not elements(html, "iframe")


def test_an_address_has_pages_drawn_only_so_often_and_those_that_are_kept_always(
    client: Client, finished: Game, running: Game, settings: Any
) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"frames": "2/m/ip"}
    cache.clear()
    first = client.get(f"/games/{finished.code}/embed/?seq=1")
    assert client.get(f"/games/{running.code}/embed/").status_code == 200
    for path in (f"/games/{finished.code}/embed/?seq=2", f"/games/{running.code}/embed/"):
        refused = client.get(path)
        assert refused.status_code == 429
        assert refused.content.decode().startswith("Too many pictures at once.")
        assert "Cookie" not in refused.get("Vary", "")
        assert "X-Frame-Options" not in refused
    kept = client.get(f"/games/{finished.code}/embed/?seq=1")
    assert (kept.status_code, kept.content) == (200, first.content)


def test_a_kept_page_shows_no_name_that_went(client: Client, finished: Game) -> None:
    path = f"/games/{finished.code}/embed/?seq=1"
    assert "Ada" in text(client, path)
    finished.seats.update(user=None)
    assert "Ada" not in text(client, path)
