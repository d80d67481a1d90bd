"""What moderators have before them when they decide about somebody: their history on this site."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from accounts.addresses import sharing_address
from accounts.language import speaking_to
from accounts.models import User
from accounts.models.tombstones import Mark, Tombstone
from accounts.sanctions.models import Sanction
from games.chat.models import Channel, ChatLine
from games.presenters.names import listed, name_among
from games.queries import running_games_of, seats_of
from moderation.admin.durations import FOR_GOOD, SHORTEST
from moderation.models import Case, Note
from moderation.services import conduct, recusal
from moderation.services.sanctions import may_give

MOST_SANCTIONS = MOST_CASES = MOST_NOTES = MOST_NEIGHBOURS = 20
MOST_GAMES = 10
MOST_LINES = 20
LOOKED_AT = 50
"""The share of left games counts the latest games against people, at most this many."""


@dataclass(frozen=True)
class RemainingSanction:
    """A sanction against a deleted account that would still hold. ends_at: None for good.

    address: of the form that gives it to the user, "" for a viewer who may not give it.
    """

    kind: str
    ends_at: datetime | None
    address: str


@dataclass(frozen=True)
class MatchingDeletedAccount:
    """A deleted account that a user has something in common with."""

    marks: list[Mark]
    rests: list[RemainingSanction]

    @property
    def is_weak(self) -> bool:
        """Whether it is the network address alone, which families and whole towns share."""
        return self.marks == [Mark.ADDRESS]


def history_of(user: User, viewer: User, besides: Case | None = None) -> dict[str, Any]:
    """Return what this viewer may know of a user. besides: the case that is looked at already."""
    sanctions = user.sanctions.select_related("given_by", "revoked_by", "case")
    latest = conduct.latest_games(user, LOOKED_AT)
    left = {game.pk for game in conduct.left_of(user, latest)}
    notes = Note.objects.filter(Q(case__subject=user) | Q(user=user))
    cases = user.cases.annotate(report_count=Count("reports")).select_related("decided_by")
    if besides is not None:
        notes = notes.filter(Q(case=None) | ~Q(case=besides))
        cases = cases.exclude(pk=besides.pk)
    notes = notes.select_related("author", "case")
    # What others say of a running game is kept from those who play in it.
    lines = ChatLine.objects.filter(user=user).select_related("game")
    lines = lines.exclude(channel=Channel.SPECTATORS, game__in=running_games_of(viewer))
    return {
        "user": user,
        "sanctions": sanctions.order_by("-created_at", "-pk")[:MOST_SANCTIONS],
        "cases": cases.order_by("-opened_at", "-pk")[:MOST_CASES],
        "notes": notes.order_by("-created_at", "-pk")[:MOST_NOTES],
        "played": len(latest),
        "left": len(left),
        "left_percent": round(100 * len(left) / len(latest)) if latest else 0,
        "games": list(_games(user, left)),
        "lines": lines.order_by("-created_at", "-pk")[:MOST_LINES],
        "predecessors": predecessors(user, viewer),
        "neighbours": neighbours(user),
    }


def _games(user: User, left: set[int]) -> Iterator[dict[str, Any]]:
    """Yield the latest games as they went for the user. left: the numbers of those they left."""
    played = seats_of(user).filter(game__started_at__isnull=False, game__imported_at=None)
    played = played.select_related("game").prefetch_related("game__seats__user")
    for seat in played.order_by("-game__started_at", "-pk")[:MOST_GAMES]:
        seats = seat.game.seats.all()
        others = [other for other in seats if other.pk != seat.pk]
        yield {
            "game": seat.game,
            "others": listed(name_among(seats, other) for other in others),
            "left": seat.game_id in left or seat.left_by_id == user.pk,
            "won": seat.won,
            "lost": any(other.won for other in others),
        }


def neighbours(user: User) -> QuerySet[Any]:
    """Return the accounts that share hashed addresses with this one: those with most come first.

    shared: how many addresses.
    """
    found = User.objects.filter(seen_addresses__in=sharing_address(user))
    counted = found.annotate(shared=Count("seen_addresses"))
    return counted.order_by("-shared", "pk")[:MOST_NEIGHBOURS]


def predecessors(user: User, viewer: User) -> list[MatchingDeletedAccount]:
    """Return the deleted accounts that a user is like, the latest first."""
    found: dict[Tombstone, set[str]] = {}
    rows = user.likenesses.select_related("tombstone").order_by("-tombstone__created_at")
    for row in rows:
        found.setdefault(row.tombstone, set()).add(row.mark)
    giver = None if recusal.knows(viewer, user.pk) else viewer
    return [
        MatchingDeletedAccount(
            marks := [mark for mark in Mark if mark in held],
            _rests(user, giver, tombstone, marks),
        )
        for tombstone, held in found.items()
    ]


def _rests(
    user: User, giver: User | None, tombstone: Tombstone, marks: list[Mark]
) -> list[RemainingSanction]:
    """Return what is left of the sanctions. giver: None where the viewer must not give them."""
    with speaking_to(user):
        reason = gettext("This continues a sanction from your deleted account.")
    shared = ", ".join(str(mark.label) for mark in marks)
    note = gettext("Resembles deleted account %(number)d: %(marks)s")
    note %= {"number": tombstone.pk, "marks": shared}
    rests = []
    for each in tombstone.sanctions:
        kind = each["kind"]
        end = each["ends_at"] and datetime.fromisoformat(each["ends_at"])
        # Accounts deleted long ago may have had sanctions of kinds that are no longer given.
        if kind not in Sanction.Kind.values or (end and end <= timezone.now()):
            continue
        # Emptying the end must not make a sanction permanent that was to end.
        length = SHORTEST if end else FOR_GOOD
        until = f"{end:%Y-%m-%d %H:%M:%S}" if end else ""
        query = {"kind": kind, "length": length, "until": until, "reason": reason, "note": note}
        form = reverse("moderation:give", args=[user.pk], query=query)
        may = giver is not None and may_give(giver, user, kind, end)
        rests.append(RemainingSanction(str(Sanction.Kind(kind).label), end, form if may else ""))
    return rests
