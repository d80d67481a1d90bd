"""Check that all chance in a log is what the game's secret and salts make it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.engine.core import Event, Rules, S
from games.engine.dice import Dice, Faces, RollAddress
from games.engine.replay import positions

SEATS = "seats"
"""The label of the draw that gives everybody at the table a place in the order of play."""


@dataclass(frozen=True, slots=True)
class LoggedRoll:
    """One roll. seq: its place in the log.  count: of its dice by the rules.  faces: as logged."""

    seq: int
    address: RollAddress
    count: int
    faces: Faces


@dataclass(frozen=True, slots=True)
class RollCheck:
    """A roll beside what it should be. proven: the dice as the scheme makes them."""

    logged: LoggedRoll
    proven: tuple[int, ...]

    @property
    def right(self) -> bool:
        """Whether the log shows what the scheme makes."""
        faces = self.logged.faces
        return faces == as_told(self.proven, faces.in_order)


class ChanceError(ValueError):
    """Chance in a log is not what the secret and the salts make. seq: where, 0 for the seats."""

    def __init__(self, seq: int, reason: str) -> None:
        super().__init__(f"event {seq}: {reason}" if seq else reason)
        self.seq = seq
        self.reason = reason


def as_told(rolled: tuple[int, ...], in_order: int) -> Faces:
    """Return dice in the order rolled as an event tells them."""
    return Faces((*rolled[:in_order], *sorted(rolled[in_order:])), in_order)


class NotingDice:
    """Dice that note every shuffle they are asked for: `drawn` has the orders by their labels."""

    def __init__(self, dice: Dice) -> None:
        self._dice = dice
        self.drawn: dict[str, tuple[int, ...]] = {}

    def roll(self, address: RollAddress, count: int) -> tuple[int, ...]:
        return self._dice.roll(address, count)

    def shuffle(self, label: str, count: int) -> tuple[int, ...]:
        order = self.drawn[label] = self._dice.shuffle(label, count)
        return order


def shuffles(rules: Rules[S], dice: Dice) -> dict[str, tuple[int, ...]]:
    """Return every order that is drawn before the first turn, by its label: the seats first."""
    noting = NotingDice(dice)
    noting.shuffle(SEATS, rules.players)
    rules.setup(noting)
    return noting.drawn


def logged_rolls(rules: Rules[S], events: Sequence[Event]) -> Iterator[LoggedRoll]:
    """Yield every roll of a log, which is trusted to be legal but for the dice."""
    for before, event in zip(positions(rules, events), events, strict=False):
        faces, address = rules.faces_of(event), rules.roll_address(before)
        if faces is not None and address is not None:
            yield LoggedRoll(before.seq + 1, address, rules.dice_count(before), faces)


def roll_checks(rules: Rules[S], events: Sequence[Event], dice: Dice) -> Iterator[RollCheck]:
    """Yield every roll of a log, trusted like that, beside what the scheme makes."""
    for roll in logged_rolls(rules, events):
        yield RollCheck(roll, dice.roll(roll.address, roll.count))


def check_chance(
    rules: Rules[S], events: Sequence[Event], dice: Dice, places: Sequence[int]
) -> int:
    """Check the draw of seats, the set-up and every roll; return how many rolls there were.

    places: of each player, which seat they took, counted from 0 in the order people sat down.
    Raises ChanceError for the first that is not what the scheme makes.
    """
    if tuple(places) != dice.shuffle(SEATS, len(places)):
        raise ChanceError(0, f"the seats were not drawn like that: {list(places)}")
    setup = rules.setup(dice)
    for seq, (drawn, event) in enumerate(zip(setup, events, strict=False), start=1):
        if drawn != event:
            raise ChanceError(seq, f"the set-up is {drawn}, not {event}")
    rolls = 0
    for check in roll_checks(rules, events, dice):
        if not check.right:
            logged = check.logged
            made = as_told(check.proven, logged.faces.in_order).faces
            raise ChanceError(
                logged.seq, f"the dice are {list(made)}, not {list(logged.faces.faces)}"
            )
        rolls += 1
    return rolls
