"""Games that people play on one device: they have names there in place of accounts."""

from collections.abc import Sequence
from dataclasses import asdict

from django.core.signing import BadSignature, Signer
from django.db import transaction

from accounts.locks import retried_on_deadlock
from accounts.models import User
from games.engine.registry import KINDS
from games.models import Game, Seat, TableOptions
from games.services.dice import draw_secret
from games.services.lobby import check_salt
from games.services.refusals import AlreadyClaimed, AlreadySeated, NotFinished, OnlyForUsers
from games.services.seating import lock_player, seat_lock
from games.services.start import settle
from games.services.tables import WAITING_TIME, locked_game
from operations import clock

_SIGNER = Signer(salt="claim")


@retried_on_deadlock
def open_game(
    host: User,
    options: TableOptions,
    names: Sequence[str],
    *,
    own_dice: bool,
    salt: str | None = "",
) -> Game:
    """Open a game for people round one device, and start it unless a salt is to come.

    Args:
        host: The user of the device. They need not play.
        options: The game, its variant and what else was chosen.
        names: What the players are called, as many as there are seats. Without dice of their own
            the site draws their order, as at every table.
        own_dice: Whether they roll real dice and type in what those show.
        salt: What the device adds to the dice of the site; None if it is still to come.

    Raises:
        ValueError: The game does not have this size or this variant.
        SignedOut: The account has been deleted.
        Sanctioned: The user may not take a seat.
        TooManyTables: The user has too many unfinished tables.
        BadSalt: The salt is no salt.
    """
    rules = KINDS[options.kind].rules_of_record(options.size, options.variant)
    check_salt(salt)
    with seat_lock(host):
        game = Game.objects.create(
            **asdict(options),
            rules_version=rules.rules_version,
            creator=host,
            pass_and_play=True,
            own_dice=own_dice,
            due_at=clock.now() + WAITING_TIME,
        )
        commitment = "" if own_dice else draw_secret(game)
        for number, name in enumerate(names):
            of_device = number == 0 and not own_dice
            Seat.objects.create(game=game, player=number, name=name, salt=salt if of_device else "")
        settle(game, commitment)
    return game


def forget_names(host: User) -> None:
    """Forget what people were called who played on a user's device and claimed no seat."""
    hosted = Seat.objects.filter(game__pass_and_play=True, game__creator=host)
    hosted.update(name=None)


def claim_key(code: str) -> str:
    """Return what opens the claims of a game: the device shows it to those who played there."""
    return _SIGNER.signature(code)


def is_claim_key(code: str, key: str) -> bool:
    """Return whether this is the key of the game with this code."""
    try:
        _SIGNER.unsign(f"{code}:{key}")
    except BadSignature:
        return False
    return True


@retried_on_deadlock
def claim(code: str, user: User, player: int) -> Game:
    """Give a seat of a game that is over to the user, who says that they played there.

    It counts for nothing, so nobody gains by a wrong claim.

    Raises:
        Game.DoesNotExist: There is no game with this code.
        SignedOut: The account has been deleted.
        OnlyForUsers: The user is a guest.
        NotFinished: The game is not over.
        AlreadySeated: The user has a seat in the game.
        AlreadyClaimed: The seat is not free to claim.
    """
    if user.is_guest:
        raise OnlyForUsers
    with transaction.atomic():
        lock_player(user)
        return _claim(code, user, player)


def _claim(code: str, user: User, player: int) -> Game:
    with locked_game(code) as game:
        if not game.is_finished:
            raise NotFinished
        if game.seats.filter(user=user).exists():
            raise AlreadySeated
        free = game.seats.filter(player=player, name__isnull=False)
        if not game.pass_and_play or not free.update(user=user, name=None):
            raise AlreadyClaimed
    return game
