"""Comments on the steps of games."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

LONGEST_COMMENT = 500


class StepComment(models.Model):
    """A comment of plain text on one step of a game."""

    game = models.ForeignKey(
        "games.Game", on_delete=models.CASCADE, related_name="comments", verbose_name=_("game")
    )
    seq = models.PositiveIntegerField(_("step"))
    # Null if the account is deleted.
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="step_comments",
        verbose_name=_("author"),
    )
    text = models.CharField(_("text"), max_length=LONGEST_COMMENT, blank=True)
    created_at = models.DateTimeField(_("written at"), default=timezone.now)
    # Moderators can still see the text, unless its author deleted the comment.
    deleted_at = models.DateTimeField(_("deleted at"), null=True, blank=True)
    removed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("deleted by"),
    )

    class Meta:
        verbose_name = _("comment on a step")
        verbose_name_plural = _("comments on steps")
        indexes = [
            models.Index(
                fields=["game", "seq"], name="comment_shown", condition=Q(deleted_at__isnull=True)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}#{self.seq} {self.text[:40]}"
