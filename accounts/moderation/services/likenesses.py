"""Newcomers who are like an account that was deleted under a sanction: going on where it ended."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.locks import retried_on_deadlock
from accounts.models import User
from accounts.models.tombstones import Likeness, Mark, Tombstone
from accounts.moderation.services import sanctions
from accounts.moderation.services.errors import Conflict, NotFound
from accounts.sanctions.models import Sanction


@dataclass(frozen=True)
class Rest:
    """A sanction against a deleted account that would hold still. ends_at: None for good."""

    kind: str
    ends_at: datetime | None

    @property
    def name(self) -> str:
        return str(Sanction.Kind(self.kind).label)


def rests_of(tombstone: Tombstone) -> list[Rest]:
    """Return what is left of the sanctions against a deleted account."""
    ends = [
        (each["kind"], each["ends_at"] and datetime.fromisoformat(each["ends_at"]))
        for each in tombstone.sanctions
    ]
    now = timezone.now()
    return [Rest(kind, end) for kind, end in ends if end is None or end > now]


def marks_of(user: User, tombstone: Tombstone) -> list[Mark]:
    """Return what a user has in common with a deleted account, the most telling first."""
    found = Likeness.objects.filter(user=user, tombstone=tombstone)
    marks = set(found.values_list("mark", flat=True))
    return [mark for mark in Mark if mark in marks]


def may_carry_on(moderator: User, user: User, tombstone: Tombstone) -> bool:
    """Return whether the moderator may give this user all that is left of the sanctions."""
    rests = rests_of(tombstone)
    return bool(rests) and all(
        sanctions.may_give(moderator, user, rest.kind, rest.ends_at) for rest in rests
    )


@retried_on_deadlock
@transaction.atomic
def carry_on(moderator: User, user: User, tombstone: Tombstone, reason: str) -> list[Sanction]:
    """Give the user what is left of the sanctions against a deleted account, if they lack it.

    Raises NotFound where nothing is left, or they have nothing in common; PermissionDenied, and
    a Refusal as `sanctions.give` does. Nothing is given when one is raised.
    """
    marks, rests = marks_of(user, tombstone), rests_of(tombstone)
    if not (marks and rests):
        raise NotFound(_("There is nothing left of a sanction to give."))
    if not may_carry_on(moderator, user, tombstone):
        raise PermissionDenied
    note = _("Like deleted account %(number)d: %(marks)s") % {
        "number": tombstone.pk,
        "marks": ", ".join(str(mark.label) for mark in marks),
    }
    given = []
    for rest in rests:
        with suppress(Conflict):  # it holds for as long already
            given.append(
                sanctions.give(moderator, user, rest.kind, reason, rest.ends_at, note=note)
            )
    if not given:
        raise Conflict(_("All that is left of the sanctions holds already."))
    return given
