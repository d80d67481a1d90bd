"""What pages say of games that moderators ruled on."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.engine.records.importer import import_record
from games.models import Game
from games.services.play import submit_action
from moderation.services import rulings
from tests.engine.kinds import every_kind
from tests.games.tables import running_table
from tests.html import elements
from tests.moderation.people import make_staff

pytestmark = pytest.mark.django_db
NOTE = "The server <b>stood</b> still."
SHOWN = "The server &lt;b&gt;stood&lt;/b&gt; still."


@pytest.fixture
def senior() -> User:
    return make_staff("senior")


def page(client: Client, name: str, *args: Any) -> str:
    answer = client.get(reverse(name, args=args))
    assert answer.status_code == 200
    return answer.content.decode()


def over(kind: str = "cantstop") -> Game:
    game = running_table(kind=kind)
    submit_action(game.code, 0, game.rules.parse_action("resign"), None)
    return Game.objects.get(pk=game.pk)


@every_kind
def test_a_running_game_that_was_ended_says_so_everywhere(
    kind: str, client: Client, senior: User
) -> None:
    game = running_table(kind=kind)
    rulings.rule("end", game, senior, NOTE)
    game.refresh_from_db()
    for shown in (page(client, "game", game.code), page(client, "replay", game.code, game.version)):
        assert SHOWN in shown
        assert "No one won" in shown
        assert "A moderator ended it." in shown
        assert senior.username not in shown


@every_kind
def test_an_award_is_a_step_of_the_replay(kind: str, client: Client, senior: User) -> None:
    game = over(kind)
    rulings.rule("award", game, senior, NOTE, [0])
    game.refresh_from_db()
    shown = page(client, "replay", game.code, game.version)
    assert "A moderator awards the game." in shown
    assert "Decided by a moderator." in shown
    assert "A moderator awards" not in page(client, "replay", game.code, game.version - 1)
    for seq in range(game.version + 1):
        page(client, "replay", game.code, seq)
    frames = f"{reverse('replay_frames', args=[game.code])}?from=0&to={game.version}"
    assert client.get(frames).status_code == 200
    page(client, "verify", game.code)


@every_kind
def test_records_tell_a_ruling_and_can_be_imported(kind: str, client: Client, senior: User) -> None:
    game = over(kind)
    rulings.rule("award", game, senior, NOTE, [0])
    data = json.loads(page(client, "game_record", game.code))
    assert data["outcome"] == {"winners": [0], "termination": "ruled"}
    text = page(client, "game_text", game.code)
    assert "!a" in text
    assert import_record(text).to_json() == data


def test_an_annulled_game_says_so(client: Client, senior: User) -> None:
    game = over()
    rulings.rule("annul", game, senior, NOTE)
    for shown in (page(client, "game", game.code), page(client, "replay", game.code, 0)):
        assert SHOWN in shown
        assert "This game doesn't count." in shown
    for listed in (
        page(client, "replays"),
        page(client, "player", game.seats.get(player=0).user),
    ):
        assert elements(listed, "span", "annulled")


def test_the_notes_stay_when_a_game_counts_again(client: Client, senior: User) -> None:
    game = over()
    rulings.rule("annul", game, senior, NOTE)
    rulings.rule("unannul", game, senior, "It was fine.")
    shown = page(client, "replay", game.code, 0)
    assert "It was fine." in shown
    assert "This game doesn't count." not in shown


@every_kind
def test_a_picture_of_a_ruled_game_is_drawn(kind: str, client: Client, senior: User) -> None:
    game = running_table(kind=kind)
    rulings.rule("end", game, senior, NOTE)
    game.refresh_from_db()
    answer = client.get(reverse("picture", args=[game.code, game.version]))
    assert answer.status_code == 200
