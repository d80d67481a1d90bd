"""Accounts that were deleted under a sanction, and newcomers who are like one of them.

Deleting an account and signing up again would be the way round every sanction. So hashes of the
name, the e-mail addresses and the network addresses stay for a year. The name stays taken as
long, and newcomers who have something in common with such an account are pointed out to
moderators. Nothing is done to them by itself: people judge.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.db.models import Q

from accounts.lookalikes import fold
from accounts.models import SeenAddress, User
from accounts.models.tombstones import (
    TOMBSTONES_KEPT,
    Likeness,
    Mark,
    Tombstone,
    Trace,
    hashed,
    hashes,
)
from accounts.sanctions.models import Sanction, SanctionQuerySet

NEWCOMERS = timedelta(days=90)
"""How long before another account was deleted an account may have been made by the same owner."""

SHORTEST_STEM = 4
_AROUND_STEM = re.compile(r"^[0-9_-]+|[0-9_-]+$")
_GMAIL = ("gmail.com", "googlemail.com")


def leave_tombstone(user: User) -> None:
    """Keep what tells the owner of this account again, if a sanction holds against it.

    Called in the transaction that deletes the account.
    """
    held = _sanctions_of(user).order_by("pk")
    traces = list(_traces_of(user)) if held else []
    if not traces:
        return
    sanctions = [
        {"kind": each.kind, "ends_at": each.ends_at and each.ends_at.isoformat()} for each in held
    ]
    tombstone = Tombstone.objects.create(sanctions=sanctions)
    Trace.objects.bulk_create(
        Trace(tombstone=tombstone, mark=mark, hashed=kept) for mark, kept in traces
    )
    _compare_with_newcomers(tombstone, user, set(traces))


def is_under_sanction(user: User) -> bool:
    """Return whether something would be kept if the account were deleted now."""
    return _sanctions_of(user).exists()


def _sanctions_of(user: User) -> SanctionQuerySet:
    """Return what holds against the user; a warning takes nothing away."""
    held: SanctionQuerySet = user.sanctions.in_force().exclude(kind=Sanction.Kind.WARNING)
    return held


def _traces_of(user: User) -> Iterator[tuple[str, str]]:
    """Yield each mark of an account with its hash. The names of guests say nothing of them."""
    if not user.is_guest:
        former = user.former_names.values_list("username", flat=True)
        for name in filter(None, {user.username, user.former_username, *former}):
            yield Mark.NAME, hashed(Mark.NAME, fold(name))
            for stem in stems(name):
                yield Mark.SIMILAR_NAME, hashed(Mark.SIMILAR_NAME, stem)
    for email in _emails_of(user):
        yield Mark.EMAIL, hashed(Mark.EMAIL, email)
    for kept in user.seen_addresses.values_list("hashed", flat=True):
        yield Mark.ADDRESS, kept


def _emails_of(user: User) -> set[str]:
    rows = EmailAddress.objects.filter(user=user).values_list("email", flat=True)
    return {canonical_email(email) for email in {user.email, *rows} if email}


def canonical_email(email: str) -> str:
    """Return one form for all ways to write the address of a mailbox.

    What follows a plus sign is the owner's own. Dots count everywhere but at Google.
    """
    local, _at, domain = email.strip().casefold().rpartition("@")
    local = local.partition("+")[0] or local
    if domain in _GMAIL:
        local, domain = local.replace(".", ""), _GMAIL[0]
    return f"{local}@{domain}"


def stems(name: str) -> list[str]:
    """Return what is left of a name without digits around it, folded; nothing where it is short."""
    stem = fold(_AROUND_STEM.sub("", name))
    return [stem] if len(stem) >= SHORTEST_STEM else []


def note_likeness(user: User) -> None:
    """Note what a user's name and e-mail addresses have in common with a deleted account."""
    by_name = Q(mark=Mark.SIMILAR_NAME, hashed__in=hashes(Mark.SIMILAR_NAME, *stems(user.username)))
    by_email = Q(mark=Mark.EMAIL, hashed__in=hashes(Mark.EMAIL, *_emails_of(user)))
    wanted = by_email if user.is_guest else by_name | by_email
    _note(user.pk, Trace.objects.kept().filter(wanted).values_list("tombstone_id", "mark"))


def note_shared_addresses(user: User) -> None:
    """Note that a user who is new here signed in from an address of a deleted account."""
    own = user.seen_addresses.values("hashed")
    traces = Trace.objects.kept().filter(mark=Mark.ADDRESS, hashed__in=own)
    new = traces.filter(tombstone__created_at__lte=user.date_joined + NEWCOMERS)
    _note(user.pk, new.values_list("tombstone_id", "mark"))


def _note(user_id: int, found: Iterable[tuple[int, str]]) -> None:
    Likeness.objects.bulk_create(
        [
            Likeness(user_id=user_id, tombstone_id=tombstone_id, mark=mark)
            for tombstone_id, mark in set(found)
        ],
        ignore_conflicts=True,
    )


def _compare_with_newcomers(tombstone: Tombstone, user: User, traces: set[tuple[str, str]]) -> None:
    """Note who came before the account went, perhaps in the week before its end."""
    new = User.objects.filter(date_joined__gt=tombstone.created_at - NEWCOMERS).exclude(pk=user.pk)
    kept = [each for mark, each in traces if mark == Mark.ADDRESS]
    seen = SeenAddress.objects.filter(user__in=new, hashed__in=kept)
    found = {(user_id, Mark.ADDRESS) for user_id in seen.values_list("user_id", flat=True)}
    rows = EmailAddress.objects.filter(user__in=new).values_list("user_id", "email")
    for user_id, email in rows.iterator():
        if (Mark.EMAIL, hashed(Mark.EMAIL, canonical_email(email))) in traces:
            found.add((user_id, Mark.EMAIL))
    names = new.filter(is_guest=False).values_list("pk", "username")
    for user_id, name in names.iterator():
        like = {(Mark.SIMILAR_NAME, hashed(Mark.SIMILAR_NAME, stem)) for stem in stems(name)}
        if like & traces:
            found.add((user_id, Mark.SIMILAR_NAME))
    Likeness.objects.bulk_create(
        Likeness(user_id=user_id, tombstone=tombstone, mark=mark) for user_id, mark in found
    )


def forget_tombstones(now: datetime) -> int:
    """Forget those that are a year old; return how many."""
    return (
        Tombstone.objects.filter(created_at__lte=now - TOMBSTONES_KEPT)
        .delete()[1]
        .get(Tombstone._meta.label, 0)
    )
