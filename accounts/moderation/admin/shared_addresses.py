"""Accounts that signed in from the same address as another one: a hint, never a proof.

A family, a school or a mobile network share an address, so the pages say so beside the names.
"""

from collections import Counter
from dataclasses import dataclass

from accounts.addresses import sharing_address
from accounts.models import User

MOST = 20


@dataclass(frozen=True)
class Neighbour:
    """Another account, and how many addresses it has in common."""

    user: User
    shared: int


def neighbours(user: User, most: int = MOST) -> list[Neighbour]:
    """Return the accounts that share a hashed address with this one, the closest first."""
    shared = Counter(sharing_address(user).values_list("user_id", flat=True)).most_common(most)
    users = User.objects.in_bulk([user_id for user_id, _count in shared])
    return [Neighbour(users[user_id], count) for user_id, count in shared if user_id in users]
