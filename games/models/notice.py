"""Notices to users about their games and about acts of moderators."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models.preferences import NoticeKind
from games.models.game import Game


class NoticeQuerySet(models.QuerySet["Notice"]):
    def open(self) -> "NoticeQuerySet":
        """Return notices that are neither read nor withdrawn."""
        return self.filter(read_at=None, withdrawn_at=None)

    def newest(self, most: int) -> "NoticeQuerySet":
        """Return the `most` newest notices, with the columns that bells and devices need."""
        needed = self.select_related("game").only("in_page", "game__code")
        return needed.order_by("-created_at")[:most]


class Notice(models.Model):
    """Something to notify a user of once, in all the ways that they have chosen."""

    Kind = NoticeKind

    class About(models.TextChoices):
        SANCTION = "sanction", _("a sanction")
        LIFTED = "lifted", _("a lifted sanction")
        REPORT = "report", _("a decided report")
        APPEAL = "appeal", _("an answered appeal")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="notices",
        verbose_name=_("user"),
    )
    kind = models.CharField(_("kind"), max_length=12, choices=NoticeKind)
    game = models.ForeignKey(
        Game,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="notices",
        verbose_name=_("game"),
    )
    # The number of events when the game began to wait; 0 for notices that a game gives once.
    turn = models.PositiveIntegerField(_("turn"), default=0)
    # The act of moderators; "" in a notice about a game.
    about = models.CharField(_("about"), max_length=8, choices=About, blank=True)
    # Whether the bell on pages counts the notice.
    in_page = models.BooleanField(_("shown on the site"), default=True)
    created_at = models.DateTimeField(_("created at"), default=timezone.now)
    # When the user saw the notice, or its table.
    read_at = models.DateTimeField(_("read at"), null=True, blank=True)
    # When the notice stopped being true: the user acted, or the game went on without them.
    withdrawn_at = models.DateTimeField(_("withdrawn at"), null=True, blank=True)
    # When the notifier chose the ways to send it; null before.
    spread_at = models.DateTimeField(_("sent out at"), null=True, blank=True)
    # When a mail is due if the user has not seen the notice by then; null for no mail.
    mail_at = models.DateTimeField(_("email at"), null=True, blank=True)

    objects = NoticeQuerySet.as_manager()

    class Meta:
        verbose_name = _("notification")
        verbose_name_plural = _("notifications")
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(
                fields=["user", "game", "kind", "turn"],
                name="notice_once",
                condition=Q(game__isnull=False),
            ),
            models.CheckConstraint(
                condition=Q(game__isnull=False, about="") | Q(game=None, kind="moderation"),
                name="notice_of_something",
            ),
        ]
        indexes = [
            models.Index(
                fields=["user"],
                name="notice_open",
                condition=Q(read_at=None, withdrawn_at=None),
            ),
            models.Index(fields=["user", "-created_at"], name="notice_newest"),
            models.Index(fields=["created_at"], name="notice_fresh", condition=Q(spread_at=None)),
            models.Index(
                fields=["mail_at"], name="notice_mail", condition=Q(mail_at__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"

    @property
    def tag(self) -> str:
        """A key of the notice's subject. Browsers show only the newest notice of each tag."""
        return f"moderation-{self.pk}" if self.game is None else f"game-{self.game.code}"

    @property
    def is_open(self) -> bool:
        return self.read_at is None and self.withdrawn_at is None
