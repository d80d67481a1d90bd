"""Stored data about people: users, their preferences, where they signed in."""

from accounts.models.addresses import SeenAddress
from accounts.models.former_names import FormerName
from accounts.models.preferences import CHANNELS, Channel, NoticeKind, Preferences
from accounts.models.user import DELETION_GRACE, USERNAME_TAKEN, User, UserManager
from accounts.models.vacations import Vacation

__all__ = [
    "CHANNELS",
    "DELETION_GRACE",
    "USERNAME_TAKEN",
    "Channel",
    "FormerName",
    "NoticeKind",
    "Preferences",
    "SeenAddress",
    "User",
    "UserManager",
    "Vacation",
]
