"""Where links of a table and its replay lead without scripts, and what a refused record says."""

from html import unescape

import pytest
from django.test import Client
from selectolax.lexbor import LexborNode

from accounts.models import User
from games.models import Game
from tests.engine.kinds import every_kind
from tests.games.factories import make_finished_game, make_running_game
from tests.games.pages import replay_page, text
from tests.games.records import paste
from tests.games.tables import client_of
from tests.html import link, one

pytestmark = pytest.mark.django_db

HEAD = '[Game "cantstop"] [Seat "a" "Ada"] [Seat "b" "Bo"]\n'


@every_kind
def test_how_to_play_leads_to_the_rules_without_scripts(client: Client, kind: str) -> None:
    game = make_running_game("random", "random", kind=kind, events=3)
    assert link(text(client, f"/games/{game.code}/"), "How to play?") == f"/rules/{kind}/"


@every_kind
def test_the_end_of_a_game_leads_to_the_start_of_its_replay(client: Client, kind: str) -> None:
    game = make_finished_game("random", "random", kind=kind)
    page = text(client, f"/games/{game.code}/")
    for words in ("Replay", "Replay from the start"):
        assert link(page, words) == f"/games/{game.code}/replay/0/"


def test_a_running_game_is_looked_through_from_its_present(client: Client, running: Game) -> None:
    page = text(client, f"/games/{running.code}/")
    replay = link(page, "Replay from the start")
    present = f"/games/{running.code}/replay/{running.version}/"
    assert client.get(replay).headers["Location"] == present
    assert "hidden" in begin(client, present).attributes


def begin(client: Client, path: str) -> LexborNode:
    return one(text(client, path), "a#r-begin")


def test_over_the_board_of_the_start_the_first_step_is_a_link_that_keeps_the_side(
    client: Client, finished: Game
) -> None:
    base = f"/games/{finished.code}/replay/"
    tag = begin(client, f"{base}0/?as=1")
    assert tag.attributes["href"] == f"{base}1/?as=1"
    assert "hidden" not in tag.attributes
    assert "Step by step" in replay_page(client, finished, 0)
    assert "hidden" in begin(client, f"{base}1/").attributes


@pytest.mark.parametrize(
    ("move", "possible"), [("1a 3164:7+8", "4+10, 9+5, 7+7"), ("1a S", "a roll")]
)
def test_a_refused_record_says_what_would_be_allowed_there(
    kestrel: User, move: str, possible: str
) -> None:
    page = unescape(paste(client_of(kestrel), HEAD + move).content.decode())
    assert f"the rules don't allow that here; possible: {possible}." in page
