"""Games that repeat the dice of a finished game. As the dice are known, they do not count."""

from dataclasses import asdict

from accounts.locks import retried_on_deadlock
from accounts.models import User
from games.engine.registry import KINDS
from games.models import Game, GameDice, Seat, TableOptions
from games.services.refusals import NoKnownDice, NotFinished
from games.services.seating import UNFINISHED, seat_lock
from games.services.start import settle


def can_be_played_again(game: Game) -> bool:
    """Return whether the dice of this game are known and another game may repeat them."""
    original = game.same_dice_as or game
    # An imported game can be deleted, and games that repeat its dice would lose them.
    if not game.is_finished or game.challenge_id is not None or original.is_imported:
        return False
    proof: GameDice | None = getattr(original, "dice", None)
    return proof is not None and bool(proof.secret)


@retried_on_deadlock
def play_same_dice(game: Game, user: User) -> Game:
    """Open a table with the dice of a finished game, or return the user's open table with them.

    Each seat gets the rolls it had, so the order of seats is not drawn. Bots keep their seats; all
    other seats are free, including seats of bots that no longer exist.
    """
    if not game.is_finished:
        raise NotFinished
    if not can_be_played_again(game):
        raise NoKnownDice
    original = game.same_dice_as or game
    with seat_lock(user):
        opened = Game.objects.filter(
            same_dice_as=original, status__in=UNFINISHED, creator=user, seats__user=user
        ).first()
        return opened or _open_table(original, user)


def _open_table(original: Game, user: User) -> Game:
    table = Game.objects.create(
        **asdict(TableOptions.of(original)),
        rules_version=original.rules_version,
        creator=user,
        same_dice_as=original,
    )
    seats, bots = list(original.seats.all()), KINDS[original.kind].bots
    # The user gets the seat they had, otherwise the seat of a winner.
    mine = [seat.player for seat in seats if seat.user_id == user.pk]
    own = [*mine, *(seat.player for seat in seats if seat.won), 0][0]
    Seat.objects.create(game=table, player=own, user=user, salt="")
    for seat in seats:
        if seat.bot in bots and seat.player != own:
            Seat.objects.create(game=table, player=seat.player, bot=seat.bot, salt="")
    settle(table)
    return table
