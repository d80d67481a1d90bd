"""What moderation stores above its floor: reports, cases, appeals, and reviews of acts."""

from accounts.moderation.models.appeals import LONGEST_TEXT, Appeal, AppealMessage
from accounts.moderation.models.cases import (
    Case,
    CaseQuerySet,
    Evidence,
    MessageTemplate,
    Note,
    Report,
    Room,
    Weight,
    claimed_now,
)
from accounts.moderation.models.reviews import Review

__all__ = [
    "LONGEST_TEXT",
    "Appeal",
    "AppealMessage",
    "Case",
    "CaseQuerySet",
    "Evidence",
    "MessageTemplate",
    "Note",
    "Report",
    "Review",
    "Room",
    "Weight",
    "claimed_now",
]
