"""Tables in the states tests need, made by the services as the site makes them."""

import itertools
from typing import Any

from django.test import Client

from accounts.models import User
from games.models import Game, Seat
from games.services import lobby

_numbers = itertools.count(1)


def make_user(name: str = "") -> User:
    """Return a new user; the password is "pass-word-1234"."""
    return User.objects.create_user(name or f"player{next(_numbers)}", password="pass-word-1234")


def waiting_table(creator: User | None = None, players: int = 2, **options: Any) -> Game:
    """Return a table at which only its creator sits."""
    return lobby.create_table(creator or make_user(), "cantstop", players, {}, **options)


def running_table(players: int = 2, **options: Any) -> Game:
    """Return a table of people that has just started."""
    game = waiting_table(None, players, **options)
    for _ in range(players - 1):
        game = lobby.join(game.code, make_user())
    return game


def user_at(game: Game, player: int) -> User:
    """Return who sits at this place."""
    user = Seat.objects.select_related("user").get(game=game, player=player).user
    assert user is not None
    return user


def client_of(user: User | None) -> Client:
    """Return a browser without scripts, signed in as this user or as nobody."""
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def player_client(game: Game, player: int) -> Client:
    """Return a browser signed in as whoever sits at this place."""
    return client_of(user_at(game, player))
