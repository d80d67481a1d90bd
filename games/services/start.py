"""The start of a game, once all seats are taken and all salts are there."""

from datetime import datetime, timedelta

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
"""How often it is looked who has left a table where strangers can begin to play at once."""

STARTED = [
    *("status", "started_at", "moved_at", "version", "state", "due_at"),
    "time_control",
]


def settle(game: Game, new_commitment: str = "") -> None:
    """Start a waiting table that has everything it needs, or set when it is due. Tell everybody.

    What becomes known of its dice is published: this has to be the last thing a transaction does.

    Args:
        game: A table that is locked.
        new_commitment: The commitment to its secret, if the table has only just been opened.
    """
    if game.is_waiting and is_full(game):
        if game.seats.filter(salt=None).exists():
            # Never later than before: changing a salt must not delay the start.
            _set_due(game, min(game.due_at or _in(SALT_TIME), _in(SALT_TIME)))
        else:
            begin(game)
    elif game.is_waiting:
        _set_due(game, _in(LOOK_AROUND if needs_players_there(game) else WAITING_TIME))
    notify(game)
    if new_commitment:
        publish_commitment(new_commitment, game.created_at)
    if game.is_running:
        publish_salts(game)


def notify(game: Game) -> None:
    """Tell everybody at the table and in the lobby that the table has changed."""
    notify_game_changed(game.code)
    notify_lobby_changed()


def is_full(game: Game) -> bool:
    """Return whether every seat is taken."""
    return game.seats.count() == game.size


def _in(wait: timedelta) -> datetime:
    return clock.now() + wait


def _set_due(game: Game, moment: datetime) -> None:
    game.due_at = moment
    game.save(update_fields=["due_at"])


def begin(game: Game) -> None:
    """Start the game: draw the order of the seats and set the game up.

    Args:
        game: A full table that is locked.
    """
    dice = GameChance(game)
    # Known dice: each player has known rolls. Own dice: people sit as they sit.
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
    """Give the players their numbers at random."""
    seats = list(game.seats.all())
    order = dice.shuffle(SEATS, len(seats))
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
