"""Random games of every kind that people leave at random moments: all end as they should."""

import os
import random
from datetime import timedelta
from unittest import mock

import pytest
from django.utils import timezone

from accounts.models import User
from games.engine.core import Event, Resign
from games.engine.dice import ScriptedDice, SeededDice
from games.engine.registry import KINDS
from games.engine.time_control import Live, TurnByTurn
from games.history import history
from games.models import Game, Seat
from games.queries import totals_of
from games.services.clocks import STAND_INS
from games.services.endings import end_clocks, stop_waiting
from games.services.play import submit_action
from games.services.snapshots import snapshot_fault
from tests.engine.kinds import every_kind
from tests.games.factories import make_running_game, make_user, store

pytestmark = pytest.mark.django_db

PARTS, GAMES = (5, 500) if "EVERY_CASE" in os.environ else (1, 18)
"""Of each kind. Eighteen have all sizes with both time controls, and all ways to leave."""

LONG_AGO = timedelta(days=40)


def play_on(game: Game, chance: random.Random, events: int | None) -> None:
    """Play so many more events at random, or to the end; the last one is the service's."""
    rules, state, dice = game.rules, game.position(), SeededDice(chance.getrandbits(32))
    log: list[Event] = []
    while (active := rules.active_players(state)) and (events is None or len(log) < events):
        player = chance.choice(active)
        action = chance.choice(rules.legal_actions(state, player))
        log.append(rules.resolve(state, player, action, dice))
        state = rules.apply_event(state, log[-1])
    if log:
        states = [game.position()]
        for event in log[:-1]:
            states.append(rules.apply_event(states[-1], event))
        store(game, states[-1], log[:-1])
        write(game, log[-1])


def write(game: Game, event: Event) -> None:
    faces = game.rules.faces_of(event)
    dice = ScriptedDice([faces.faces]) if faces else None
    token = game.rules.token(game.position(), event.actor)
    submit_action(game.code, event.actor, game.rules.action_of(event), token, dice)


def let_leave(game: Game, chance: random.Random) -> User | None:
    """Have somebody leave: resign, run out of time in their turn, or be waited for no longer.

    Returns:
        Who has left; None where a bot only stands in for them.
    """
    active = game.rules.active_players(game.position())
    seats = [s for s in game.seats.all() if s.user and s.player not in game.position().left]
    late = [seat for seat in seats if seat.player in active and not seat.stood_in]
    if late and chance.random() < 0.7:
        seat = chance.choice(late)
        past = timezone.now() - LONG_AGO
        Seat.objects.filter(pk=seat.pk).update(
            running_since=past,
            due_at=past,
            stand_ins=chance.choice([0, STAND_INS]),
            has_moved=any(event.player == seat.player for event in history(game).events),
        )
        others = [other for other in seats if other.pk != seat.pk]
        if isinstance(game.timing, Live) and others and chance.random() < 0.4:
            claims = game.size == 2 and chance.random() < 0.5
            seen = {seat.user_id: past}
            with mock.patch("games.presence.last_seen", return_value=seen):
                stop_waiting(game.code, chance.choice(others).player, seat.player, claims=claims)
        else:
            assert end_clocks(game)
    elif seats:
        seat = chance.choice(seats)
        submit_action(game.code, seat.player, Resign(), None)
    else:
        return None
    game.refresh_from_db()
    stood_in = Seat.objects.filter(pk=seat.pk, stood_in=True).exists()
    return None if stood_in else seat.user


@every_kind
@pytest.mark.parametrize("part", range(PARTS))
def test_all_games_end_and_replay_and_nobody_who_left_has_won(kind: str, part: int) -> None:
    users = [make_user(f"user{number}") for number in range(4)]
    for number in range(part, GAMES, PARTS):
        chance = random.Random(number)
        size = chance.choice([2, 3, 4])
        people = users[: size if size == 2 else chance.randint(2, size)]
        control = chance.choice([Live(60, 10), TurnByTurn(3)])
        bots = ["random"] * (size - len(people))
        game = make_running_game(
            *people, *bots, kind=kind, events=len(setup_of(kind, size)), seed=number,
            time_control=control.to_json(),
        )  # fmt: skip
        left = set[User]()
        game.seats.filter(user__isnull=False).update(time_left=control.at_first)
        for _ in range(chance.randint(1, 4)):
            play_on(game, chance, chance.randint(0, 40))
            game = Game.objects.get(pk=game.pk)
            if game.is_running and (user := let_leave(game, chance)) is not None:
                left.add(user)
            game = Game.objects.get(pk=game.pk)
        play_on(game, chance, None)
        game = Game.objects.get(pk=game.pk)
        assert game.is_finished, number
        outcome = game.rules.outcome(game.position())
        assert outcome is not None
        assert game.position().left.isdisjoint(outcome.winners), number
        assert not game.seats.filter(user__in=left, won=True).exists(), number
        for user in left:  # nor is what the bot in their place has won counted as theirs
            assert totals_of(user, Game.objects.filter(pk=game.pk))["wins"] == 0, number
        assert snapshot_fault(game) == "", number


def setup_of(kind: str, size: int) -> tuple[Event, ...]:
    return KINDS[kind].make_rules(size, {}).setup(SeededDice(0))
