"""Pages as text."""

from django.test import Client

from games.models import Game


def text(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200, path
    return response.content.decode()


def replay_page(client: Client, game: Game, seq: int) -> str:
    response = client.get(f"/games/{game.code}/replay/{seq}/")
    assert response.status_code == 200
    return response.content.decode()
