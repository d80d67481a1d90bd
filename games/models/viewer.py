"""Who is looking at a table at this moment."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


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
