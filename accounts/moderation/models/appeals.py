"""What is said against a sanction, and the answers."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

LONGEST_TEXT = 1000


class Appeal(models.Model):
    """What a user says against a sanction, and the answer: one thread for each sanction.

    `waits_since`: since when the user waits for an answer, null when it is their turn to write or
    the appeal is closed. `unseen`: they have not read the last answer.
    """

    class Status(models.TextChoices):
        OPEN = "open", _("waits for an answer")
        ANSWERED = "answered", _("answered")
        LIFTED = "lifted", _("lifted")
        UPHELD = "upheld", _("stays as it is")

    sanction = models.OneToOneField(
        "moderation.Sanction",
        on_delete=models.CASCADE,
        related_name="appeal",
        verbose_name=_("sanction"),
    )
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.OPEN)
    opened_at = models.DateTimeField(_("opened at"), default=timezone.now)
    waits_since = models.DateTimeField(_("waits since"), null=True, default=timezone.now)
    closed_at = models.DateTimeField(_("closed at"), null=True, blank=True)
    unseen = models.BooleanField(_("answer not seen yet"), default=False)

    class Meta:
        verbose_name = _("appeal")
        verbose_name_plural = _("appeals")
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"{self.sanction_id}: {self.status}"

    @property
    def is_closed(self) -> bool:
        return self.closed_at is not None


class AppealMessage(models.Model):
    """One message of an appeal. `hidden`: a note that only moderators read."""

    appeal = models.ForeignKey(
        Appeal, on_delete=models.CASCADE, related_name="messages", verbose_name=_("appeal")
    )
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
        verbose_name=_("author"),
    )
    by_staff = models.BooleanField(_("by a moderator"), default=False)
    hidden = models.BooleanField(_("for moderators only"), default=False)
    text = models.TextField(_("text"), max_length=LONGEST_TEXT)
    created_at = models.DateTimeField(_("written at"), default=timezone.now)

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        ordering = ["created_at", "pk"]
        default_permissions = ()

    def __str__(self) -> str:
        return self.text[:40]
