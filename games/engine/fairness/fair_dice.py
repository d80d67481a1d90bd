"""Verifiable dice: all chance of a game is computed from a secret and the salts of the seats.

The commitment to the secret is public before the game, and the salts are fixed after it. So the
site cannot choose what the dice show. docs/dice.md describes the scheme for any programming
language.
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
"""What the text of the hash of salts begins with, and so do lines of the public list with one."""

SCHEMES = (FIRST_SCHEME, SCHEME)
SECRET_BYTES = 32
SALT = re.compile(r"[0-9A-Za-z_-]{0,64}")
"""Pattern of a seat's salt. The salt of a bot is empty."""

_BYTE = 256


class Secret(bytes):
    """A secret that logs and error pages never show, whatever variable holds it."""

    def __repr__(self) -> str:
        return "<secret>"

    __str__ = __repr__


def new_secret() -> Secret:
    """Return a new random secret of 32 bytes."""
    return Secret(secrets.token_bytes(SECRET_BYTES))


def commitment(secret: bytes, code: str, scheme: str = SCHEME) -> str:
    """Return the commitment to a secret, which is published before the game.

    It depends on the scheme and the code as well, so that a secret cannot be passed off as that of
    another game. In the first scheme it depends on the secret only.

    Args:
        secret: The secret of the game.
        code: The code of the game.
        scheme: One of `SCHEMES`.

    Returns:
        A SHA-256 hash in hexadecimal.
    """
    committed = secret if scheme == FIRST_SCHEME else f"{scheme}|{code}|{secret.hex()}".encode()
    return hashlib.sha256(committed).hexdigest()


def salts_hash(commitment: str, salts: Sequence[str]) -> str:
    """Return the hash of the salts of a game, which is published when they are fixed.

    It names the game by its commitment. With the code in its place, somebody could try all codes
    where the salts are short, and find the address of a game by link only.

    Args:
        commitment: The commitment to the secret of the game.
        salts: The salts of the seats, in the order in which people sat down.

    Returns:
        A SHA-256 hash in hexadecimal.
    """
    return hashlib.sha256(f"{SALTS}|{commitment}|{','.join(salts)}".encode()).hexdigest()


def label_of(address: RollAddress) -> str:
    """Return the label of a roll: its player, turn and number in the turn."""
    return f"{address.player}|{address.turn}|{address.roll}"


def message_of(scheme: str, code: str, salts: Sequence[str], label: str) -> str:
    """Return the message that is hashed for a label, without the number of the block at its end.

    Args:
        scheme: One of `SCHEMES`.
        code: The code of the game.
        salts: The salts of the seats, in the order in which people sat down.
        label: Label of a roll or a shuffle.
    """
    return f"{scheme}|{code}|{','.join(salts)}|{label}"


@dataclass(frozen=True, slots=True)
class FairDice:
    """The dice of one game.

    Attributes:
        secret: The secret, 32 bytes.
        code: The code of the game.
        salts: The salts of the seats, in the order in which people sat down.
        scheme: One of `SCHEMES`.
    """

    secret: bytes = field(repr=False)  # keeps it out of logs and error reports
    code: str
    salts: tuple[str, ...]
    scheme: str = SCHEME

    def roll(self, address: RollAddress, count: int) -> tuple[int, ...]:
        """Return the faces of the roll with this address; the same address gives the same faces."""
        numbers = _below(FACES, self._bytes(label_of(address)))
        return tuple(number + 1 for number in itertools.islice(numbers, count))

    def shuffle(self, label: str, count: int) -> tuple[int, ...]:
        """Return the numbers from 0 to `count - 1` in the order that belongs to this label.

        The order is drawn by the algorithm of Fisher and Yates, from the last place down.
        """
        order = list(range(count))
        stream = self._bytes(label)
        for last in range(count - 1, 0, -1):
            drawn = next(_below(last + 1, stream))
            order[last], order[drawn] = order[drawn], order[last]
        return tuple(order)

    def message(self, label: str) -> str:
        """Return the message that is hashed for a label, without the number of the block."""
        return message_of(self.scheme, self.code, self.salts, label)

    def _bytes(self, label: str) -> Iterator[int]:
        """Yield the bytes for a label, block after block."""
        for block in itertools.count():
            message = f"{self.message(label)}|{block}"
            yield from hmac.digest(self.secret, message.encode(), "sha256")


def _below(limit: int, stream: Iterator[int]) -> Iterator[int]:
    """Yield equally likely numbers below the limit. Bytes that would favour some are skipped."""
    fair = _BYTE - _BYTE % limit
    return (byte % limit for byte in stream if byte < fair)
