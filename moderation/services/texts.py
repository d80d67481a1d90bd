"""Lines of chat and comments: which were reported, their words, and the texts around them."""

from typing import Any

from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from games.chat.models import Channel, ChatLine, RefusedLine
from games.chat.phrases import words_of
from games.models import Game, StepComment
from games.queries import running_games_of
from moderation.models import Case, Report
from moderation.services import leavings

Json = dict[str, Any]
Item = StepComment | ChatLine

CONTEXT_LINES = 10
"""Number of lines saved before and after a reported line."""

MOST_WRITTEN = 20


def words(item: Item) -> str:
    """Return the text of a line or comment, or the words of a phrase."""
    if isinstance(item, ChatLine) and item.phrase:
        return words_of(item.phrase)
    return item.text


def name_of(item: Item) -> str:
    """Return the log's name of a line or comment, such as "line 17"."""
    return f"{'line' if isinstance(item, ChatLine) else 'comment'} {item.pk}"


def is_gone(item: Item) -> bool:
    gone_at = item.removed_at if isinstance(item, ChatLine) else item.deleted_at
    return gone_at is not None


def reported_texts(case: Case) -> list[Item]:
    """Return the lines and comments reported in a case, including removed ones."""
    lines = case.reports.filter(target=Report.Target.LINE).values("target_id")
    comments = case.reports.filter(target=Report.Target.COMMENT).values("target_id")
    return [
        *ChatLine.objects.filter(pk__in=lines).select_related("game", "user").order_by("pk"),
        *StepComment.objects.filter(pk__in=comments).select_related("game", "user").order_by("pk"),
    ]


def removable_texts(case: Case, moderator: User) -> list[Item]:
    """Return the reported texts that were not removed, and that this moderator may read."""
    # Players of a running game must not read texts of its spectators.
    own = set(running_games_of(moderator).values_list("pk", flat=True))
    return [
        item
        for item in reported_texts(case)
        if not is_gone(item)
        and (item.game_id not in own or getattr(item, "channel", "") == Channel.PLAYERS)
    ]


def recent_texts(subject: User) -> list[Json]:
    """Return a user's latest lines and comments."""
    since = timezone.now() - leavings.RECENT
    lately = Q(user=subject, created_at__gte=since)
    comments = StepComment.objects.filter(lately).exclude(text="").order_by("-created_at", "-pk")
    lines = ChatLine.objects.filter(lately).order_by("-created_at", "-pk")
    found: list[Item] = [
        *comments.select_related("game", "user")[:MOST_WRITTEN],
        *lines.select_related("game", "user")[:MOST_WRITTEN],
    ]
    found.sort(key=lambda item: item.created_at, reverse=True)
    return [{"where": item.game.code, **as_snapshot(item)} for item in found[:MOST_WRITTEN]]


def refused_lines(subject: User, game: Game) -> list[Json]:
    """Return a user's lines at a table that were refused as too many or as repeated."""
    since = timezone.now() - leavings.RECENT
    lines = RefusedLine.objects.filter(user=subject, game=game, created_at__gte=since)
    return [
        {
            "user": subject.pk,
            "name": subject.username,
            "text": line.text or words_of(line.phrase),
            "at": line.created_at.isoformat(),
        }
        for line in lines.order_by("-created_at", "-pk")[:MOST_WRITTEN]
    ]


def context_of(item: Item) -> list[Json]:
    """Return the lines or comments around an item, and the item itself, in order."""
    if isinstance(item, StepComment):
        same_step = StepComment.objects.filter(game=item.game_id, seq=item.seq)
        comments = same_step.select_related("user").order_by("created_at", "pk")
        return [as_snapshot(comment) for comment in comments]
    lines = ChatLine.objects.filter(game=item.game_id, channel=item.channel).select_related("user")
    before = lines.filter(pk__lt=item.pk).order_by("-pk")[:CONTEXT_LINES]
    after = lines.filter(pk__gt=item.pk).order_by("pk")[:CONTEXT_LINES]
    return [as_snapshot(line) for line in [*reversed(before), item, *after]]


def as_snapshot(item: Item) -> Json:
    """Return an item in the form in which it is saved as evidence."""
    return {
        "id": item.pk,
        "kind": "line" if isinstance(item, ChatLine) else "comment",
        "channel": item.channel if isinstance(item, ChatLine) else "",
        "seq": item.seq,
        "user": item.user_id,
        "name": item.user.username if item.user else "",
        "text": words(item),
        "at": item.created_at.isoformat(),
        "removed": is_gone(item),
    }
