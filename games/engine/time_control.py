"""Time controls: how long players may take. games/services/clocks.py says when clocks run."""

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
    """How long the players of a table may take.

    Each player has a clock of their own, which runs while they have a decision to make; what others
    do neither lengthens nor shortens it.
    """

    type: ClassVar[str] = ""  # in records and in the database

    @property
    @abstractmethod
    def at_first(self) -> timedelta:
        """The time a clock has left when the game begins."""

    @abstractmethod
    def allowed(self, left: timedelta) -> timedelta:
        """Return how long a decision may take if the clock has `left` as it opens."""

    @abstractmethod
    def left_after(self, left: timedelta, used: timedelta, *, goes_on: bool) -> timedelta:
        """Return the time a clock has left after a decision.

        Args:
            left: The time left when the decision was opened.
            used: How long the decision took.
            goes_on: Whether the player decides again at once, in the same turn.
        """

    @abstractmethod
    def to_json(self) -> Json:
        """Return the time control as plain JSON, as records show it."""


@dataclass(frozen=True, slots=True)
class Live(TimeControl):
    """A bank for the whole game, and some time for each decision that costs nothing of it."""

    type: ClassVar[str] = "live"
    bank: int  # seconds, 0 to 3600
    per_decision: int  # seconds, 5 to 300

    @property
    def at_first(self) -> timedelta:
        """The bank."""
        return self.bank * SECOND

    def allowed(self, left: timedelta) -> timedelta:
        """Return the decision's own time and the bank."""
        return self.per_decision * SECOND + left

    def left_after(self, left: timedelta, used: timedelta, *, goes_on: bool) -> timedelta:
        """Return the bank without what the decision took beyond its own time."""
        # What a decision leaves of its own time is not added to the bank: in games of dice one
        # turn may have a dozen quick decisions, and another one none.
        return min(left, max(timedelta(), self.allowed(left) - used))

    def to_json(self) -> Json:
        """Return the time control as plain JSON."""
        return {"type": self.type, "bank": self.bank, "per_decision": self.per_decision}


@dataclass(frozen=True, slots=True)
class TurnByTurn(TimeControl):
    """Some days for each turn, and at least one for each decision in it."""

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
        """Return the rest of the turn, a day at least, or the days of the next turn."""
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
    # `True` is an `int` in Python, but no number of days; and nothing else may be said.
    if known and json.dumps(data, sort_keys=True) == json.dumps(control.to_json(), sort_keys=True):
        return control
    raise Fault("no-time-control", _("unknown time control: %(value)r"), value=data)
