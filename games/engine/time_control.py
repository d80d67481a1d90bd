"""Time controls: the time that players have. games/services/clocks.py starts and stops clocks."""

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, ClassVar

from games.engine.facts import Json
from games.engine.faults import Fault
from games.engine.faults import gettext_noop as _

SECOND = timedelta(seconds=1)
DAY = timedelta(days=1)

BANKS = range(3601)
PER_DECISION = range(5, 301)
DAYS = (1, 2, 3, 7)


@dataclass(frozen=True, slots=True)
class TimeControl(ABC):
    """The time that the players of a table have.

    Each player has a clock of their own, which runs while they have a decision to make. Other
    players' actions do not change its time.
    """

    type: ClassVar[str] = ""  # in records and in the database

    @property
    @abstractmethod
    def at_first(self) -> timedelta:
        """The time left on each clock when the game begins."""

    @abstractmethod
    def allowed(self, left: timedelta) -> timedelta:
        """Return the time allowed for a decision. left: time on the clock when it begins."""

    @abstractmethod
    def left_after(self, left: timedelta, used: timedelta, *, goes_on: bool) -> timedelta:
        """Return the time left on the clock after a decision.

        Args:
            left: The time left when the decision began.
            used: The time that the decision took.
            goes_on: Whether the player decides again at once, in the same turn.
        """

    @abstractmethod
    def to_json(self) -> Json:
        """Return the time control as plain JSON, as records show it."""


@dataclass(frozen=True, slots=True)
class Live(TimeControl):
    """A bank of time for the whole game, and free time for each decision, which is used first."""

    type: ClassVar[str] = "live"
    bank: int  # seconds, 0 to 3600
    per_decision: int  # seconds, 5 to 300

    @property
    def at_first(self) -> timedelta:
        """The bank."""
        return self.bank * SECOND

    def allowed(self, left: timedelta) -> timedelta:
        """Return the sum of the decision's free time and the bank."""
        return self.per_decision * SECOND + left

    def left_after(self, left: timedelta, used: timedelta, *, goes_on: bool) -> timedelta:
        """Return the bank, less the time that the decision took beyond its free time."""
        # Unused free time is not added to the bank: in dice games, one turn may have a dozen quick
        # decisions and another turn none.
        return min(left, max(timedelta(), self.allowed(left) - used))

    def to_json(self) -> Json:
        """Return the time control as plain JSON."""
        return {"type": self.type, "bank": self.bank, "per_decision": self.per_decision}


@dataclass(frozen=True, slots=True)
class TurnByTurn(TimeControl):
    """A number of days for each turn, and at least one day for each decision in it."""

    type: ClassVar[str] = "turn-by-turn"
    days: int  # 1, 2, 3 or 7
    weekends_off: bool = False  # clocks stand still on their player's weekends

    @property
    def at_first(self) -> timedelta:
        """The days of the first turn."""
        return self.days * DAY

    def allowed(self, left: timedelta) -> timedelta:
        """Return the rest of the turn."""
        return left

    def left_after(self, left: timedelta, used: timedelta, *, goes_on: bool) -> timedelta:
        """Return the rest of the turn, at least a day; after a turn, the days of the next turn."""
        return max(left - used, DAY) if goes_on else self.at_first

    def to_json(self) -> Json:
        """Return the time control as plain JSON."""
        return {"type": self.type, "days": self.days, "weekends_off": self.weekends_off}


def time_control_from_json(data: Mapping[str, Any] | None) -> TimeControl | None:
    """Return the time control that `to_json` wrote; None for None. Raises ValueError."""
    match data:
        case None:
            return None
        case {"type": Live.type, "bank": int(bank), "per_decision": int(seconds)}:
            known = bank in BANKS and seconds in PER_DECISION
            control: TimeControl = Live(int(bank), int(seconds))
        case {"type": TurnByTurn.type, "days": int(days), "weekends_off": bool(off)}:
            known = days in DAYS
            control = TurnByTurn(int(days), off)
        case _:
            known = False
    # Comparing the JSON texts refuses unknown keys, and `True` (an `int`) in place of a number.
    if known and json.dumps(data, sort_keys=True) == json.dumps(control.to_json(), sort_keys=True):
        return control
    raise Fault("no-time-control", _("unknown time control: %(value)r"), value=data)
