"""Games played through the engine with reproducible dice and written as a server would."""

import random
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from accounts.models import User
from games.engine.core import Action, Event, Resign, State
from games.engine.dice import SeededDice
from games.models import ClockNote, Game, GameEvent, Seat

Holder = User | str | None
"""Who holds a seat: a user, a bot's slug, or nobody any more."""


def make_user(username: str, **fields: Any) -> User:
    """Return a user who cannot sign in by password, which is quick to make."""
    return User.objects.create(username=username, password="!", **fields)


def make_waiting_game(*holders: Holder, size: int = 2, **fields: Any) -> Game:
    """Return a table that waits, with these seats taken."""
    game = _make_game(size, **fields)
    _seat(game, holders)
    return game


def make_running_game(*holders: Holder, events: int = 12, seed: int = 1, **fields: Any) -> Game:
    """Return a game with its first `events` events played; it is not over by then."""
    game = _start(holders, **fields)
    states, log = _play(game, seed, events)
    assert len(log) == events, "the game ended before so many events"
    store(game, states[-1], log)
    return game


def make_finished_game(
    *holders: Holder, seed: int = 1, resign_after: int | None = None, **fields: Any
) -> Game:
    """Return a game played to its end, or till the player who is to act resigns."""
    finished_at = fields.pop("finished_at", timezone.now())
    game = _start(holders, **fields)
    states, log = _play(game, seed, resign_after)
    if resign_after is not None:
        while game.rules.outcome(states[-1]) is None:
            player = game.rules.active_players(states[-1])[0]
            _step(game, states, log, (player, Resign()), SeededDice(seed))
    store(game, states[-1], log)
    _finish(game, states[-1], finished_at)
    return game


def add_events(game: Game, count: int, seed: int = 2) -> None:
    """Play `count` more events in a running game."""
    states, log = _play(game, seed, count)
    store(game, states[-1], log)


def _make_game(size: int, **fields: Any) -> Game:
    values = {"kind": "cantstop", "rules_version": 1, "variant": {}, "size": size} | fields
    return Game.objects.create(**values)


def _start(holders: tuple[Holder, ...], **fields: Any) -> Game:
    game = _make_game(
        max(len(holders), 2),
        **{"status": Game.Status.RUNNING, "started_at": timezone.now() - timedelta(hours=1)}
        | fields,
    )
    _seat(game, holders or (None, None))
    return game


def _seat(game: Game, holders: tuple[Holder, ...]) -> None:
    for player, holder in enumerate(holders):
        user = holder if isinstance(holder, User) else None
        bot = holder if isinstance(holder, str) else ""
        Seat.objects.create(game=game, player=player, user=user, bot=bot)


def _play(game: Game, seed: int, events: int | None) -> tuple[list[State], list[Event]]:
    """Return the positions and the events of random play from the present position."""
    chance, dice = random.Random(seed), SeededDice(seed)
    states: list[State] = [game.position()]
    log: list[Event] = [] if game.version else list(game.rules.setup(dice))
    for event in log:
        states.append(game.rules.apply_event(states[-1], event))
    while game.rules.outcome(states[-1]) is None and (events is None or len(log) < events):
        # Any order of simultaneous decisions; where one decides, chance is not asked.
        first, *others = game.rules.active_players(states[-1])
        player = chance.choice([first, *others]) if others else first
        action = chance.choice(game.rules.legal_actions(states[-1], player))
        _step(game, states, log, (player, action), dice)
    return states, log


def _step(
    game: Game,
    states: list[State],
    log: list[Event],
    move: tuple[int, Action],
    dice: SeededDice,
) -> None:
    log.append(game.rules.resolve(states[-1], *move, dice))
    states.append(game.rules.apply_event(states[-1], log[-1]))


def store(game: Game, state: State, log: list[Event]) -> None:
    """Append events to the log of a running game at once. state: the position after them."""
    GameEvent.objects.bulk_create(
        GameEvent(
            game=game,
            seq=game.version + number,
            player=event.player,
            kind=event.type,
            data=game.rules.event_to_json(event),
        )
        for number, event in enumerate(log, start=1)
    )
    game.version += len(log)
    game.moved_at = timezone.now()
    game.state = game.rules.state_to_json(state)
    game.save()
    game.seats.update(to_move=False)
    game.seats.filter(player__in=game.rules.active_players(state)).update(to_move=True)


def _finish(game: Game, state: State, finished_at: datetime) -> None:
    outcome = game.rules.outcome(state)
    assert outcome is not None, "a game that is played to its end has an outcome"
    game.status = Game.Status.FINISHED
    game.termination = outcome.termination
    game.finished_at = finished_at
    game.save()
    for seat in game.seats.all():
        seat.won = seat.player in outcome.winners
        seat.save()


def take_over(game: Game, user: User, bot: str = "bold") -> None:
    """Have a bot play on in a user's place, as when their time has run out."""
    seat = game.seats.get(user=user)
    seat.user, seat.bot = None, bot
    seat.left_by, seat.taken_over_after = user, game.version
    seat.save()
    ClockNote.objects.create(
        game=game, after=game.version, kind="taken-over", player=seat.player, bot=bot
    )
