"""Many clocks that run out at the same moment, and two referees that look at them."""

from collections import Counter
from datetime import timedelta
from functools import partial

import pytest
from django.db import connection
from django.utils import timezone

from games import referee
from games.engine.time_control import Live, TurnByTurn
from games.models import ClockNote, Game, GameEvent, Seat, SignOfLife
from games.services.clocks import give_sign_of_life
from tests.games.factories import make_running_game, make_user
from tests.live.test_concurrency import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.services]

CLOCKS = 100 if connection.vendor == "postgresql" else 24
"""On SQLite one writes after the other: more of them take longer and meet nothing else."""

SIZES = (2, 3)


def look_until_nothing_is_due() -> None:
    """Do what one referee does, until it finds nothing more."""
    while codes := referee.claim_due(referee.GAMES_AT_ONCE):
        for code in codes:
            referee.handle(code)


def run_out_together() -> list[Game]:
    """Return so many games whose clocks have all run out at the same moment."""
    users = [make_user(f"user{number}") for number in range(max(SIZES))]
    past = timezone.now() - timedelta(seconds=30)
    control = TurnByTurn(1)
    games = [
        make_running_game(
            *users[: SIZES[number % 2]],
            events=0,
            time_control=control.to_json(),
        )
        for number in range(CLOCKS)
    ]
    Seat.objects.filter(user__isnull=False).update(time_left=control.at_first)
    Seat.objects.filter(to_move=True).update(running_since=past - control.at_first, due_at=past)
    Game.objects.update(due_at=past)
    give_sign_of_life(SignOfLife.Role.REFEREE)
    return games


def test_of_many_clocks_that_run_out_at_once_each_ends_once_with_two_referees() -> None:
    games = run_out_together()
    at_once(look_until_nothing_is_due, look_until_nothing_is_due)
    of_two = {game.pk for game in games if game.size == 2}
    lost = Counter(GameEvent.objects.filter(kind="timed_out").values_list("game", flat=True))
    assert lost == Counter(of_two)
    taken = Counter(ClockNote.objects.values_list("game", flat=True))
    assert taken == Counter({game.pk for game in games} - of_two)
    assert set(Game.objects.filter(size=2).values_list("status", flat=True)) == {"finished"}


def test_many_processes_that_wake_at_once_give_the_time_back_once() -> None:
    game = make_running_game(
        make_user("ada"), make_user("bob"), events=0, time_control=Live(60, 10).to_json()
    )
    since = timezone.now() - timedelta(seconds=90)
    for role in SignOfLife.Role:
        SignOfLife.objects.create(role=role, seen_at=since)
    first = Seat.objects.filter(game=game, to_move=True)
    first.update(
        time_left=timedelta(seconds=60),
        running_since=since,
        due_at=since + timedelta(seconds=70),
    )
    at_once(*[partial(give_sign_of_life, role) for role in SignOfLife.Role for _ in range(3)])
    assert ClockNote.objects.filter(game=game, kind="given-back").count() == 1
    assert first.filter(due_at__gt=timezone.now() + timedelta(seconds=40)).exists()
