"""Games that people play on one device, and the browser on it."""

from typing import Any
from unittest.mock import patch

from django.test import Client

from accounts.models import User
from games.models import Game, TableOptions
from games.services import pass_and_play
from games.services.play import submit_action
from tests.games.povs import IN_ORDER
from tests.games.tables import client_of, make_user, play

NAMES = ("Ada", "Ben", "Cleo", "Dora")


def one_device(
    moves: str = "",
    players: int = 2,
    *,
    own_dice: bool = False,
    kind: str = "cantstop",
    host: User | None = None,
    **options: Any,
) -> Game:
    """Return a game of `NAMES` after the moves, as `pov_after` reads them. Ada begins.

    Everything is drawn in order.
    """
    chosen = TableOptions(kind, players, visibility=Game.Visibility.UNLISTED, **options)
    with patch("games.services.start.GameChance", lambda game: IN_ORDER):
        game = pass_and_play.open_game(
            host or make_user(), chosen, NAMES[:players], own_dice=own_dice
        )
    return play(game, moves)


def own_dice(moves: str = "", players: int = 2, **options: Any) -> Game:
    """Return the same, of people who roll real dice."""
    return one_device(moves, players, own_dice=True, **options)


def device_of(game: Game) -> Client:
    """Return the browser of the device."""
    return client_of(game.creator)


def page_on(client: Client, game: Game, dice: str = "", status: int = 200) -> str:
    """Return the table as a browser shows it, with a roll that was typed in."""
    answer = client.get(f"/games/{game.code}/", {"dice": dice} if dice else {})
    assert answer.status_code == status
    return str(answer.content.decode())


def press(client: Client, game: Game, action: str, **sent: Any) -> Any:
    """Press a button on the device: for who is to act, as the form says; `sent` overrides."""
    game.refresh_from_db()
    rules, state = game.rules, game.position()
    player = next(iter(rules.active_players(state)), 0)
    token = game.version + 1 if sent.get("dice") else rules.token(state, player)
    form = {"action": action, "player": player, "token": token} | sent
    found = {name: value for name, value in form.items() if value is not None}
    return client.post(f"/games/{game.code}/act/", found)


def resign_all(game: Game) -> Game:
    """Let everybody but the last one resign, and return the game."""
    for player in range(game.size):
        game = Game.objects.get(pk=game.pk)
        if game.is_running:
            submit_action(game.code, player, game.rules.parse_action("resign"), None)
    return Game.objects.get(pk=game.pk)
