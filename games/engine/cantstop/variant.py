"""The options of a table that change the rules (CS-V1 to CS-V3)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Self

from games.engine.core import Json, Variant

GOALS = (3, 4, 5)

MOST_FOR_LONGER = 3
"""The most players who may choose a goal of more than three columns (CS-V1)."""


class Meeting(StrEnum):
    """What a marker of another player does to a runner (CS-V2)."""

    SHARE = "share"
    JUMP = "jump"
    MUST_ROLL = "must-roll"


@dataclass(frozen=True, slots=True)
class CantStopVariant(Variant):
    """Options of Can't Stop.

    columns_to_win: 3..5, as far as `goals` allows for the number of players (CS-V1).
    meeting: see `Meeting` (CS-V2).
    stop_early: whether a turn may stop before all three runners are placed (CS-V3).
    """

    columns_to_win: int = 3
    meeting: Meeting = Meeting.SHARE
    stop_early: bool = True

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        options = dict(data)
        default = cls()
        columns_to_win = options.pop("columns_to_win", default.columns_to_win)
        meeting = options.pop("meeting", default.meeting)
        stop_early = options.pop("stop_early", default.stop_early)
        if options:
            raise ValueError(f"unknown option: {', '.join(sorted(options))}")
        if type(columns_to_win) is not int:
            raise ValueError(f"columns_to_win is a whole number, not {columns_to_win!r}")
        if meeting not in list(Meeting):
            raise ValueError(f"meeting is one of {', '.join(Meeting)}, not {meeting!r}")
        if type(stop_early) is not bool:
            raise ValueError(f"stop_early is true or false, not {stop_early!r}")
        return cls(columns_to_win, Meeting(meeting), stop_early)

    def to_json(self) -> Json:
        return {
            "columns_to_win": self.columns_to_win,
            "meeting": self.meeting.value,
            "stop_early": self.stop_early,
        }


def goals(players: int) -> tuple[int, ...]:
    """Return the numbers of columns to win that so many players can choose from (CS-V1).

    Three who play to 5 can run out of columns before anybody has enough; then CS-20 decides.
    """
    return GOALS if players <= MOST_FOR_LONGER else GOALS[:1]
