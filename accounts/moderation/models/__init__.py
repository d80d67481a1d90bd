"""What moderation stores above its floor: reports, cases and appeals."""

from accounts.moderation.models.appeals import LONGEST_TEXT, Appeal, AppealMessage
from accounts.moderation.models.cases import (
    Case,
    CaseQuerySet,
    Category,
    Evidence,
    MessageTemplate,
    Note,
    Report,
    claimed_now,
)

__all__ = [
    "LONGEST_TEXT",
    "Appeal",
    "AppealMessage",
    "Case",
    "CaseQuerySet",
    "Category",
    "Evidence",
    "MessageTemplate",
    "Note",
    "Report",
    "claimed_now",
]
