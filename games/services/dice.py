"""The dice of games: secrets are encrypted while a game runs, and public once it is over."""

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
from games.models import DailyChallenge, EncryptedDice, Game, GameDice, Seat
from games.services.refusals import RollNotTyped

SALTS_OF_DAY = ("",)
"""The salts of a daily challenge: everybody gets the same dice, so no player adds a salt."""

_SYSTEM = SystemDice()


@sensitive_variables()
def draw_secret(game: Game) -> str:
    """Draw the secret of a new table, store it encrypted, and return its commitment."""
    return GameDice.objects.create(game=game, **encrypted_secret(game.code)).commitment


@sensitive_variables()
def encrypted_secret(code: str) -> dict[str, str]:
    """Draw a secret for this code; return the fields of `EncryptedDice` to store."""
    secret = new_secret()
    encrypted = _fernet().encrypt(secret).decode()
    return {"scheme": SCHEME, "commitment": commitment(secret, code, SCHEME), "sealed": encrypted}


@sensitive_variables()
def reveal(game: Game) -> None:
    """Publish the secret of a finished game, if it has a secret of its own."""
    proof = getattr(game, "dice", None)
    if proof is not None:
        publish_secret(proof)


@sensitive_variables()
def publish_secret(proof: EncryptedDice) -> None:
    """Store a secret unencrypted: from now on everybody may see it."""
    proof.secret = _open(proof).hex()
    proof.save(update_fields=["secret"])


def revealed(game: Game) -> FairDice | None:
    """Return the dice of a game if their secret is public."""
    source = source_of(game)
    if source is None or not source.proof.secret or source.proof.scheme not in SCHEMES:
        return None
    return source.dice(bytes.fromhex(source.proof.secret))


def record_of(game: Game) -> RecordDice | None:
    """Return the dice of a game for its record; the secret is None until it is public."""
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
    """The source of all chance in a game."""

    proof: EncryptedDice
    code: str  # part of the input of the dice: the code of the game or challenge
    seats: list[Seat]  # their salts are part of the input, in the order in which people sat down

    @property
    def salts(self) -> tuple[str, ...]:
        return tuple(seat.salt or "" for seat in self.seats)

    def dice(self, secret: bytes) -> FairDice:
        return FairDice(secret, self.code, self.salts, self.proof.scheme)


def source_of(game: Game) -> Source | None:
    """Return the source of a game's chance; None if the game is older than fair dice."""
    if game.challenge is not None:
        return Source(game.challenge, game.challenge.code, list(game.seats.all()))
    game = game.same_dice_as or game
    proof = getattr(game, "dice", None)
    if proof is None:
        return None
    # The draw that numbers players depends on the salts, so salts keep the order of arrival.
    seats = sorted(game.seats.all(), key=lambda seat: (seat.place or 0, seat.player))
    return Source(proof, proof.code or game.code, seats)


@sensitive_variables()
def dice_of_day(challenge: DailyChallenge) -> FairDice:
    """Return the dice of a daily challenge, even while their secret is encrypted."""
    return FairDice(_open(challenge), challenge.code, SALTS_OF_DAY, challenge.scheme)


class GameChance:
    """The dice of a game. Their secret is decrypted only when they are needed."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def roll(self, address: RollAddress, count: int) -> tuple[int, ...]:
        """Return the faces of the roll with this address."""
        if self.game.own_dice:
            raise RollNotTyped
        return self._dice.roll(address, count)

    def shuffle(self, label: str, count: int) -> tuple[int, ...]:
        return self._dice.shuffle(label, count)

    # Decrypted with the first roll: most requests need no dice.
    @cached_property
    @sensitive_variables()
    def _dice(self) -> Dice:
        source = source_of(self.game)
        return _SYSTEM if source is None else source.dice(_open(source.proof))


@sensitive_variables()
def _open(proof: EncryptedDice) -> Secret:
    if proof.secret:  # public: needs no key, and the key may have changed since
        return Secret(bytes.fromhex(proof.secret))
    return Secret(_fernet().decrypt(proof.sealed.encode()))


@sensitive_variables()
def _fernet() -> MultiFernet:
    """Return a cipher that encrypts with the present key and decrypts with former keys, too."""
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return MultiFernet([Fernet(_derived(key)) for key in keys])


@sensitive_variables()
def _derived(key: str) -> bytes:
    kdf = HKDF(algorithm=SHA256(), length=32, salt=None, info=b"secrets of games")
    return base64.urlsafe_b64encode(kdf.derive(key.encode()))
