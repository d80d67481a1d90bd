"""Tables in the states tests need, made by the services as the site makes them."""

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

from django.test import Client

from accounts.models import User
from games.engine.core import Event
from games.engine.registry import KINDS
from games.engine.replay import fold
from games.models import Game, GameEvent, Seat, TableOptions
from games.presence import see
from games.services import lobby
from games.services.dice import GameChance
from games.services.play import submit_action
from games.services.start import settle
from games.services.tables import locked_game, open_decisions
from tests.games.factories import store
from tests.games.povs import IN_ORDER, read_move

_numbers = itertools.count(1)


def make_user(name: str = "") -> User:
    """Return a new user; the password is "pass-word-1234"."""
    return User.objects.create_user(name or f"player{next(_numbers)}", password="pass-word-1234")


def waiting_table(
    creator: User | None = None,
    players: int = 2,
    *,
    kind: str = "cantstop",
    variant: Mapping[str, Any] | None = None,
    bots: Sequence[str] = (),
    salt: str | None = "",
    **options: Any,
) -> Game:
    """Return a table at which only its creator and the bots sit."""
    chosen = TableOptions(kind, players, variant or {}, **options)
    return lobby.create_table(creator or make_user(), chosen, bots=bots, salt=salt)


def running_table(players: int = 2, **options: Any) -> Game:
    """Return a table of people that has just started.

    All but the first sit down as by `lobby.join`, without its questions whether they may.
    """
    with locked_game(waiting_table(None, players, **options).code) as game:
        for player in range(1, players):
            user = make_user()
            Seat.objects.create(game=game, player=player, user=user, salt="")
            see(game.code, user.pk)
        settle(game)
    return game


def buttons_table(
    moves: str = "", players: int = 2, *, bots: Mapping[int, str] | None = None, **options: Any
) -> Game:
    """Return a table of Buttons after the moves, as `pov_after` reads them.

    Everything is dealt in order, so that player 0 begins.  bots: by player, in place of people.
    """
    game = running_table(players, kind="buttons", **options)
    _set_up_in_order(game)
    for player, bot in (bots or {}).items():
        game.seats.filter(player=player).update(user=None, bot=bot)
    return play(game, moves)


def play(game: Game, moves: str) -> Game:
    """Play the moves, as `pov_after` reads them, and return the game as it is then.

    The rules check each move. Only the last one is made by the service.
    """
    game = Game.objects.get(pk=game.pk)
    state, log, words = game.position(), [], moves.split()
    for word in words[:-1]:
        player, action, dice = read_move(game, state, word)
        log.append(game.rules.resolve(state, player, action, dice))
        state = game.rules.apply_event(state, log[-1])
    if log:
        store(game, state, log)
    for word in words[-1:]:
        player, action, dice = read_move(game, state, word)
        submit_action(game.code, player, action, game.rules.token(state, player), dice)
    return Game.objects.get(pk=game.pk)


def nearly_over(game: Game) -> Game:
    """Return a game among bots as it is a few moves before its end, played by the engine alone."""
    game = Game.objects.get(pk=game.pk)
    rules, dice, states = game.rules, GameChance(game), [game.position()]
    log: list[Event] = []
    bots = {seat.player: KINDS[game.kind].bots[seat.bot] for seat in game.seats.exclude(bot="")}
    while active := rules.active_players(states[-1]):
        action = bots[active[0]].choose(rules, states[-1], active[0])
        log.append(rules.resolve(states[-1], active[0], action, dice))
        states.append(rules.apply_event(states[-1], log[-1]))
    store(game, states[-13], log[:-12])
    return game


def token_of(game: Game, player: int) -> int | None:
    """Return the token of the decision that is open for the player, as the form would send it."""
    return game.rules.token(game.position(), player)


def log_of(game: Game) -> list[tuple[int | None, str]]:
    """Return whose each event is, and what."""
    return list(game.events.order_by("seq").values_list("player", "kind"))


def _set_up_in_order(game: Game) -> None:
    setup = game.rules.setup(IN_ORDER)
    for seq, event in enumerate(setup, start=1):
        data = game.rules.event_to_json(event)
        GameEvent.objects.filter(game=game, seq=seq).update(data=data)
    state = fold(game.rules, setup)
    game.state = game.rules.state_to_json(state)
    game.save(update_fields=["state"])
    open_decisions(game, state)


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
    """Return a browser signed in as the user who sits at this place."""
    return client_of(user_at(game, player))
