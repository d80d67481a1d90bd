"""The dice of a game: published before it, sealed while it runs, revealed when it is over."""

import base64
from dataclasses import dataclass
from functools import cached_property

from cryptography.fernet import Fernet, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.views.decorators.debug import sensitive_variables

from games.engine.dice import Dice, RollAddress, SystemDice
from games.engine.fairness.fair_dice import (
    SCHEME,
    SCHEMES,
    FairDice,
    Secret,
    commitment,
    new_secret,
)
from games.engine.fairness.proof import RecordDice
from games.models import DailyChallenge, Game, GameDice, SealedDice, Seat

_SYSTEM = SystemDice()


@sensitive_variables()
def seal_dice(game: Game) -> str:
    """Draw the secret of a new table, and return what commits the site to it."""
    return GameDice.objects.create(game=game, **fresh_seal(game.code)).commitment


@sensitive_variables()
def fresh_seal(code: str) -> dict[str, str]:
    """Draw a secret for dice of this code; return what is stored of it while it is one."""
    secret = new_secret()
    sealed = _box().encrypt(secret).decode()
    return {"scheme": SCHEME, "commitment": commitment(secret, code, SCHEME), "sealed": sealed}


@sensitive_variables()
def reveal(game: Game) -> None:
    """Make the secret of a game that is over public."""
    for proof in GameDice.objects.filter(game=game):
        break_seal(proof)


@sensitive_variables()
def break_seal(proof: SealedDice) -> None:
    """Make a secret public."""
    proof.secret = _open(proof).hex()
    proof.save(update_fields=["secret"])


def revealed(game: Game) -> FairDice | None:
    """Return the dice of a game that is over; None while it runs, or when it has none."""
    source = source_of(game)
    if source is None or not source.proof.secret or source.proof.scheme not in SCHEMES:
        return None
    return source.dice(bytes.fromhex(source.proof.secret))


def record_of(game: Game) -> RecordDice | None:
    """Return what the record of a game says of its dice, None when it has none.

    The secret is null until the game is over.
    """
    source = source_of(game)
    if source is None:
        return None
    return {
        "scheme": source.proof.scheme,
        "code": source.code,
        "commitment": source.proof.commitment,
        "secret": source.proof.secret or None,
        "seats": [{"salt": seat.salt or "", "player": seat.player} for seat in source.seats],
    }


@dataclass(frozen=True)
class Source:
    """What all chance of a game follows from.

    code: that goes into the dice.  seats: whose salts go in, too, in the order people sat down.
    """

    proof: SealedDice
    code: str
    seats: list[Seat]

    def dice(self, secret: bytes) -> FairDice:
        """Return the dice that this secret makes."""
        salts = tuple(seat.salt or "" for seat in self.seats)
        return FairDice(secret, self.code, salts, self.proof.scheme)


def source_of(game: Game) -> Source | None:
    """Return where a game's chance comes from; None for one from before there were such dice.

    From its own secret, from the secret of the game whose dice are played again, or from that
    of the day, which all tries of a daily challenge share.
    """
    if game.challenge is not None:
        return Source(game.challenge, game.challenge.code, list(game.seats.all()))
    game = game.same_dice_as or game
    proof = GameDice.objects.filter(game=game).first()
    if proof is None:
        return None
    return Source(proof, proof.code or game.code, sorted(game.seats.all(), key=_sat_down))


@sensitive_variables()
def dice_of_day(challenge: DailyChallenge) -> FairDice:
    """Return the dice of a day, which may still be a secret."""
    return FairDice(_open(challenge), challenge.code, ("",), challenge.scheme)


def _sat_down(seat: Seat) -> tuple[int, int]:
    """Return where a seat comes in the order people sat down; before the start it is `player`."""
    return seat.place or 0, seat.player


class GameChance:
    """The dice of a game, which opens the seal only when something is left to chance."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def roll(self, address: RollAddress, count: int) -> tuple[int, ...]:
        return self._dice.roll(address, count)

    def shuffle(self, label: str, count: int) -> tuple[int, ...]:
        return self._dice.shuffle(label, count)

    @cached_property
    @sensitive_variables()
    def _dice(self) -> Dice:
        source = source_of(self._game)
        return _SYSTEM if source is None else source.dice(_open(source.proof))


@sensitive_variables()
def _open(proof: SealedDice) -> Secret:
    if proof.secret:  # public: no key is needed, which may have changed since
        return Secret(bytes.fromhex(proof.secret))
    return Secret(_box().decrypt(proof.sealed.encode()))


@sensitive_variables()
def _box() -> MultiFernet:
    """Return what seals secrets: with the present key, and opens with that of before, too."""
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return MultiFernet([Fernet(_derived(key)) for key in keys])


@sensitive_variables()
def _derived(key: str) -> bytes:
    kdf = HKDF(algorithm=SHA256(), length=32, salt=None, info=b"secrets of games")
    return base64.urlsafe_b64encode(kdf.derive(key.encode()))
