"""Rulings of moderators on games."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

LONGEST_NOTE = 1000


class GameRuling(models.Model):
    """A ruling of a moderator. The latest one of a game that is not undone holds."""

    class Kind(models.TextChoices):
        ANNUL = "annul", _("annulled")
        UNANNUL = "unannul", _("counts again")
        AWARD = "award", _("awarded")
        END = "end", _("ended")

    game = models.ForeignKey(
        "games.Game", on_delete=models.CASCADE, related_name="rulings", verbose_name=_("game")
    )
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    # Player numbers, of an award.
    winners = models.JSONField(_("winners"), default=list)
    note = models.TextField(_("public note"), max_length=LONGEST_NOTE)
    ruled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
        verbose_name=_("ruled by"),
    )
    created_at = models.DateTimeField(_("when"), default=timezone.now)

    class Meta:
        app_label = "moderation"  # where its table and its permissions were made
        verbose_name = _("ruling on a game")
        verbose_name_plural = _("rulings on games")
        ordering = ["created_at", "pk"]
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"{self.game.code}: {self.get_kind_display()}"
