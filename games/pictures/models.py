"""Animations, waiting or drawn, which are deleted after some days."""

from datetime import timedelta
from typing import ClassVar

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import Game

SILENCE = timedelta(seconds=90)
"""An animation being drawn counts as lost after this long without progress."""


class Animation(models.Model):
    """Some steps of a game as a moving picture."""

    class Progress(models.TextChoices):
        WAITING = "waiting", _("waiting")
        DRAWING = "drawing", _("being drawn")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")

    class Format(models.TextChoices):
        WEBP = "webp", _("WebP: sharp and small")
        GIF = "gif", _("GIF: for older apps")
        MP4 = "mp4", _("MP4: a video, for messaging apps")

    TOO_LARGE: ClassVar = "too-large"
    BROKEN: ClassVar = "broken"

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="animations", verbose_name=_("game")
    )
    first = models.PositiveIntegerField(_("first step"))
    final = models.PositiveIntegerField(_("last step"))
    delay = models.PositiveIntegerField(_("milliseconds per step"))
    format = models.CharField(_("format"), max_length=4, choices=Format, default=Format.WEBP)
    # A hash of everything else the picture depends on, such as the players' names.
    look = models.CharField(_("look"), max_length=64)
    language = models.CharField(_("language"), max_length=20)
    frames = models.PositiveSmallIntegerField(_("pictures"))
    drawn = models.PositiveSmallIntegerField(_("drawn"), default=0)
    # A code for why drawing failed; "" if it did not.
    fault = models.CharField(_("error"), max_length=20, blank=True)
    # The account or hashed IP address that asked; "" once drawing has ended.
    asked_by = models.CharField(_("requested by"), max_length=64, blank=True, db_default="")
    picture = models.BinaryField(_("picture"), null=True)
    size = models.PositiveIntegerField(_("size in bytes"), default=0)
    created_at = models.DateTimeField(_("created at"), default=timezone.now)
    started_at = models.DateTimeField(_("started at"), null=True)
    touched_at = models.DateTimeField(_("last progress at"), default=timezone.now)

    class Meta:
        verbose_name = _("animation")
        verbose_name_plural = _("animations")
        constraints = [
            models.UniqueConstraint(
                fields=["game", "first", "final", "delay", "format", "look"], name="animation_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.first}–{self.final}"

    @property
    def progress(self) -> str:
        """Its progress. An animation left behind by a killed process has failed."""
        if self.size:
            return self.Progress.DONE
        if self.fault or (self.started_at and self.touched_at < timezone.now() - SILENCE):
            return self.Progress.FAILED
        return self.Progress.DRAWING if self.started_at else self.Progress.WAITING
