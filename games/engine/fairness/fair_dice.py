"""Verifiable dice: all random parts of a game follow from a secret and the salts of the seats.

The site publishes its commitment to the secret before the salts are fixed, so it cannot choose the
faces. docs/dice.md describes the scheme for any programming language.
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
"""The scheme of older games. Its commitment depends on the secret only."""

SCHEME = "hmac-dice/2"
"""The scheme of new games."""

SALTS = "salts/1"
"""Begins the text that is hashed for salts, and the public list's lines with such a hash."""

SCHEMES = (FIRST_SCHEME, SCHEME)
SECRET_BYTES = 32
SALT = re.compile(r"[0-9A-Za-z_-]{0,64}")
"""Pattern of a seat's salt. The salt of a bot is empty."""

_BYTE = 256


class Secret(bytes):
    """A secret that logs and error pages never show, under any variable's name."""

    def __repr__(self) -> str:
        return "<secret>"

    __str__ = __repr__


def new_secret() -> Secret:
    """Return a new random secret of 32 bytes."""
    return Secret(secrets.token_bytes(SECRET_BYTES))


def commitment(secret: bytes, code: str, scheme: str = SCHEME) -> str:
    """Return the commitment to a secret, published before the game: a SHA-256 hash in hexadecimal.

    It depends on the scheme and the game's code, too, so that a secret cannot be passed off as
    another game's secret. In the first scheme, it depends on the secret only.
    """
    committed = secret if scheme == FIRST_SCHEME else f"{scheme}|{code}|{secret.hex()}".encode()
    return hashlib.sha256(committed).hexdigest()


def salts_hash(commitment: str, salts: Sequence[str]) -> str:
    """Return the SHA-256 hash of the salts in hexadecimal, published as soon as they are fixed.

    salts: in the order in which people sat down.
    """
    # The hash includes the commitment, not the game's code: if the salts were short, people could
    # try all codes and find the address of a game that is open by link only.
    return hashlib.sha256(f"{SALTS}|{commitment}|{','.join(salts)}".encode()).hexdigest()


def label_of(address: RollAddress) -> str:
    """Return the label of a roll."""
    return f"{address.player}|{address.turn}|{address.roll}"


def message_of(scheme: str, code: str, salts: Sequence[str], label: str) -> str:
    """Return the message that is hashed for a label, without the block number at its end."""
    return f"{scheme}|{code}|{','.join(salts)}|{label}"


@dataclass(frozen=True, slots=True)
class FairDice:
    """The dice of one game."""

    secret: bytes = field(repr=False)  # not shown in logs and error reports
    code: str
    salts: tuple[str, ...]  # in the order in which people sat down
    scheme: str = SCHEME

    def roll(self, address: RollAddress, count: int) -> tuple[int, ...]:
        """Return the roll of this address, which is the same in every call."""
        numbers = _below(FACES, self._bytes(label_of(address)))
        return tuple(number + 1 for number in itertools.islice(numbers, count))

    def shuffle(self, label: str, count: int) -> tuple[int, ...]:
        """Return the order of this label, which is the same in every call (Fisher and Yates)."""
        # The last place is drawn first.
        order = list(range(count))
        stream = self._bytes(label)
        for last in range(count - 1, 0, -1):
            drawn = next(_below(last + 1, stream))
            order[last], order[drawn] = order[drawn], order[last]
        return tuple(order)

    def message(self, label: str) -> str:
        """Return the message that is hashed for a label, without the block number at its end."""
        return message_of(self.scheme, self.code, self.salts, label)

    def _bytes(self, label: str) -> Iterator[int]:
        for block in itertools.count():
            message = f"{self.message(label)}|{block}"
            yield from hmac.digest(self.secret, message.encode(), "sha256")


def _below(limit: int, stream: Iterator[int]) -> Iterator[int]:
    fair = _BYTE - _BYTE % limit  # skip bytes from this value on: they would favour some numbers
    return (byte % limit for byte in stream if byte < fair)
