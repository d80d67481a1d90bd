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
from tests.html import elements, one, texts, value

pytestmark = pytest.mark.django_db


def opened(client: Client) -> Game:
    """Return a table against a bot that the form of a new table has opened."""
    seats = {"size": 2, "seat_2": "patient", "visibility": "public", "target": 25}
    assert client.post("/games/new/?kind=pig", seats).status_code == 302
    return Game.objects.get()


def decide(client: Client, path: str) -> bool:
    """Press Hold at 8 points, else Roll, as the page offers it; whether it offered anything."""
    html = text(client, path)
    points = re.search(r"has (\d+) points in this turn", html)
    if not elements(html, "[name=token]:not([value=''])") or points is None:
        return False
    action = "hold" if int(points[1]) >= 8 else "roll"
    assert one(html, f"[value={action}]:not([disabled])"), "the button can be pressed"
    sent = {"action": action, "token": value(html, "[name=token]")}
    answer = client.post(f"{path}act/", sent)
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
    assert any(words.endswith(" points.") for words in texts(text(client, path), "p"))

    for seq in range(game.version + 1):
        assert f"Step {seq} " in replay_page(client, game, seq)
    assert '"t-pieces"' in text(client, f"{path}replay/frames/?from=0&to=9")
    assert elements(text(client, f"{path}embed/?seq=5"), "dd")
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
