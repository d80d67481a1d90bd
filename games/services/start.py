"""The start of a game, when all seats are taken and all salts have arrived."""

from datetime import timedelta

from games.broadcast import notify_due, notify_game_changed, notify_lobby_changed
from games.engine.dice import Dice
from games.engine.fairness.verify import SEATS
from games.engine.replay import fold
from games.models import Game, Seat
from games.services.absence import needs_players_there
from games.services.clocks import start_clocks
from games.services.commitments import publish_commitment, publish_salts
from games.services.dice import GameChance
from games.services.notices import withdraw_invitations
from games.services.tables import SALT_TIME, WAITING_TIME, next_due, open_decisions, write_event
from operations import clock

LOOK_AROUND = timedelta(seconds=30)
"""How often to look for absent players at a waiting table that strangers can join at once."""

STARTED = ["status", "started_at", "moved_at", "version", "state", "due_at", "time_control"]


def settle(game: Game, new_commitment: str = "") -> None:
    """Start a locked waiting table if its seats and salts are complete, or set when it is due.

    Call it last in a transaction. new_commitment: to publish for a new table, otherwise "".
    """
    if game.is_waiting and is_full(game):
        if game.seats.filter(salt=None).exists():
            # Never later than before: changing a salt must not delay the start.
            soon = clock.now() + SALT_TIME
            game.due_at = min(game.due_at or soon, soon)
            game.save(update_fields=["due_at"])
        else:
            begin(game)
    elif game.is_waiting:
        wait = LOOK_AROUND if needs_players_there(game) else WAITING_TIME
        game.due_at = clock.now() + wait
        game.save(update_fields=["due_at"])
    notify(game)
    # Publishing comes last: it takes the lock of the public list (accounts/locks.py).
    if new_commitment:
        publish_commitment(new_commitment, game.created_at)
    if game.is_running:
        publish_salts(game)


def notify(game: Game) -> None:
    """Notify everybody at the table and in the lobby that the table has changed."""
    notify_game_changed(game.code)
    notify_lobby_changed()


def is_full(game: Game) -> bool:
    return game.seats.count() == game.size


def begin(game: Game) -> None:
    """Start the game of a full locked table: draw the order of the seats and set the game up."""
    dice = GameChance(game)
    # With known dice each seat has known rolls; players with dice of their own chose their seats.
    if not game.has_known_dice and not game.own_dice:
        _draw_seats(game, dice)
    game.status = Game.Status.RUNNING
    game.started_at = game.moved_at = clock.now()
    setup = game.rules.setup(dice)
    for event in setup:
        write_event(game, event)
    state = fold(game.rules, setup)
    game.state = game.rules.state_to_json(state)
    start_clocks(game, state)
    game.due_at = next_due(game, state)
    open_decisions(game, state)
    game.save(update_fields=STARTED)
    withdraw_invitations(game)
    notify_due(game.due_at)


def _draw_seats(game: Game, dice: Dice) -> None:
    seats = list(game.seats.all())
    order = dice.shuffle(SEATS, len(seats))
    # New rows, because (game, player) is unique: seats cannot swap numbers one by one.
    game.seats.all().delete()
    Seat.objects.bulk_create(
        Seat(
            game=game,
            player=player,
            user_id=seats[drawn].user_id,
            bot=seats[drawn].bot,
            name=seats[drawn].name,
            place=drawn,
            salt=seats[drawn].salt,
        )
        for player, drawn in enumerate(order)
    )
