"""Stored notes about clocks, and the last signs of life of referees and web servers."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.engine.records.record_time import TimeNote
from games.models.game import Game


class ClockNote(models.Model):
    """Something that happened to the clocks or players of a game after `after` events.

    It does not change the position, so it is no event of the log.
    """

    class Kind(models.TextChoices):
        GIVEN_BACK = "given-back", _("time added back")
        STOOD_IN = "stood-in", _("a bot stands in for a turn")
        TAKEN_OVER = "taken-over", _("a bot takes over the seat")
        GONE = "gone", _("the others stop waiting for an absent player")
        NEVER_MOVED = "never-moved", _("the player never made a move")

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="clock_notes", verbose_name=_("game")
    )
    after = models.PositiveIntegerField(_("after event"))
    kind = models.CharField(_("kind"), max_length=12, choices=Kind)
    # Null if the note is about all clocks.
    player = models.PositiveSmallIntegerField(_("player"), null=True, blank=True)
    # The time given back to the clocks, or for which the player had been gone; null in other notes.
    seconds = models.PositiveIntegerField(_("seconds"), null=True, blank=True)
    bot = models.CharField(_("bot"), max_length=30, blank=True)
    created_at = models.DateTimeField(_("created at"), default=timezone.now)

    class Meta:
        verbose_name = _("clock note")
        verbose_name_plural = _("clock notes")
        ordering = ["game", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind="given-back", seconds__isnull=False)
                | Q(kind="gone", seconds__isnull=False, player__isnull=False)
                | Q(kind__in=["stood-in", "taken-over", "never-moved"], player__isnull=False),
                name="clock_note_complete",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}#{self.after} {self.kind}"

    def to_note(self) -> TimeNote:
        return TimeNote(self.after, self.kind, self.player, self.seconds, self.bot or None)


class SignOfLife(models.Model):
    """The last time at which a process of a role was known to be at work: one row for each role.

    Clocks run only while both roles are at work: referees end them, web servers let players act.
    """

    class Role(models.TextChoices):
        REFEREE = "referee", _("referee")
        PAGES = "pages", _("web servers")

    role = models.CharField(_("role"), max_length=10, choices=Role, unique=True)
    seen_at = models.DateTimeField(_("seen at"))

    class Meta:
        verbose_name = _("heartbeat")
        verbose_name_plural = _("heartbeats")

    def __str__(self) -> str:
        return f"{self.role}: {self.seen_at.isoformat()}"
