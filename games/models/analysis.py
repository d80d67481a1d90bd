"""Stored analyses of finished games."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.analysis.explanation import Grade
from games.models.game import Game, Seat


class GameAnalysis(models.Model):
    """A finished game explained: an `Explanation` as plain JSON."""

    game = models.OneToOneField(
        Game,
        on_delete=models.CASCADE,
        primary_key=True,
        related_name="analysis",
        verbose_name=_("game"),
    )
    explanation = models.JSONField(_("explanation"))

    class Meta:
        verbose_name = _("game analysis")
        verbose_name_plural = _("game analyses")
        default_permissions = ()

    def __str__(self) -> str:
        return str(self.game)


class SeatGrade(models.Model):
    """How well the player of a seat decided: a `Grade`. Decisions of bots for them don't count."""

    seat = models.OneToOneField(
        Seat,
        on_delete=models.CASCADE,
        primary_key=True,
        related_name="grade",
        verbose_name=_("seat"),
    )
    decisions = models.PositiveIntegerField(_("decisions"))
    lost = models.PositiveBigIntegerField(_("loss in decisions that mattered"))
    # Of all decisions, also those that hardly mattered.
    cost = models.PositiveIntegerField(_("loss in all decisions"))
    squares = models.PositiveBigIntegerField(_("sum of squared losses"))
    # When they stopped and rolled in a game of several: `Nerve`s by where they stood.
    nerve = models.JSONField(_("nerve"), default=dict)

    class Meta:
        verbose_name = _("grade")
        verbose_name_plural = _("grades")
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.seat}: {self.lost}/{self.decisions}"

    def to_grade(self) -> Grade:
        return Grade(self.decisions, self.lost, self.squares)
