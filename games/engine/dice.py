"""Sources of dice. The rules draw no random numbers: they ask a source for rolls and shuffles."""

import random
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from games.engine.errors import IllegalAction

FACES = 6


@dataclass(frozen=True, slots=True)
class RollAddress:
    """The place of a roll in a game, from which verifiable dice compute its faces."""

    # A counter of all rolls would not do: an address must not depend on other players' actions.
    player: int  # from 0
    turn: int  # number of this player's turn, from 1
    roll: int  # number of the roll in the turn, from 1


@dataclass(frozen=True, slots=True)
class Faces:
    """The dice of a roll as its event stores them."""

    faces: tuple[int, ...]  # 1 to 6
    in_order: int  # the first `in_order` faces are in the order rolled, the others are sorted


class Dice(Protocol):
    """A source of dice."""

    def roll(self, address: RollAddress, count: int) -> tuple[int, ...]:
        """Return `count` faces, 1 to 6, in the order rolled."""
        ...

    def shuffle(self, label: str, count: int) -> tuple[int, ...]:
        """Return the numbers from 0 to `count - 1` in random order.

        Args:
            label: Different for each shuffle of a game.
            count: The length of the result.
        """
        ...


class NoDice:
    """Dice for actions without chance: they refuse any action that needs dice."""

    def roll(self, address: RollAddress, count: int) -> tuple[int, ...]:
        """Raise IllegalAction."""
        raise IllegalAction

    def shuffle(self, label: str, count: int) -> tuple[int, ...]:
        """Raise IllegalAction."""
        raise IllegalAction


class SystemDice:
    """Dice from the secure random source of the operating system."""

    def roll(self, address: RollAddress, count: int) -> tuple[int, ...]:
        """Return independent random faces."""
        return tuple(secrets.randbelow(FACES) + 1 for _ in range(count))

    def shuffle(self, label: str, count: int) -> tuple[int, ...]:
        """Return a random order."""
        return tuple(secrets.SystemRandom().sample(range(count), count))


class SeededDice:
    """Reproducible dice for simulations: the sequence depends on the seed only."""

    def __init__(self, seed: int | str) -> None:
        self._random = random.Random(seed)

    def roll(self, address: RollAddress, count: int) -> tuple[int, ...]:
        """Return the next faces of the sequence."""
        return tuple(self._random.randint(1, FACES) for _ in range(count))

    def shuffle(self, label: str, count: int) -> tuple[int, ...]:
        """Return the next order of the sequence."""
        return tuple(self._random.sample(range(count), count))


class ScriptedDice:
    """Dice with given rolls and shuffles, in this order: for players' own dice, lessons, tests."""

    def __init__(
        self, rolls: Iterable[Iterable[int]], shuffles: Iterable[Iterable[int]] = ()
    ) -> None:
        self._rolls = [tuple(roll) for roll in rolls]
        self._shuffles = [tuple(order) for order in shuffles]

    def roll(self, address: RollAddress, count: int) -> tuple[int, ...]:
        """Return the next scripted roll.

        Raises:
            LookupError: No scripted roll is left.
            ValueError: The scripted roll does not have `count` dice.
        """
        if not self._rolls:
            raise LookupError(f"no scripted roll left for {address}")
        roll = self._rolls.pop(0)
        if len(roll) != count:
            raise ValueError(f"scripted roll {roll} has not {count} dice")
        return roll

    def shuffle(self, label: str, count: int) -> tuple[int, ...]:
        """Return the next scripted shuffle.

        Raises:
            LookupError: No scripted shuffle is left.
            ValueError: The scripted shuffle is no order of the numbers from 0 to `count - 1`.
        """
        if not self._shuffles:
            raise LookupError(f"no scripted shuffle left for {label}")
        order = self._shuffles.pop(0)
        if sorted(order) != list(range(count)):
            raise ValueError(f"scripted shuffle {order} is no order of {count}")
        return order
