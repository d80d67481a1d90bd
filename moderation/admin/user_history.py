"""A user's history on this site, for moderators who decide about them."""

from collections.abc import Iterator
from typing import Any

from django.db.models import Count, Q, QuerySet

from accounts.addresses import sharing_address
from accounts.models import User
from games.chat.models import Channel, ChatLine
from games.presenters.names import listed, name_among
from games.queries import running_games_of, seats_of
from moderation.models import Case, Note
from moderation.services import leavings

MOST_SANCTIONS = MOST_CASES = MOST_NOTES = MOST_NEIGHBOURS = 20
MOST_GAMES = 10
MOST_LINES = 20
LOOKED_AT = 50
"""Number of latest games against people that the share of left games is computed from."""


def history_of(user: User, viewer: User, besides: Case | None = None) -> dict[str, Any]:
    """Return the history of a user that this viewer may see. besides: a case to leave out."""
    sanctions = user.sanctions.select_related("given_by", "revoked_by", "case")
    latest = leavings.latest_games(user, LOOKED_AT)
    left = {game.pk for game in leavings.left_of(user, latest)}
    notes = Note.objects.filter(Q(case__subject=user) | Q(user=user))
    cases = user.cases.annotate(report_count=Count("reports")).select_related("decided_by")
    if besides is not None:
        notes = notes.filter(Q(case=None) | ~Q(case=besides))
        cases = cases.exclude(pk=besides.pk)
    notes = notes.select_related("author", "case")
    # Players of a running game must not read texts of its spectators.
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
        "neighbours": neighbours(user),
    }


def _games(user: User, left: set[int]) -> Iterator[dict[str, Any]]:
    """Yield the user's latest games and their results. left: numbers of the games they left."""
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
    """Return accounts that share the most IP addresses with the user. `shared`: how many."""
    found = User.objects.filter(seen_addresses__in=sharing_address(user))
    counted = found.annotate(shared=Count("seen_addresses"))
    return counted.order_by("-shared", "pk")[:MOST_NEIGHBOURS]
