"""Verify that all random parts of a log follow from the secret and the salts of the game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.engine.core import Event, Rules, S
from games.engine.dice import Dice, Faces, RollAddress
from games.engine.faults import Fault
from games.engine.faults import gettext_noop as _
from games.engine.replay import positions

SEATS = "seats"
"""Label of the shuffle that draws the order of play."""


@dataclass(frozen=True, slots=True)
class LoggedRoll:
    """A roll in a log."""

    seq: int  # number of the event in the log, from 1
    address: RollAddress
    count: int  # number of dice that the rules demand
    faces: Faces


@dataclass(frozen=True, slots=True)
class RollCheck:
    """A roll in a log, and the right dice in the order rolled (`proven`)."""

    logged: LoggedRoll
    proven: tuple[int, ...]

    @property
    def right(self) -> bool:
        """Whether the log shows the right dice."""
        faces = self.logged.faces
        return faces == as_logged(self.proven, faces.in_order)


class ChanceError(ValueError):
    """A random part of a log does not follow from the secret and the salts."""

    def __init__(self, seq: int, fault: Fault) -> None:
        super().__init__(f"event {seq}: {fault}" if seq else str(fault))
        self.seq = seq  # number of the event in the log, from 1; 0 for the order of the seats
        self.fault = fault


def as_logged(rolled: tuple[int, ...], in_order: int) -> Faces:
    """Return dice as an event stores them: the first `in_order` as rolled, the others sorted."""
    return Faces((*rolled[:in_order], *sorted(rolled[in_order:])), in_order)


class NotingDice:
    """Dice that record the orders of all shuffles by label."""

    def __init__(self, dice: Dice) -> None:
        self._dice = dice
        self.drawn: dict[str, tuple[int, ...]] = {}

    def roll(self, address: RollAddress, count: int) -> tuple[int, ...]:
        """Return the roll of the underlying dice."""
        return self._dice.roll(address, count)

    def shuffle(self, label: str, count: int) -> tuple[int, ...]:
        """Return the shuffle of the underlying dice and record it."""
        order = self.drawn[label] = self._dice.shuffle(label, count)
        return order


def shuffles(rules: Rules[S], dice: Dice) -> dict[str, tuple[int, ...]]:
    """Return all shuffles before the first turn, by label; the shuffle of the seats comes first."""
    noting = NotingDice(dice)
    noting.shuffle(SEATS, rules.players)  # drawn first, as in the game
    rules.setup(noting)
    return noting.drawn


def logged_rolls(rules: Rules[S], events: Sequence[Event]) -> Iterator[LoggedRoll]:
    """Yield all rolls of a log. Except for the faces of its dice, the log must be legal."""
    for before, event in zip(positions(rules, events), events, strict=False):
        faces, address = rules.faces_of(event), rules.roll_address(before)
        if faces is not None and address is not None:
            yield LoggedRoll(before.seq + 1, address, rules.dice_count(before), faces)


def roll_checks(rules: Rules[S], events: Sequence[Event], dice: Dice) -> Iterator[RollCheck]:
    """Yield all rolls of a log (see `logged_rolls`) with the right dice of the game."""
    for roll in logged_rolls(rules, events):
        yield RollCheck(roll, dice.roll(roll.address, roll.count))


def check_chance(
    rules: Rules[S], events: Sequence[Event], dice: Dice, places: Sequence[int]
) -> int:
    """Verify the order of the seats, the set-up and every roll, and return the number of rolls.

    Except for its random parts, the log must be legal. `places` has for each player the number of
    their seat, from 0. Seats are numbered in the order in which people sat down.

    Raises:
        ChanceError: Seats, set-up or a roll don't follow from the dice. It names the first fault.
    """
    if tuple(places) != dice.shuffle(SEATS, len(places)):
        raise ChanceError(
            0,
            Fault(
                "seats-not-drawn",
                _("the dice don't give the seats in this order: %(places)s"),
                places=list(places),
            ),
        )
    setup = rules.setup(dice)
    for seq, (drawn, event) in enumerate(zip(setup, events, strict=False), start=1):
        if drawn != event:
            raise ChanceError(
                seq,
                Fault(
                    "other-set-up",
                    _("the set-up should be %(drawn)s, not %(event)s"),
                    drawn=drawn,
                    event=event,
                ),
            )
    rolls = 0
    for check in roll_checks(rules, events, dice):
        if not check.right:
            logged = check.logged
            made = as_logged(check.proven, logged.faces.in_order).faces
            raise ChanceError(
                logged.seq,
                Fault(
                    "other-dice",
                    _("the dice should be %(made)s, not %(logged)s"),
                    made=list(made),
                    logged=list(logged.faces.faces),
                ),
            )
        rolls += 1
    return rolls
