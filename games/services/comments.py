"""Comments on the steps of games: read, write and delete them, and check the rights to do so."""

from collections import Counter
from collections.abc import Sequence

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Model, QuerySet
from django.utils import timezone

from accounts.locks import retried_on_deadlock
from accounts.models import User
from accounts.sanctions import alarms, checks, log
from accounts.sanctions.actions import Action
from accounts.sanctions.models import Sanction
from accounts.statements import Select
from games.models import Game, StepComment

Visitor = User | AnonymousUser


def closed_to(game: Game, visitor: Visitor) -> bool:
    """Return whether comments are hidden from a visitor because they play in this running game."""
    if not (game.is_running and isinstance(visitor, User)):
        return False
    return game.seats.filter(user=visitor).exists()


def may_delete(comment: StepComment, visitor: Visitor) -> bool:
    if not isinstance(visitor, User):
        return False
    return comment.user_id == visitor.pk or visitor.has_perm("moderation.remove_lines")


def shown_to(game: Game, visitor: Visitor) -> QuerySet[StepComment]:
    """Return the comments on a game, without comments of users the visitor blocks."""
    shown = StepComment.objects.filter(game=game, deleted_at=None)
    hidden = checks.hidden_from(visitor.pk)
    return shown.exclude(user__in=hidden) if hidden else shown


def comments_on(game: Game, seq: int, visitor: Visitor) -> Sequence[StepComment]:
    """Return the comments on one step that are shown to the visitor, the oldest first."""
    shown = shown_to(game, visitor).filter(seq=seq)
    return list(shown.select_related("user").order_by("created_at", "pk"))


def commented_steps(game: Game, visitor: Visitor) -> dict[int, int]:
    """Return the number of comments on each step with comments, by seq in ascending order."""
    hidden = checks.hidden_from(visitor.pk)
    read = (seq for seq, author in _steps_and_authors(game.pk) if author not in hidden)
    return dict(Counter(read))  # in templates, `.items` of a Counter looks up the key "items"


_steps_and_authors = Select(
    lambda game: (
        StepComment.objects.filter(game=game, deleted_at=None)
        .order_by("seq")
        .values_list("seq", "user_id")
    ),
    int,
)


def sanction_of(visitor: Visitor) -> Sanction | None:
    """Return the sanction that forbids the visitor to write, or None."""
    return checks.sanction_against(visitor, *checks.FROM_WRITING)


@retried_on_deadlock
def add_comment(game: Game, seq: int, visitor: Visitor, text: str) -> StepComment:
    """Add a comment, unless the visitor has no account, plays in this game or is sanctioned."""
    if not isinstance(visitor, User) or visitor.is_guest or closed_to(game, visitor):
        raise PermissionDenied
    with transaction.atomic():
        # Sanctions lock the user, too, so no comment is written once a sanction is in force.
        try:
            author = User.objects.locked(visitor.pk)
        except User.DoesNotExist:  # the account was deleted in another tab
            raise PermissionDenied from None
        checks.check(author, *checks.FROM_WRITING)
        comment = StepComment.objects.create(game=game, seq=seq, user=visitor, text=text)
        alarms.notify(alarms.COMMENTED, comment.pk)
    return comment


@transaction.atomic
def delete_comment(comment: StepComment, visitor: Visitor, *, case: Model | None = None) -> None:
    """Delete a comment, unless it is deleted already.

    case: the case of moderation to log; by default the moderator's claimed case about the author.
    """
    if not isinstance(visitor, User) or not may_delete(comment, visitor):
        raise PermissionDenied
    found = StepComment.objects.select_for_update(of=("self",)).select_related("user")
    comment = found.get(pk=comment.pk)
    if comment.deleted_at is not None:
        return
    comment.deleted_at = timezone.now()
    comment.removed_by = visitor
    if comment.user_id == visitor.pk:
        # The author's own deletion is final. Text that a moderator removes is kept for appeals.
        comment.text = ""
        comment.save(update_fields=["deleted_at", "removed_by", "text"])
        return
    comment.save(update_fields=["deleted_at", "removed_by"])
    log.write(
        visitor,
        Action.REMOVED_COMMENT,
        subject=comment.user,
        target=f"comment {comment.pk}",
        before={"text": comment.text},
        case=case or log.case_in_hand(visitor, [comment.user_id]),
    )
