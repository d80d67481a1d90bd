"""A whole game of Pig on the site, which knows nothing of it."""

import re
from typing import Any

import pytest
from django.test import Client

from games.engine.records import download
from games.models import Game
from games.services.bot_moves import move_bots
from games.services.commitments import listed_salts
from games.services.imports import import_game
from tests.games.pages import replay_page, text
from tests.games.tables import client_of, make_user

pytestmark = pytest.mark.django_db


def opened(client: Client) -> Game:
    """Return a table against a bot that the form of a new table has opened."""
    seats = {"size": 2, "seat_2": "patient", "visibility": "public", "target": 25}
    assert client.post("/games/new/?kind=pig", seats).status_code == 302
    return Game.objects.get()


def decide(client: Client, path: str) -> bool:
    """Press Hold at 8 points, else Roll, as the page offers it; whether it offered anything."""
    html = text(client, path)
    token = re.search(r'name="token" value="(\d+)"', html)
    points = re.search(r"has (\d+) points in this turn", html)
    if token is None or points is None:
        return False
    action = "hold" if int(points[1]) >= 8 else "roll"
    assert re.search(rf'value="{action}">', html), "the button can be pressed"
    answer = client.post(f"{path}act/", {"action": action, "token": token[1]})
    assert (answer.status_code, answer["Location"]) == (302, path)
    return True


def test_a_whole_game_is_played_looked_at_shared_and_taken_in_again() -> None:
    client = client_of(make_user("Ada"))
    game = opened(client)
    path = f"/games/{game.code}/"
    while Game.objects.get().is_running:
        if not decide(client, path):
            move_bots(Game.objects.get())
    game.refresh_from_db()
    assert " points.</p>" in text(client, path)

    for seq in range(game.version + 1):
        assert f"Step {seq} " in replay_page(client, game, seq)
    assert '"t-pieces"' in text(client, f"{path}replay/frames/?from=0&to=9")
    assert "<dd>" in text(client, f"{path}embed/?seq=5")
    picture = client.get(f"{path}replay/{game.version}.png")
    assert picture.content.startswith(b"\x89PNG")

    written = text(client, f"{path}record.txt")
    assert '[Game "pig"]' in written
    record = text(client, f"{path}record.json")
    script: dict[str, Any] = {}
    exec(download.script(), script)
    assert script["verify"](record, listed_salts).proven
    for given in (written, record):
        again = import_game(given, None)
        assert [*again.events.values("kind", "data")] == [*game.events.values("kind", "data")]

    assert "The rules of Pig" in text(client, "/rules/pig/")
    assert "From 20 points on" in text(client, "/rules/pig/strategy/")
