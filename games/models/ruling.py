"""Rulings of moderators on games."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

LONGEST_NOTE = 1000


class GameRuling(models.Model):
    """A ruling of a moderator on a game. Of several, the latest that is not undone is in force."""

    class Kind(models.TextChoices):
        ANNUL = "annul", _("annulled")
        UNANNUL = "unannul", _("counts again")
        AWARD = "award", _("awarded")
        END = "end", _("ended")

    game = models.ForeignKey(
        "games.Game", on_delete=models.CASCADE, related_name="rulings", verbose_name=_("game")
    )
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    # The numbers of the winning players of an award.
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
        app_label = "moderation"  # the app that created its table and its permissions
        verbose_name = _("ruling on a game")
        verbose_name_plural = _("rulings on games")
        ordering = ["created_at", "pk"]
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"{self.game.code}: {self.get_kind_display()}"
