"""A turn that a bot decided at a live table wins the game for the bot, not for the player."""

from datetime import timedelta
from typing import NamedTuple

import pytest
from django.utils import timezone

from accounts.models import User
from games.engine.core import Event, Resign
from games.engine.dice import ScriptedDice, SeededDice
from games.engine.orders import only_action
from games.engine.records.text_record import text_of
from games.engine.replay import fold, positions
from games.engine.time_control import Live
from games.export import recorded_once
from games.models import ClockNote, Game, Notice, Seat
from games.notices.words import words_of
from games.pov import player_of, pov_of
from games.presenters import table_of
from games.presenters.names import bot_name
from games.presenters.table import Table
from games.queries import results_of, totals_of
from games.services.clocks import stand_in_of
from games.services.endings import end_clocks
from games.services.imports import import_game
from games.services.play import submit_action
from tests.engine.kinds import every_kind
from tests.games.factories import make_finished_game, make_running_game, make_user, store
from tests.games.tables import player_client
from tests.html import plain

pytestmark = pytest.mark.django_db

LIVE = Live(bank=60, per_decision=10)
PEOPLE = ("ann", "bo", "cy")


class Played(NamedTuple):
    """A game that somebody has won. own: the seqs of the winner's decisions, not those forced."""

    game: Game
    events: list[Event]
    winner: int
    own: list[int]


def played(kind: str, seed: int) -> Played:
    """Return a game of three that was played to its end at random, by its log alone."""
    done = make_finished_game(*["random"] * 3, kind=kind, seed=seed)
    rules, rows = done.rules, list(done.events.order_by("seq"))
    events = [row.to_event(rules) for row in rows]
    states = positions(rules, events)
    outcome = rules.outcome(states[-1])
    assert outcome is not None
    winner = outcome.winners[0]
    own = [
        seq
        for seq, event in enumerate(events, start=1)
        if event.player == winner and only_action(rules, states[seq - 1], winner) is None
    ]
    people = [make_user(f"{name}{seed}") for name in PEOPLE]
    dealt = len(done.rules.setup(SeededDice(seed)))
    game = make_running_game(
        *people, kind=kind, events=dealt, seed=seed, time_control=LIVE.to_json()
    )
    return Played(game, events, winner, own)


def stand_in(game: Game, events: list[Event], player: int) -> Game:
    """Return the game after these events, in which the player's time has just run out."""
    store(game, fold(game.rules, events), events[game.version :])
    past = timezone.now() - timedelta(hours=1)
    game.seats.update(has_moved=True, time_left=LIVE.at_first)
    game.seats.filter(player=player).update(running_since=past, due_at=past)
    assert end_clocks(game)
    assert game.seats.get(player=player).stood_in
    return Game.objects.get(pk=game.pk)


def write(game: Game, events: list[Event]) -> Game:
    """Return the game after more events, which the service writes."""
    for event in events:
        now = Game.objects.get(pk=game.pk)
        faces = now.rules.faces_of(event)
        dice = ScriptedDice([faces.faces]) if faces else None
        token = now.rules.token(now.position(), event.actor)
        submit_action(now.code, event.actor, now.rules.action_of(event), token, dice)
    return Game.objects.get(pk=game.pk)


def won_by_stand_in(kind: str = "cantstop", seed: int = 1) -> tuple[Game, Seat, User]:
    """Return a game whose last decision of the winner a bot made, the seat and who had it."""
    game, events, winner, own = played(kind, seed)
    user = game.seats.get(player=winner).user
    assert user is not None
    before = own[-1] - 1
    game = write(stand_in(game, events[:before], winner), events[before:])
    assert game.is_finished
    return game, game.seats.get(player=winner), user


def table_after(game: Game) -> Table:
    return table_of(pov_of(game, None))


@every_kind
@pytest.mark.parametrize("seed", range(1, 6))
def test_a_turn_that_a_bot_decided_wins_for_the_bot(kind: str, seed: int) -> None:
    game, seat, user = won_by_stand_in(kind, seed)
    assert (seat.user, seat.left_by, seat.bot) == (None, user, stand_in_of(game))
    assert seat.won
    stood_in, taken = game.clock_notes.order_by("pk")
    assert (stood_in.kind, taken.kind) == (ClockNote.Kind.STOOD_IN, ClockNote.Kind.TAKEN_OVER)
    assert (seat.taken_over_after, taken.after) == (stood_in.after, game.version)
    assert totals_of(user, Game.objects.filter(pk=game.pk)) == {"games": 1, "wins": 0}
    (row,) = results_of(user, Game.objects.filter(pk=game.pk))
    assert (row["people_played"], row["people_won"]) == (1, 0)
    assert player_of(game, user.pk) is None


@every_kind
@pytest.mark.parametrize("seed", range(1, 6))
def test_who_decides_again_after_a_bot_stood_in_wins(kind: str, seed: int) -> None:
    game, events, winner, own = played(kind, seed)
    user = game.seats.get(player=winner).user
    rolls = [seq for seq in range(1, own[-1]) if game.rules.faces_of(events[seq - 1])]
    others = [seq for seq in rolls if events[seq - 1].player != winner]
    before = max(seq for seq in own if seq < others[-2]) - 1  # of an earlier turn
    game = write(stand_in(game, events[:before], winner), events[before:])
    seat = game.seats.get(player=winner)
    assert (seat.user, seat.bot, seat.won, seat.stand_ins) == (user, "", True, 1)
    assert [note.kind for note in game.clock_notes.all()] == [ClockNote.Kind.STOOD_IN]


def test_the_last_one_left_wins_though_a_bot_decides_for_them() -> None:
    game, events, winner, own = played("cantstop", 1)
    user = game.seats.get(player=winner).user
    game = stand_in(game, events[: own[-1] - 1], winner)
    for player in {0, 1, 2} - {winner}:
        submit_action(game.code, player, Resign(), None)
    seat = game.seats.get(player=winner)
    assert (seat.user, seat.won, seat.left_by) == (user, True, None)


@every_kind
def test_the_table_and_the_log_say_who_won_in_whose_place(kind: str) -> None:
    game, seat, user = won_by_stand_in(kind)
    bot = bot_name(kind, seat.bot)
    said = f"{user.username}'s time had run out: {bot} won in their place."
    table = table_after(game)
    assert table.winners == f"{bot} won"
    assert table.termination.endswith(said)
    assert next(words for _number, words in table.notes) == said
    others = [other for other in game.seats.all() if other.player != seat.player]
    client = player_client(game, others[0].player)
    for address in (game.get_absolute_url(), f"{game.get_absolute_url()}replay/{game.version}/"):
        page = plain(client.get(address).content.decode())
        assert said in page
        assert f"{user.username} won" not in page


def test_who_is_taken_out_of_a_win_is_told_so() -> None:
    _game, _seat, user = won_by_stand_in()
    notice = Notice.objects.get(user=user, kind=Notice.Kind.GAME_OVER)
    assert words_of(notice).title == "A bot took over and won"


@every_kind
def test_the_record_of_such_a_game_comes_back_as_it_was(kind: str) -> None:
    game, _seat, user = won_by_stand_in(kind)
    notes = [note.to_note() for note in game.clock_notes.all()]
    imported = import_game(text_of(recorded_once(game)), user)
    assert [note.to_note() for note in imported.clock_notes.all()] == notes
    assert "won in their place" in table_after(imported).termination
