"""Stored analyses of finished games."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.analysis.explanation import Grade
from games.models.game import Game, Seat


class GameAnalysis(models.Model):
    """The analysis of a finished game: an `Explanation` (games/analysis/explanation.py) as JSON."""

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
    """How well the player of a seat decided (`Grade`), without decisions of bots for them."""

    seat = models.OneToOneField(
        Seat,
        on_delete=models.CASCADE,
        primary_key=True,
        related_name="grade",
        verbose_name=_("seat"),
    )
    decisions = models.PositiveIntegerField(_("decisions"))
    lost = models.PositiveBigIntegerField(_("loss in decisions that mattered"))
    # The loss in all decisions, also decisions that hardly mattered.
    cost = models.PositiveIntegerField(_("loss in all decisions"))
    squares = models.PositiveBigIntegerField(_("sum of squared losses"))
    # How the player chose between stopping and rolling: a `Nerve` for each of "ahead", "level" and
    # "behind"; {} in games for one.
    nerve = models.JSONField(_("nerve"), default=dict)

    class Meta:
        verbose_name = _("grade")
        verbose_name_plural = _("grades")
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.seat}: {self.lost}/{self.decisions}"

    def to_grade(self) -> Grade:
        return Grade(self.decisions, self.lost, self.squares)
