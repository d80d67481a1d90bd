"""What is stored: tables, who sits at them, and the log of every game.

`GameEvent` is the truth; `Game.state` is a snapshot of it that saves reading the log.
"""

from functools import cached_property
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _

from games.engine.core import Event, Rules, State
from games.engine.registry import KINDS

CODE_LENGTH = 8
# No vowels and no look-alikes: codes spell no words and can be read out.
CODE_ALPHABET = "bcdfghjkmnpqrstvwxyz23456789"


def new_code() -> str:
    """Return a fresh random code for a table's address."""
    return get_random_string(CODE_LENGTH, CODE_ALPHABET)


class Game(models.Model):
    """One playing of a game: a table that waits, runs, and is over."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting for players")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    class Visibility(models.TextChoices):
        PUBLIC = "public", _("public")
        UNLISTED = "unlisted", _("by link only")

    code = models.CharField(_("code"), max_length=16, unique=True, default=new_code, editable=False)
    kind = models.CharField(
        _("game"), max_length=20, choices=[(slug, slug) for slug in sorted(KINDS)]
    )
    rules_version = models.PositiveSmallIntegerField(_("rules version"))
    variant = models.JSONField(_("variant"))
    size = models.PositiveSmallIntegerField(_("seats"))
    show_odds = models.BooleanField(_("show odds"), default=True)
    visibility = models.CharField(
        _("visibility"), max_length=10, choices=Visibility, default=Visibility.PUBLIC
    )
    rated = models.BooleanField(_("rated"), default=False)
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.WAITING)
    creator = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="created_games",
        verbose_name=_("creator"),
    )
    rematch_of = models.OneToOneField(
        "self",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="rematch",
        verbose_name=_("rematch of"),
    )
    state = models.JSONField(_("state"), null=True, editable=False)
    version = models.PositiveIntegerField(_("version"), default=0, editable=False)
    termination = models.CharField(_("termination"), max_length=20, blank=True)
    due_at = models.DateTimeField(_("due at"), null=True, blank=True)
    created_at = models.DateTimeField(_("created at"), default=timezone.now)
    started_at = models.DateTimeField(_("started at"), null=True, blank=True)
    moved_at = models.DateTimeField(_("last move at"), null=True, blank=True)
    finished_at = models.DateTimeField(_("finished at"), null=True, blank=True)

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        indexes = [
            models.Index(fields=["due_at"], name="game_due", condition=Q(due_at__isnull=False)),
            models.Index(fields=["status", "visibility", "-created_at"], name="game_lobby"),
            models.Index(fields=["status", "visibility", "-moved_at"], name="game_moved"),
            models.Index(fields=["status", "visibility", "-finished_at"], name="game_recent"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(status__in=["waiting", "running", "finished", "cancelled"]),
                name="game_status_known",
            ),
        ]

    def __str__(self) -> str:
        return self.code

    def get_absolute_url(self) -> str:
        return reverse("game", args=[self.code])

    @cached_property
    def rules(self) -> Rules[Any]:
        """The rules of this game's kind, with its variant and number of players."""
        return KINDS[self.kind].make_rules(self.size, self.variant)

    def position(self) -> State:
        """Return the present position, from the snapshot."""
        state: State = (
            self.rules.initial_state()
            if self.state is None
            else self.rules.state_from_json(self.state)
        )
        return state

    @property
    def is_waiting(self) -> bool:
        return self.status == self.Status.WAITING

    @property
    def is_running(self) -> bool:
        return self.status == self.Status.RUNNING

    @property
    def is_finished(self) -> bool:
        return self.status == self.Status.FINISHED


class Seat(models.Model):
    """A place at a table, held by a user or a bot.

    `player` is the number in the order of play. While the table waits it is the order of
    arrival; the start draws it anew. A seat with neither user nor bot was held by somebody
    whose account is gone. `to_move`: whether a decision of this player is open.
    """

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="seats", verbose_name=_("game")
    )
    player = models.PositiveSmallIntegerField(_("player"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="seats",
        verbose_name=_("user"),
    )
    bot = models.CharField(_("bot"), max_length=30, blank=True)
    to_move = models.BooleanField(_("to move"), default=False)
    won = models.BooleanField(_("won"), null=True, blank=True)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["player"]
        constraints = [
            models.UniqueConstraint(fields=["game", "player"], name="seat_player_once"),
            models.UniqueConstraint(
                fields=["game", "user"],
                name="seat_user_once",
                condition=Q(user__isnull=False),
            ),
            models.CheckConstraint(
                condition=Q(user__isnull=True) | Q(bot=""), name="seat_user_or_bot"
            ),
        ]
        indexes = [
            models.Index(fields=["user"], name="seat_to_move", condition=Q(to_move=True)),
        ]

    def __str__(self) -> str:
        return f"{self.game}/{self.player}"


class GameEvent(models.Model):
    """One fact of a game's log. Rows are added, never changed or removed."""

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="events", verbose_name=_("game")
    )
    seq = models.PositiveIntegerField(_("seq"))
    player = models.PositiveSmallIntegerField(_("player"))
    kind = models.CharField(_("kind"), max_length=20)
    data = models.JSONField(_("data"), default=dict)
    created_at = models.DateTimeField(_("created at"), default=timezone.now)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ["game", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["game", "seq"], name="event_seq_once"),
            models.CheckConstraint(condition=Q(seq__gte=1), name="event_seq_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}#{self.seq} {self.kind}"

    def to_event(self, rules: Rules[Any]) -> Event:
        """Return the engine's event that this row stores."""
        return rules.event_from_json(self.kind, self.player, self.data)


class Viewer(models.Model):
    """An open socket at a table: who is here. Rows of a killed process go stale and don't count."""

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="viewers", verbose_name=_("game")
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
