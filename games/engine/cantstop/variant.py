"""The options of Can't Stop that change its rules (CS-V1 to CS-V3)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Self

from games.engine.core import Json, Variant
from games.engine.faults import Fault
from games.engine.faults import gettext_noop as _

GOALS = (3, 4, 5)


class Meeting(StrEnum):
    """The rule for a runner that meets another player's marker (CS-V2)."""

    SHARE = "share"  # the runner stays on the space with the marker
    JUMP = "jump"  # the runner moves on to the next space without a marker (CS-J1)
    MUST_ROLL = "must-roll"  # as in "share", but the player may not stop meanwhile (CS-M1)


@dataclass(frozen=True, slots=True)
class CantStopVariant(Variant):
    """The options of Can't Stop."""

    columns_to_win: int = 3  # 3 to 5, as `goals` allows (CS-V1)
    meeting: Meeting = Meeting.SHARE
    stop_early: bool = True  # players may stop before all three runners are placed (CS-V3)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Return the variant of a record. Raises ValueError."""
        options = dict(data)
        default = cls()
        columns_to_win = options.pop("columns_to_win", default.columns_to_win)
        meeting = options.pop("meeting", default.meeting)
        stop_early = options.pop("stop_early", default.stop_early)
        if options:
            raise Fault(
                "unknown-option", _("unknown option: %(names)s"), names=", ".join(sorted(options))
            )
        if type(columns_to_win) is not int:
            raise Fault(
                "cantstop-columns-no-number",
                _("columns_to_win must be a whole number, not %(value)r"),
                value=columns_to_win,
            )
        if meeting not in list(Meeting):
            raise Fault(
                "cantstop-meeting",
                _("meeting must be one of %(choices)s, not %(value)r"),
                choices=", ".join(Meeting),
                value=meeting,
            )
        if type(stop_early) is not bool:
            raise Fault(
                "cantstop-stop-early",
                _("stop_early must be true or false, not %(value)r"),
                value=stop_early,
            )
        return cls(columns_to_win, Meeting(meeting), stop_early)

    def to_json(self) -> Json:
        """Return every option with its value as plain JSON."""
        return {
            "columns_to_win": self.columns_to_win,
            "meeting": self.meeting.value,
            "stop_early": self.stop_early,
        }


def goals(players: int) -> tuple[int, ...]:
    """Return the possible numbers of columns to win, for this number of players (CS-V1)."""
    # If three players need 5, all columns may be claimed before any player has 5: see CS-20.
    return GOALS if players <= 3 else GOALS[:1]
