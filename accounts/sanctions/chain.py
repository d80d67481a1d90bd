"""The chain over the log of moderation: each link covers an act and the link before it.

Anybody who changes an act later has to change all links after it as well, and the last hash, which
others may have noted down. Links are added right after the act is committed, in a transaction of
their own: the lock that keeps the chain from forking is held for a moment and never waits for
another.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from accounts.locks import lock_chain
from accounts.sanctions.models import LogLink, ModerationAction

COVERED = (
    *("id", "actor", "actor_name", "action", "subject", "subject_name", "target"),
    *("before", "after", "reason", "case", "review", "created_at"),
)
"""What the hash of an act covers, in this order: everything, and the sentence where one is kept."""

LOCK = 0x6D6F646C6F67
"""The number of the lock that is held while a link is added."""


@dataclass(frozen=True)
class Checked:
    """What a check of the chain has found. last: the last hash, to be noted down elsewhere."""

    links: int
    last: str
    faults: list[str]


def hash_of(previous: str, act: ModerationAction) -> str:
    """Return the hash of an act that follows the link with the previous hash ("" for the first)."""
    values = [getattr(act, name) for name in COVERED]
    if act.sentence:  # acts from before there were sentences keep their hash
        values.append(act.sentence)
    return hash_of_values(previous, values)


def hash_of_values(previous: str, values: Iterable[Any]) -> str:
    """Return the hash of these values after the previous hash."""
    text = json.dumps([previous, *map(_plain, values)], sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="microseconds")
    return value


def without_link() -> QuerySet[ModerationAction]:
    """Return the acts that are not in the chain: none but those of this very moment."""
    return ModerationAction.objects.filter(link=None).order_by("pk")


@transaction.atomic
def extend(act: int | None = None) -> int:
    """Add an act to the chain, or all that are not in it; return how many that were."""
    lock_chain(LOCK)
    acts = without_link()
    last = LogLink.objects.order_by("-position").first()
    start = position = last.position if last else 0
    previous = last.hash if last else ""
    for each in acts if act is None else acts.filter(pk=act):
        position, previous = position + 1, hash_of(previous, each)
        LogLink.objects.create(position=position, action_id=each.pk, hash=previous)
    return position - start


def check(noted: str = "") -> Checked:
    """Compute all hashes again. noted: a hash that was the last one once, or "".

    A fault is told once: what comes after it is judged by the hash that is stored.
    """
    last, count, position, faults = "", 0, 0, []
    found = not noted
    for link in LogLink.objects.select_related("action").order_by("position").iterator():
        if link.position != position + 1:
            faults.append(f"links {position + 1} to {link.position - 1} are gone")
        elif link.hash != hash_of(last, link.action):
            faults.append(f"act {link.action_id} is not what link {link.position} was made of")
        count, position, last = count + 1, link.position, link.hash
        found = found or link.hash == noted
    if not found:
        faults.append(f"the hash {noted} is not in the chain")
    return Checked(count, last, faults)
