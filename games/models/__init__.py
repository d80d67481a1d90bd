"""Stored games with their logs, dice, clocks, notices, comments and rulings."""

from games.models.analysis import GameAnalysis, SeatGrade
from games.models.clocks import ClockNote, SignOfLife
from games.models.comment import LONGEST_COMMENT, StepComment
from games.models.commitment import PublishedCommitment
from games.models.dice import DailyChallenge, DiceTally, EncryptedDice, GameDice
from games.models.game import (
    CODE_LENGTH,
    COUNTS,
    Game,
    GameEvent,
    GameQuerySet,
    Seat,
    TableOptions,
    people_at,
)
from games.models.notice import Notice
from games.models.ruling import GameRuling

__all__ = [
    "CODE_LENGTH",
    "COUNTS",
    "LONGEST_COMMENT",
    "ClockNote",
    "DailyChallenge",
    "DiceTally",
    "EncryptedDice",
    "Game",
    "GameAnalysis",
    "GameDice",
    "GameEvent",
    "GameQuerySet",
    "GameRuling",
    "Notice",
    "PublishedCommitment",
    "Seat",
    "SeatGrade",
    "SignOfLife",
    "StepComment",
    "TableOptions",
    "people_at",
]
