"""Dice that prove themselves: all chance of a game follows from a secret and the seats' salts.

The secret's commitment is public before the game and the salts are fixed after it, so that
the site could not choose what the dice show. docs/dice.md describes the scheme for any language.
"""

import hashlib
import hmac
import itertools
import re
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from games.engine.dice import FACES, RollAddress

FIRST_SCHEME = "hmac-dice/1"
"""The scheme of older games: its commitment names neither the scheme nor the game."""

SCHEME = "hmac-dice/2"
"""The scheme of new games."""

SCHEMES = (FIRST_SCHEME, SCHEME)
SECRET_BYTES = 32
SALT = re.compile(r"[0-9A-Za-z_-]{0,64}")
"""What a seat's salt may be; a bot's is empty."""

_BYTE = 256


class Secret(bytes):
    """A secret that no log and no error page shows, wherever a variable holds it."""

    def __repr__(self) -> str:
        return "<secret>"

    __str__ = __repr__


def new_secret() -> Secret:
    """Return a fresh secret of 32 bytes."""
    return Secret(secrets.token_bytes(SECRET_BYTES))


def commitment(secret: bytes, code: str, scheme: str = SCHEME) -> str:
    """Return what is published of a secret before the game: a SHA-256, in hexadecimal.

    It binds the scheme and the code, so that one secret cannot be passed off as that of another
    game. The first scheme hashed the secret alone.
    """
    committed = secret if scheme == FIRST_SCHEME else f"{scheme}|{code}|{secret.hex()}".encode()
    return hashlib.sha256(committed).hexdigest()


def label_of(address: RollAddress) -> str:
    """Return the label of a roll."""
    return f"{address.player}|{address.turn}|{address.roll}"


def message_of(scheme: str, code: str, salts: Sequence[str], label: str) -> str:
    """Return what is hashed for a label, but for the number of the block, which comes last."""
    return f"{scheme}|{code}|{','.join(salts)}|{label}"


@dataclass(frozen=True, slots=True)
class FairDice:
    """The dice of one game.

    secret: 32 bytes.  code: the game's.  salts: of each seat, in the order people sat down.
    scheme: one of SCHEMES.
    """

    secret: bytes = field(repr=False)  # in no log and no error report
    code: str
    salts: tuple[str, ...]
    scheme: str = SCHEME

    def roll(self, address: RollAddress, count: int) -> tuple[int, ...]:
        numbers = _below(FACES, self._bytes(label_of(address)))
        return tuple(number + 1 for number in itertools.islice(numbers, count))

    def shuffle(self, label: str, count: int) -> tuple[int, ...]:
        """Return 0..count-1 in an order drawn as Fisher and Yates do, from the last place down."""
        order = list(range(count))
        stream = self._bytes(label)
        for last in range(count - 1, 0, -1):
            drawn = next(_below(last + 1, stream))
            order[last], order[drawn] = order[drawn], order[last]
        return tuple(order)

    def message(self, label: str) -> str:
        """Return what is hashed for a roll's address or a shuffle's label, but for the block."""
        return message_of(self.scheme, self.code, self.salts, label)

    def _bytes(self, label: str) -> Iterator[int]:
        """Yield the bytes for a roll's address or a shuffle's label, block after block."""
        for block in itertools.count():
            message = f"{self.message(label)}|{block}"
            yield from hmac.digest(self.secret, message.encode(), "sha256")


def _below(limit: int, stream: Iterator[int]) -> Iterator[int]:
    """Yield numbers below the limit, all equally likely: bytes that favour some are left out."""
    fair = _BYTE - _BYTE % limit
    return (byte % limit for byte in stream if byte < fair)
