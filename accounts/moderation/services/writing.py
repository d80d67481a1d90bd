"""What people wrote, in chat and in comments: as it is kept, and whether somebody could read it."""

from typing import Any

from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from accounts.moderation.services import conduct
from games.chat.models import Channel, ChatLine, RefusedLine
from games.chat.phrases import words_of
from games.models import Game
from games.queries import PUBLIC
from games.side_models import StepComment

Json = dict[str, Any]
Item = StepComment | ChatLine

AROUND = 10
"""So many lines before and after a reported one are kept with it."""

MOST_WRITTEN = 20


def words(item: Item) -> str:
    """Return what was said, word for word."""
    if isinstance(item, ChatLine) and item.phrase:
        return words_of(item.phrase)
    return item.text


def has_written(suspect: User, reporter: User) -> bool:
    """Return whether the suspect wrote something lately where this reporter could read it."""
    since = timezone.now() - conduct.RECENT
    own = Game.objects.filter(seats__user=reporter)
    readable = Q(game__in=Game.objects.filter(PUBLIC | Q(pk__in=own)))
    said = StepComment.objects.filter(readable, user=suspect, deleted_at=None)
    if said.filter(created_at__gte=since).exists():
        return True
    # What spectators say reaches players only when the game is over.
    heard = Q(channel=Channel.PLAYERS) | Q(game__status=Game.Status.FINISHED) | ~Q(game__in=own)
    lines = ChatLine.objects.filter(readable, heard, user=suspect, removed_at=None)
    return lines.filter(created_at__gte=since).exists()


def written(suspect: User) -> list[Json]:
    """Return what somebody wrote lately, the latest first."""
    since = timezone.now() - conduct.RECENT
    lately = Q(user=suspect, created_at__gte=since)
    said = StepComment.objects.filter(lately).exclude(text="").order_by("-created_at", "-pk")
    lines = ChatLine.objects.filter(lately).order_by("-created_at", "-pk")
    found: list[Item] = [
        *said.select_related("game", "user")[:MOST_WRITTEN],
        *lines.select_related("game", "user")[:MOST_WRITTEN],
    ]
    found.sort(key=lambda item: item.created_at, reverse=True)
    return [{"where": item.game.code, **kept(item)} for item in found[:MOST_WRITTEN]]


def refused(suspect: User, game: Game) -> list[Json]:
    """Return what somebody wanted to say at a table and could not, because it was too much."""
    since = timezone.now() - conduct.RECENT
    lines = RefusedLine.objects.filter(user=suspect, game=game, created_at__gte=since)
    return [
        {
            "user": suspect.pk,
            "name": suspect.username,
            "text": line.text or words_of(line.phrase),
            "at": line.created_at.isoformat(),
        }
        for line in lines.order_by("-created_at", "-pk")[:MOST_WRITTEN]
    ]


def context_of(item: Item) -> list[Json]:
    """Return what was said around it, itself among it, in order: for those who judge it."""
    if isinstance(item, StepComment):
        same_step = StepComment.objects.filter(game=item.game_id, seq=item.seq)
        said = same_step.select_related("user").order_by("created_at", "pk")
        return [kept(comment) for comment in said]
    lines = ChatLine.objects.filter(game=item.game_id, channel=item.channel).select_related("user")
    before = lines.filter(pk__lt=item.pk).order_by("-pk")[:AROUND]
    after = lines.filter(pk__gt=item.pk).order_by("pk")[:AROUND]
    return [kept(line) for line in [*reversed(before), item, *after]]


def kept(item: Item) -> Json:
    """Return a comment or a line as a snapshot has it."""
    is_line = isinstance(item, ChatLine)
    gone = item.removed_at if isinstance(item, ChatLine) else item.deleted_at
    return {
        "id": item.pk,
        "kind": "line" if is_line else "comment",
        "channel": item.channel if isinstance(item, ChatLine) else "",
        "seq": item.seq,
        "user": item.user_id,
        "name": item.user.username if item.user else "",
        "text": words(item),
        "at": item.created_at.isoformat(),
        "removed": gone is not None,
    }
