"""The dice of a finished game rolled again: nobody's secret any more, so it counts for nothing."""

from accounts.locks import retried_on_deadlock
from accounts.models import User
from games.engine.registry import KINDS
from games.models import Game, GameDice, Seat
from games.services.refusals import NoKnownDice, NotFinished
from games.services.seating import UNFINISHED, seat_lock
from games.services.start import settle


def can_be_played_again(game: Game) -> bool:
    """Return whether the dice of this game are known and can be rolled again.

    Not those of an imported game: it may be deleted, and others would lose their dice with it.
    """
    original = game.same_dice_as or game
    if not game.is_finished or game.challenge_id is not None or original.is_imported:
        return False
    proof: GameDice | None = getattr(original, "dice", None)
    return proof is not None and bool(proof.secret)


@retried_on_deadlock
def play_same_dice(game: Game, user: User) -> Game:
    """Open a table with the dice of a finished game, or return the one the user has open.

    They play in the place that was theirs, or else in the winner's. Bots play where they played,
    and the other places, also of bots that are no more, are free. Each place has the rolls that it
    had: none is drawn.
    Raises NotFinished, NoKnownDice, TooManyTables, Sanctioned.
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
        kind=original.kind,
        rules_version=original.rules_version,
        variant=original.variant,
        size=original.size,
        show_odds=original.show_odds,
        visibility=original.visibility,
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
    """Return the player whose dice the user gets: the user, or else a winner."""
    own = [seat.player for seat in seats if seat.user_id == user.pk]
    won = [seat.player for seat in seats if seat.won]
    return next(iter(own + won), 0)
