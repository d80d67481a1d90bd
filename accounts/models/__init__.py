"""What is stored of people: users, their preferences, where they signed in, and who was deleted."""

from accounts.models.addresses import SeenAddress
from accounts.models.former_names import FormerName
from accounts.models.preferences import Preferences
from accounts.models.tombstones import Likeness, Tombstone, Trace
from accounts.models.user import DELETION_GRACE, USERNAME_TAKEN, User, UserManager

__all__ = [
    "DELETION_GRACE",
    "USERNAME_TAKEN",
    "FormerName",
    "Likeness",
    "Preferences",
    "SeenAddress",
    "Tombstone",
    "Trace",
    "User",
    "UserManager",
]
