"""Where chance comes from. The rules ask by address or label and never draw chance themselves."""

import random
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

FACES = 6


@dataclass(frozen=True, slots=True)
class RollAddress:
    """The name of one roll in a game.

    Addresses, not a running counter, so that a roll keeps its name whatever
    the other players did before it.

    player: 0..n-1.  turn: that player's turn number, from 1.  roll: within the turn, from 1.
    """

    player: int
    turn: int
    roll: int


@dataclass(frozen=True, slots=True)
class Faces:
    """The dice of a roll as its event tells them.

    faces: 1..6 each.  in_order: how many of them, from the first, stand as they were rolled;
    those after them are sorted.
    """

    faces: tuple[int, ...]
    in_order: int


class Dice(Protocol):
    """A source of dice."""

    def roll(self, address: RollAddress, count: int) -> tuple[int, ...]:
        """Return `count` faces (1..6) for the roll with this address."""
        ...

    def shuffle(self, label: str, count: int) -> tuple[int, ...]:
        """Return 0..count-1 in random order. label: what for, different each time in a game."""
        ...


class SystemDice:
    """Dice from the operating system's secure random source."""

    def roll(self, address: RollAddress, count: int) -> tuple[int, ...]:
        return tuple(secrets.randbelow(FACES) + 1 for _ in range(count))

    def shuffle(self, label: str, count: int) -> tuple[int, ...]:
        return tuple(secrets.SystemRandom().sample(range(count), count))


class SeededDice:
    """Reproducible dice for simulations: one pseudo-random sequence from a seed."""

    def __init__(self, seed: int | str) -> None:
        self._random = random.Random(seed)

    def roll(self, address: RollAddress, count: int) -> tuple[int, ...]:
        return tuple(self._random.randint(1, FACES) for _ in range(count))

    def shuffle(self, label: str, count: int) -> tuple[int, ...]:
        return tuple(self._random.sample(range(count), count))


class ScriptedDice:
    """Dice that show the given rolls and shuffles in order, for tests.

    Raises LookupError when the script is used up and ValueError when a
    scripted roll or shuffle has not the number of items asked for.
    """

    def __init__(
        self, rolls: Iterable[Iterable[int]], shuffles: Iterable[Iterable[int]] = ()
    ) -> None:
        self._rolls = [tuple(roll) for roll in rolls]
        self._shuffles = [tuple(order) for order in shuffles]

    def roll(self, address: RollAddress, count: int) -> tuple[int, ...]:
        if not self._rolls:
            raise LookupError(f"no scripted roll left for {address}")
        roll = self._rolls.pop(0)
        if len(roll) != count:
            raise ValueError(f"scripted roll {roll} has not {count} dice")
        return roll

    def shuffle(self, label: str, count: int) -> tuple[int, ...]:
        if not self._shuffles:
            raise LookupError(f"no scripted shuffle left for {label}")
        order = self._shuffles.pop(0)
        if sorted(order) != list(range(count)):
            raise ValueError(f"scripted shuffle {order} is no order of {count}")
        return order
