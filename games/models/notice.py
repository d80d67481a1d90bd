"""What people are told of their games, and of what moderators did."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models.preferences import NoticeKind
from games.models.game import Game


class NoticeQuerySet(models.QuerySet["Notice"]):
    """Notices."""

    def open(self) -> "NoticeQuerySet":
        """Return those that are still news to their reader."""
        return self.filter(read_at=None, withdrawn_at=None)

    def newest(self, most: int) -> "NoticeQuerySet":
        """Return what bells and devices need of the newest ones, `most` at most."""
        needed = self.select_related("game").only("in_page", "game__code")
        return needed.order_by("-created_at")[:most]


class Notice(models.Model):
    """Something a person is told, once, whatever ways it takes to them.

    `turn`: after how many events the wait began that it tells of; 0 for what happens once in a
    game. `about`: what moderators did, of those that have no game. `in_page`: whether the bell
    counts it. `read_at`: when the person saw it, or the table it is about. `withdrawn_at`: since
    when it is no longer true, because they acted or the game went on without them. `spread_at`:
    when it was handed to the other ways; null while it waits for that. `mail_at`: when a mail
    tells it to users who have not seen it by then; null if none will.
    """

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
    turn = models.PositiveIntegerField(_("turn"), default=0)
    about = models.CharField(_("about"), max_length=8, choices=About, blank=True)
    in_page = models.BooleanField(_("shown on the site"), default=True)
    created_at = models.DateTimeField(_("created at"), default=timezone.now)
    read_at = models.DateTimeField(_("read at"), null=True, blank=True)
    withdrawn_at = models.DateTimeField(_("withdrawn at"), null=True, blank=True)
    spread_at = models.DateTimeField(_("sent out at"), null=True, blank=True)
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
        """What it is about, in short: of two with the same one, browsers show the newer."""
        return f"moderation-{self.pk}" if self.game is None else f"game-{self.game.code}"

    @property
    def is_open(self) -> bool:
        """Whether it is still news to the person."""
        return self.read_at is None and self.withdrawn_at is None
