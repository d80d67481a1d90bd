"""Games that repeat the dice of a finished game. Their dice are public, so they do not count."""

from dataclasses import asdict

from accounts.locks import retried_on_deadlock
from accounts.models import User
from games.engine.registry import KINDS
from games.models import Game, GameDice, Seat, TableOptions
from games.services.refusals import NoKnownDice, NotFinished
from games.services.seating import UNFINISHED, seat_lock
from games.services.start import settle


def can_be_played_again(game: Game) -> bool:
    """Return whether the dice of this game are known and may be rolled again.

    Those of an imported game may not: when it is deleted, other games would lose their dice.
    """
    original = game.same_dice_as or game
    if not game.is_finished or game.challenge_id is not None or original.is_imported:
        return False
    proof: GameDice | None = getattr(original, "dice", None)
    return proof is not None and bool(proof.secret)


@retried_on_deadlock
def play_same_dice(game: Game, user: User) -> Game:
    """Open a table with the dice of a finished game, or return the one the user has open.

    The user gets the place they had in that game, otherwise the winner's. Bots keep their places.
    All other places are free, also those of bots that no longer exist. Each place gets the rolls it
    had, so the seats are not drawn.

    Args:
        game: The finished game.
        user: The user who plays again.

    Raises:
        NotFinished: The game is not over.
        NoKnownDice: The dice of this game cannot be rolled again.
        SignedOut: The account has been deleted.
        Sanctioned: The user may not take a seat.
        TooManyTables: The user has too many unfinished tables.
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
    own = _place_of(seats, user)
    Seat.objects.create(game=table, player=own, user=user, salt="")
    for seat in seats:
        if seat.bot in bots and seat.player != own:
            Seat.objects.create(game=table, player=seat.player, bot=seat.bot, salt="")
    settle(table)
    return table


def _place_of(seats: list[Seat], user: User) -> int:
    """Return the player whose dice the user gets: the user themselves, otherwise a winner."""
    own = [seat.player for seat in seats if seat.user_id == user.pk]
    won = [seat.player for seat in seats if seat.won]
    return next(iter(own + won), 0)
