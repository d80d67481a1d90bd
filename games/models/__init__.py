"""What is stored: games and their logs, dice, comments, viewers, and rulings on games."""

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
from games.models.ruling import GameRuling

__all__ = [
    "CODE_LENGTH",
    "COUNTS",
    "LONGEST_COMMENT",
    "DailyChallenge",
    "DiceTally",
    "EncryptedDice",
    "Game",
    "GameDice",
    "GameEvent",
    "GameQuerySet",
    "GameRuling",
    "PublishedCommitment",
    "Seat",
    "StepComment",
    "TableOptions",
    "people_at",
]
