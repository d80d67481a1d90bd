"""What somebody with more experience thinks of the acts of trainees."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.sanctions.models import LONGEST_REASON, ModerationAction


class Review(models.Model):
    """Somebody with more experience has looked at what a trainee did."""

    action = models.OneToOneField(
        ModerationAction,
        on_delete=models.PROTECT,
        related_name="reviewed",
        verbose_name=_("act of moderation"),
    )
    reviewer = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
        verbose_name=_("reviewed by"),
    )
    right = models.BooleanField(_("it was right"))
    note = models.TextField(_("note"), max_length=LONGEST_REASON, blank=True)
    created_at = models.DateTimeField(_("when"), default=timezone.now)

    class Meta:
        verbose_name = _("review")
        verbose_name_plural = _("reviews")
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"{self.action.actor_name}: {self.action.verb}"
