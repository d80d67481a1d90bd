"""What every answer of the site tells the browser to allow and to forbid."""

import gzip
from http import HTTPStatus

import brotli
import pytest
from django.http.response import HttpResponseBase
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Game
from tests.each_case import each_case
from tests.games.factories import make_finished_game, make_running_game, make_user

pytestmark = pytest.mark.django_db

POLICY = {
    "default-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
    "img-src": "'self' data:",
    "object-src": "'none'",
}
FOR_ANYBODY = (
    "home",
    "lobby",
    "watch",
    "replays",
    "bots",
    "dice_totals",
    "account_signup",
    "account_login",
)
FOR_PLAYERS = ("home", "my_games", "new_game", "account_settings", "account_delete")


@pytest.fixture
def player() -> User:
    return make_user("Ada")


@pytest.fixture
def running(player: User) -> Game:
    return make_running_game(player, "cautious")


@pytest.fixture
def over(player: User) -> Game:
    return make_finished_game(player, "random")


def require_strict(answer: HttpResponseBase) -> None:
    policy = answer["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert dict(part.strip().split(" ", 1) for part in policy.split(";")) == POLICY
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "camera=()" in answer["Permissions-Policy"]


@each_case("name", FOR_ANYBODY)
def test_pages_for_anybody_allow_nothing_from_elsewhere(client: Client, name: str) -> None:
    answer = client.get(reverse(name))
    assert answer.status_code == HTTPStatus.OK
    require_strict(answer)


@pytest.mark.parametrize("name", FOR_PLAYERS)
def test_pages_for_players_allow_nothing_from_elsewhere(
    client: Client, player: User, name: str
) -> None:
    client.force_login(player)
    answer = client.get(reverse(name))
    assert answer.status_code == HTTPStatus.OK
    require_strict(answer)


def test_games_allow_nothing_from_elsewhere(
    client: Client, player: User, running: Game, over: Game
) -> None:
    paths = [
        running.get_absolute_url(),
        over.get_absolute_url(),
        reverse("replay", args=[over.code, 3]),
        reverse("replay", args=[running.code, 3]),
        reverse("picture", args=[over.code, 3]),
        reverse("animation", args=[over.code]),
        player.get_absolute_url(),
        reverse("rules", args=["cantstop"]),
    ]
    for path in paths:
        answer = client.get(path)
        assert answer.status_code == HTTPStatus.OK, path
        require_strict(answer)


def test_only_pictures_and_frames_are_for_pages_of_other_sites(client: Client, over: Game) -> None:
    policy = "Cross-Origin-Resource-Policy"
    for name in ("picture", "embed"):
        path = reverse(name, args=[over.code, 3] if name == "picture" else [over.code])
        assert client.get(path)[policy] == "cross-origin"
    for path in (over.get_absolute_url(), reverse("game_record", args=[over.code]), "/nowhere/"):
        assert client.get(path)[policy] == "same-origin", path


@pytest.mark.parametrize("name", FOR_PLAYERS)
def test_no_cache_keeps_what_somebody_sees_who_is_signed_in(
    client: Client, player: User, running: Game, name: str
) -> None:
    client.force_login(player)
    for path in (reverse(name), running.get_absolute_url(), "/nowhere/"):
        kept = client.get(path)["Cache-Control"]
        assert "private" in kept, path
        assert "no-store" in kept, path


def test_what_is_the_same_for_everybody_may_be_kept_by_those_who_are_signed_in(
    client: Client, player: User, over: Game
) -> None:
    client.force_login(player)
    assert "public" in client.get(reverse("picture", args=[over.code, 3]))["Cache-Control"]
    assert "no-store" not in client.get(reverse("embed", args=[over.code])).get("Cache-Control", "")
    steps = {"from": "0", "to": "3", "lang": "en"}
    frames = client.get(reverse("replay_frames", args=[over.code]), steps)
    assert "private" in frames["Cache-Control"]
    assert "max-age" in frames["Cache-Control"]
    record = client.get(reverse("game_record", args=[over.code]))["Cache-Control"]
    assert "private" in record
    assert "no-cache" in record


def test_signing_out_empties_the_cache_and_leaves_what_the_browser_notes(
    client: Client, player: User
) -> None:
    client.force_login(player)
    assert "Clear-Site-Data" not in client.get(reverse("account_logout"))
    assert client.post(reverse("account_logout"))["Clear-Site-Data"] == '"cache"'
    assert "Clear-Site-Data" not in client.post(reverse("account_logout"))


def test_a_visitors_pages_have_no_rule_for_caches(client: Client) -> None:
    assert "Cache-Control" not in client.get(reverse("lobby"))


def test_a_refusal_leaves_no_traceback_in_the_log(
    caplog: pytest.LogCaptureFixture, client: Client, over: Game
) -> None:
    for path in ("leave", "rematch"):
        assert client.post(f"/games/{over.code}/{path}/").status_code in {403, 409}
    comment = reverse("comment_add", args=[over.code])
    assert client.post(comment, {"seq": "3", "text": "Hm"}).status_code == 403
    refused = [record for record in caplog.records if record.name == "django.request"]
    assert refused
    assert not any(record.exc_info for record in refused)


def test_a_page_that_is_not_there_says_so_under_the_same_policy(client: Client) -> None:
    answer = client.get("/games/nowhere/")
    assert answer.status_code == HTTPStatus.NOT_FOUND
    require_strict(answer)


def test_cookies_are_out_of_reach_of_scripts_and_other_sites(client: Client) -> None:
    answer = client.post(reverse("play_now"))
    cookie = answer.cookies["sessionid"]
    assert cookie["samesite"] == "Lax"
    assert cookie["httponly"]


def test_a_post_from_another_site_is_refused(player: User, running: Game) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(player)
    answer = client.post(reverse("game_act", args=[running.code]), {"action": "resign"})
    assert answer.status_code == HTTPStatus.FORBIDDEN
    running.refresh_from_db()
    assert running.is_running


def test_the_icon_is_found_at_its_old_address(client: Client) -> None:
    assert client.get("/favicon.ico")["Location"].endswith(".svg")


def test_the_moment_of_the_server_is_short_and_has_no_policies_of_pages(client: Client) -> None:
    answer = client.get(reverse("clock"))
    assert answer.content.isdigit()
    named = {name for name in answer.headers if "Policy" in name or "Frame" in name}
    assert named == {
        "Cross-Origin-Opener-Policy",
        "Cross-Origin-Resource-Policy",
        "Referrer-Policy",
    }


@pytest.mark.parametrize(
    ("accepted", "encoding"), [("gzip, deflate, br", "br"), ("gzip", "gzip"), ("identity", None)]
)
def test_pages_are_compressed_as_browsers_know_it(
    client: Client, accepted: str, encoding: str | None
) -> None:
    answer = client.get("/rules/", headers={"Accept-Encoding": accepted})
    assert answer.get("Content-Encoding") == encoding
    assert "Accept-Encoding" in answer["Vary"]
    assert int(answer["Content-Length"]) == len(answer.content)
    unpack = {"br": brotli.decompress, "gzip": gzip.decompress, None: bytes}[encoding]
    assert b"</html>" in unpack(answer.content)


def test_the_length_of_a_compressed_page_varies_by_chance(client: Client) -> None:
    headers = {"Accept-Encoding": "br"}
    answers = [client.get("/rules/", headers=headers) for _ in range(9)]
    assert len({len(answer["X-Padding"]) for answer in answers}) > 1
