"""What is stored beside the games: tallies of their dice, and what people say of their steps."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

LONGEST_COMMENT = 500


class DiceTally(models.Model):
    """What the dice of finished games showed: one row for each kind of game and user.

    `user`: who rolled; null for bots and for deleted players together. Follows from the logs;
    `manage.py count_dice` compares.
    """

    kind = models.CharField(_("game"), max_length=20)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,  # accounts.services.delete_user adds it to nobody's before
        null=True,
        blank=True,
        related_name="dice_tallies",
        verbose_name=_("user"),
    )
    rolls = models.PositiveBigIntegerField(_("rolls"), default=0)
    ones = models.PositiveBigIntegerField(_("ones"), default=0)
    twos = models.PositiveBigIntegerField(_("twos"), default=0)
    threes = models.PositiveBigIntegerField(_("threes"), default=0)
    fours = models.PositiveBigIntegerField(_("fours"), default=0)
    fives = models.PositiveBigIntegerField(_("fives"), default=0)
    sixes = models.PositiveBigIntegerField(_("sixes"), default=0)

    class Meta:
        verbose_name = _("tally of dice")
        verbose_name_plural = _("tallies of dice")
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "user"],
                name="tally_user_once",
                condition=Q(user__isnull=False),
            ),
            models.UniqueConstraint(
                fields=["kind"], name="tally_nobody_once", condition=Q(user__isnull=True)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind}/{self.user_id or '–'}"


class StepComment(models.Model):
    """What somebody said of one step of a game: plain text.

    `user`: null once the account is gone. `deleted_at`: when it was taken away, and `removed_by`
    which moderator; the text stays for the people who run the site, unless its author took it away.
    """

    game = models.ForeignKey(
        "games.Game", on_delete=models.CASCADE, related_name="comments", verbose_name=_("game")
    )
    seq = models.PositiveIntegerField(_("step"))
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


class Viewer(models.Model):
    """An open socket at a table: who is here. Rows of a killed process go stale and don't count."""

    game = models.ForeignKey(
        "games.Game", on_delete=models.CASCADE, related_name="viewers", verbose_name=_("game")
    )
    channel = models.CharField(_("channel"), max_length=120, unique=True)
    who = models.CharField(_("who"), max_length=64)
    seen_at = models.DateTimeField(_("seen at"), default=timezone.now)

    class Meta:
        verbose_name = _("viewer")
        verbose_name_plural = _("viewers")
        indexes = [models.Index(fields=["game", "seen_at"], name="viewer_seen")]

    def __str__(self) -> str:
        return self.who
