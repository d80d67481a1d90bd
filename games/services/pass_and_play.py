"""Games that people play on one device. Players have names, not accounts."""

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
    """Open a game for people with one device, and start it unless the salt is still to come.

    The host need not play. names: one for each seat. own_dice: whether the players roll real dice
    and type in the faces. salt: the device's salt; None if it is still to come.
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
            # The device adds one salt, which stays with the seat taken first, also after the draw.
            of_device = number == 0 and not own_dice
            Seat.objects.create(game=game, player=number, name=name, salt=salt if of_device else "")
        settle(game, commitment)
    return game


def forget_names(host: User) -> None:
    """Delete the names of people who played on a user's device and claimed no seat."""
    hosted = Seat.objects.filter(game__pass_and_play=True, game__creator=host)
    hosted.update(name=None)


def claim_key(code: str) -> str:
    """Return the key to claim seats of a game, which the device shows to people who played."""
    return _SIGNER.signature(code)


def is_claim_key(code: str, key: str) -> bool:
    try:
        _SIGNER.unsign(f"{code}:{key}")
    except BadSignature:
        return False
    return True


@retried_on_deadlock
def claim(code: str, user: User, player: int) -> Game:
    """Give a seat of a finished game to a user who says that they played in that seat."""
    # Nobody checks the claim: the game counts for nothing, so a wrong claim gains nothing.
    if user.is_guest:
        raise OnlyForUsers
    with transaction.atomic():
        lock_player(user)
        with locked_game(code) as game:
            if not game.is_finished:
                raise NotFinished
            if game.seats.filter(user=user).exists():
                raise AlreadySeated
            free = game.seats.filter(player=player, name__isnull=False)
            if not game.pass_and_play or not free.update(user=user, name=None):
                raise AlreadyClaimed
    return game
