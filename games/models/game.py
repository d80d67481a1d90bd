"""Games, which begin as tables, their seats and their logs.

The log (`GameEvent`) is authoritative; `Game.state` is a snapshot that saves reading the log.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from datetime import timedelta
from functools import cached_property
from typing import Any, Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _

from games.analysis.explanation import VERSION
from games.engine.core import Event, Ruled, Rules, State
from games.engine.registry import KINDS
from games.engine.time_control import TimeControl, time_control_from_json
from games.models.dice import DailyChallenge

COUNTS = Q(same_dice_as=None, challenge=None, annulled_at=None, pass_and_play=False)
"""Condition of games that count, among games played here: known players, new dice, not annulled."""

CODE_LENGTH = 8
# No vowels and no look-alikes, so that codes spell no words and can be read out.
CODE_ALPHABET = "bcdfghjkmnpqrstvwxyz23456789"


def people_at(game: "Game", seats: Iterable["Seat"]) -> list[int | None]:
    """Return the ids of the users in these seats of a game, and its `host_id`."""
    return [game.host_id, *(seat.user_id for seat in seats)]


def new_code() -> str:
    return get_random_string(CODE_LENGTH, CODE_ALPHABET)


def read_code(text: str) -> str:
    """Return a code that a person typed, without blanks and hyphens and in small letters."""
    return re.sub(r"[\s-]", "", text).lower()


class GameQuerySet(models.QuerySet["Game"]):
    def played_here(self) -> Self:
        """Return all games except imported games, which public lists and statistics leave out."""
        return self.filter(imported_at=None)

    def that_count(self) -> Self:
        """Return the games for statistics: played here, and as `COUNTS` says."""
        return self.played_here().filter(COUNTS)

    def with_seats(self) -> Self:
        """Read the seats and users of the games, too: rows of lists show them."""
        seats = Seat.objects.select_related("user").order_by("player")
        return self.prefetch_related(models.Prefetch("seats", seats))


class Game(models.Model):
    """A table: it waits for players, runs as a game, and ends.

    An imported game comes from a record, and people can only look at it.
    """

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting for players")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    class Visibility(models.TextChoices):
        PUBLIC = "public", _("public")
        UNLISTED = "unlisted", _("by link only")

    code = models.CharField(_("code"), max_length=16, unique=True, default=new_code, editable=False)
    kind = models.CharField(_("game"), max_length=20)
    rules_version = models.PositiveSmallIntegerField(_("rules version"))
    variant = models.JSONField(_("variant"))
    size = models.PositiveSmallIntegerField(_("seats"))
    show_odds = models.BooleanField(_("show odds"), default=True)
    time_control = models.JSONField(_("time control"), null=True, blank=True)
    # The slug of the bot that plays for players without time left, if more than two play.
    stand_in = models.CharField(_("stand-in"), max_length=30, blank=True)
    visibility = models.CharField(
        _("visibility"), max_length=10, choices=Visibility, default=Visibility.PUBLIC
    )
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
    invited = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="invitations",
        db_index=False,
        verbose_name=_("invited"),
    )
    same_dice_as = models.ForeignKey(
        "self",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="same_dice",
        verbose_name=_("same dice as"),
    )
    challenge = models.ForeignKey(
        DailyChallenge,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="tries",
        verbose_name=_("daily challenge"),
    )
    # Whether all play on the creator's device. Seats have names until users claim them.
    pass_and_play = models.BooleanField(_("pass and play"), default=False, editable=False)
    # Whether the players roll real dice and type in the faces.
    own_dice = models.BooleanField(_("own dice"), default=False, editable=False)
    state = models.JSONField(_("state"), null=True, editable=False)
    version = models.PositiveIntegerField(_("version"), default=0, editable=False)
    termination = models.CharField(_("termination"), max_length=20, blank=True)
    due_at = models.DateTimeField(_("due at"), null=True, blank=True)
    created_at = models.DateTimeField(_("created at"), default=timezone.now)
    started_at = models.DateTimeField(_("started at"), null=True, blank=True)
    moved_at = models.DateTimeField(_("last move at"), null=True, blank=True)
    finished_at = models.DateTimeField(_("finished at"), null=True, blank=True)
    # When the game was annulled: by a moderator, or because a player never made a move.
    annulled_at = models.DateTimeField(_("annulled at"), null=True, blank=True)
    # The number of turns of a finished try of a daily challenge; null for other games.
    turns = models.PositiveIntegerField(_("turns"), null=True, editable=False)
    # Users who get a notice when the analysis is there, because they had to wait long for it.
    awaited_by = models.ManyToManyField(
        settings.AUTH_USER_MODEL,
        related_name="awaited_analyses",
        editable=False,
        verbose_name=_("users waiting for the analysis"),
    )
    # The version of the analysis that has explained the game with its present end; 0 before.
    analysed = models.PositiveSmallIntegerField(_("analysed"), default=0, editable=False)
    imported_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="imported_games",
        verbose_name=_("imported by"),
    )
    imported_at = models.DateTimeField(_("imported at"), null=True, blank=True)
    played_on = models.DateField(_("played on"), null=True, blank=True)

    objects = GameQuerySet.as_manager()

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        indexes = [
            models.Index(fields=["due_at"], name="game_due", condition=Q(due_at__isnull=False)),
            # Without this index SQLite would first read all games without `rematch_of`: nearly all
            # games.
            models.Index(
                fields=["status", "visibility", "rematch_of", "-created_at"], name="game_lobby"
            ),
            models.Index(fields=["status", "visibility", "-moved_at"], name="game_moved"),
            # Only for tables reserved for a user, which are few.
            models.Index(
                fields=["invited"], name="game_invited", condition=Q(invited__isnull=False)
            ),
            # The last two columns let the database count games without reading rows.
            models.Index(
                fields=["status", "visibility", "-finished_at", "imported_at", "challenge"],
                name="game_recent",
            ),
            # The queue of the analysis, the latest finished game first.
            models.Index(
                fields=["analysed", "-finished_at"],
                name="game_analysed",
                condition=Q(status="finished"),
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(status__in=["waiting", "running", "finished", "cancelled"]),
                name="game_status_known",
            ),
            models.UniqueConstraint(
                fields=["challenge", "creator"],
                name="game_one_try",
                condition=Q(challenge__isnull=False),
            ),
            models.CheckConstraint(
                condition=Q(imported_at__isnull=True) | Q(status="finished", due_at__isnull=True),
                name="game_imported_is_over",
            ),
            models.CheckConstraint(
                condition=Q(imported_at__isnull=False) | Q(imported_by__isnull=True),
                name="game_imported_at_some_time",
            ),
            models.CheckConstraint(
                condition=Q(own_dice=False) | Q(pass_and_play=True) | Q(imported_at__isnull=False),
                name="game_own_dice_in_one_place",
            ),
        ]

    def __str__(self) -> str:
        return self.code

    def get_absolute_url(self) -> str:
        return reverse("game", args=[self.code])

    def get_replay_url(self) -> str:
        """Return the address of the replay's start, or of its last step if the game is running."""
        if self.is_finished:
            return reverse("replay", args=[self.code, 0])
        return reverse("replay_last", args=[self.code])

    @cached_property
    def rules(self) -> Rules[Any]:
        return KINDS[self.kind].rules_of_record(self.size, self.variant)

    @cached_property
    def timing(self) -> TimeControl | None:
        return time_control_from_json(self.time_control)

    def position(self) -> State:
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

    @property
    def has_known_dice(self) -> bool:
        """Whether the dice may be known: from an earlier game, or another try of the challenge."""
        return self.same_dice_as_id is not None or self.challenge_id is not None

    @property
    def is_ruled(self) -> bool:
        """Whether a moderator decided the game, or it was annulled."""
        return self.annulled_at is not None or self.termination == Ruled.type

    @property
    def is_explained(self) -> bool:
        """Whether the present version of the analysis has explained the game or given up on it."""
        return self.analysed == VERSION

    @property
    def host_id(self) -> int | None:
        """The id of the user who acts for all players on one device; None in any other game."""
        return self.creator_id if self.pass_and_play else None

    @property
    def is_imported(self) -> bool:
        return self.imported_at is not None


@dataclass(frozen=True)
class TableOptions:
    """The options of a table before it opens. Each field is a column of `Game`."""

    kind: str
    size: int
    variant: Mapping[str, Any] = field(default_factory=dict)
    show_odds: bool = True
    time_control: Mapping[str, Any] | None = None
    stand_in: str = ""
    visibility: str = Game.Visibility.PUBLIC

    @classmethod
    def of(cls, game: Game) -> Self:
        """Return the options of an existing table."""
        return cls(**{option.name: getattr(game, option.name) for option in fields(cls)})

    def make_rules(self) -> Rules[Any]:
        """Return the rules for these options; ValueError for an unknown size or variant."""
        return KINDS[self.kind].make_rules(self.size, self.variant)


class Seat(models.Model):
    """A place at a table, held by a user or a bot.

    A seat with neither belonged to a user whose account is deleted, or has only a `name`.
    """

    class Told(models.TextChoices):
        TURN = "turn", _("that it's their turn")
        LOW = "low", _("that their time is running low")

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="seats", verbose_name=_("game")
    )
    # The number in the order of play, which is drawn at the start; before, in the order of arrival.
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
    # A name instead of a user in imported games and in games on one device; null in other games.
    name = models.CharField(_("name"), max_length=150, null=True, blank=True)  # noqa: DJ001 - null: see above
    # The order of arrival, kept after the draw because the dice depend on it; null before.
    place = models.PositiveSmallIntegerField(_("place"), null=True, blank=True)
    # The player's part in the dice (docs/dice.md); null until the browser sends it.
    salt = models.CharField(_("salt"), max_length=64, null=True, blank=True)  # noqa: DJ001 - null: to come
    # Whether the player has a decision to make.
    to_move = models.BooleanField(_("to move"), default=False)
    won = models.BooleanField(_("won"), null=True, blank=True)
    # Show orders to nobody but their player.
    orders = models.JSONField(_("standing orders"), null=True, editable=False)
    # The clock. time_left: at the start of the present decision. time_spent: how long the decision
    # took until the last pause. running_since: since when the clock has run after that pause.
    # due_at: when the clock will run out. Both are null while the clock stands still.
    time_left = models.DurationField(_("time left"), null=True, blank=True)
    time_spent = models.DurationField(_("time spent"), default=timedelta)
    running_since = models.DateTimeField(_("clock running since"), null=True, blank=True)
    due_at = models.DateTimeField(_("due at"), null=True, blank=True)
    has_moved = models.BooleanField(_("has moved"), default=False)
    hints = models.PositiveIntegerField(_("hints"), default=0)
    # stand_ins: number of turns in which a bot stood in. stood_in: whether a bot stands in now.
    stand_ins = models.PositiveSmallIntegerField(_("stand-ins"), default=0)
    stood_in = models.BooleanField(_("a bot stands in"), default=False)
    # The user before a bot took the seat over; null if no bot did, or their account is deleted.
    left_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="left_seats",
        verbose_name=_("player who left"),
    )
    # The number of events before the bot's play; null without a takeover. A bot that wins in a turn
    # for which it stood in took the seat over before that turn.
    taken_over_after = models.PositiveIntegerField(
        _("taken over after event"), null=True, blank=True
    )
    # tell_at: when to check whether the user needs a notice. waits_from: the event since which the
    # game waits for them. told: the last notice of this wait that they got, or did not need because
    # they looked.
    tell_at = models.DateTimeField(_("notify at"), null=True, blank=True)
    waits_from = models.PositiveIntegerField(_("waiting since event"), default=0)
    told = models.CharField(_("already told"), max_length=4, choices=Told, blank=True)

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
            models.CheckConstraint(
                condition=Q(user__isnull=True) | Q(name__isnull=True), name="seat_user_or_name"
            ),
        ]
        indexes = [
            models.Index(fields=["user"], name="seat_to_move", condition=Q(to_move=True)),
            models.Index(
                fields=["tell_at"],
                name="seat_tell",
                condition=Q(tell_at__isnull=False, user__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game}/{self.player}"


class GameEvent(models.Model):
    """An event of a game's log. Rows are added, never changed or removed."""

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="events", verbose_name=_("game")
    )
    seq = models.PositiveIntegerField(_("event number"))
    # Null for an event of no player, such as the random set-up of a game.
    player = models.PositiveSmallIntegerField(_("player"), null=True, blank=True)
    kind = models.CharField(_("kind"), max_length=20)
    data = models.JSONField(_("data"), default=dict)
    by_order = models.BooleanField(_("by standing order"), default=False)
    # Milliseconds of the player's clock; null if no clock ran.
    used = models.PositiveBigIntegerField(_("time used"), null=True)
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
        return rules.event_from_json(self.kind, self.player, self.data)
