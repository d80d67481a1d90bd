"""Secrets that dice come from, as they are stored, and the daily challenge, which has one a day."""

from datetime import UTC, date, datetime, time, timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

GRACE = timedelta(hours=1)
"""How long after the end of its day a try can still win a place. Then the secret is public."""

GIVEN_UP_AFTER = timedelta(days=1)
"""How long after the end of its day a try is given up that nobody has finished."""

WARNED_BEFORE = timedelta(hours=1)
"""How long before the end of the day players of a try are warned of it."""


class EncryptedDice(models.Model):
    """A secret, and what commits the site to it.

    `commitment` is public from the first moment. `sealed` is the secret, encrypted; `secret` is
    the same in hexadecimal, empty until what is played with these dice is over.
    """

    scheme = models.CharField(_("scheme"), max_length=20)
    commitment = models.CharField(_("commitment"), max_length=64)
    sealed = models.TextField(_("encrypted secret"), editable=False)
    secret = models.CharField(_("secret"), max_length=64, blank=True, editable=False)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.commitment


DAILY_CODE = "daily-"
"""What the codes of daily challenges begin with. Verifiers of records know it, too."""


def daily_code(day: date) -> str:
    """Return the code that goes into the dice of this day."""
    return f"{DAILY_CODE}{day.isoformat()}"


class DailyChallenge(EncryptedDice):
    """The dice that everybody rolls on one day, counted in UTC.

    A try begun on that day can be finished after it: for a place during a time of grace, without
    one afterwards, when the secret is public.

    `by_decisions`: whether decisions count before turns, which they did not on the first days.
    """

    date = models.DateField(_("day"), unique=True)
    kind = models.CharField(_("game"), max_length=20)
    by_decisions = models.BooleanField(_("ranked by decisions"), default=True, editable=False)

    class Meta:
        verbose_name = _("daily challenge")
        verbose_name_plural = _("daily challenges")
        ordering = ["-date"]

    def __str__(self) -> str:
        return f"{self.date}"

    def get_absolute_url(self) -> str:
        return reverse("daily", args=[self.date.isoformat()])

    @property
    def code(self) -> str:
        """What goes into the dice in place of a game's code, so that all tries have the same."""
        return daily_code(self.date)

    @property
    def begins_at(self) -> datetime:
        """The midnight before this day."""
        return datetime.combine(self.date, time(), UTC)

    @property
    def ends_at(self) -> datetime:
        """The midnight after this day: nobody can begin a try any more."""
        return self.begins_at + timedelta(days=1)

    @property
    def closes_at(self) -> datetime:
        """When no try can win a place any more, and the secret is made public."""
        return self.ends_at + GRACE

    @property
    def given_up_at(self) -> datetime:
        """When the tries are given up that nobody has finished."""
        return self.ends_at + GIVEN_UP_AFTER

    @property
    def warns_at(self) -> datetime:
        """From when on players of a try are warned that the day ends."""
        return self.ends_at - WARNED_BEFORE

    @property
    def is_over(self) -> bool:
        """Whether no try can win a place any more: only then the secret is public."""
        return bool(self.secret)


class GameDice(EncryptedDice):
    """Where all chance of a game comes from (docs/dice.md), until the game is over a secret.

    `code`: the game's when it was played, which an imported one keeps for its dice; empty for
    the game's own.
    """

    game = models.OneToOneField(
        "games.Game", on_delete=models.CASCADE, related_name="dice", verbose_name=_("game")
    )
    code = models.CharField(_("code"), max_length=64, blank=True, editable=False)

    class Meta:
        verbose_name = _("game dice")
        verbose_name_plural = _("game dice")
        # An imported game may be one that was played here.
        indexes = [models.Index(fields=["commitment"], name="dice_commitment")]


class DiceTally(models.Model):
    """What the dice of finished games showed: one row for each kind of game and user.

    `user`: who rolled; null for bots and for deleted players together. Follows from the logs;
    `manage.py count_dice` compares.
    """

    kind = models.CharField(_("game"), max_length=20)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,  # the deletion of a user adds it to nobody's before
        null=True,
        blank=True,
        related_name="dice_tallies",
        verbose_name=_("user"),
    )
    rolls = models.PositiveBigIntegerField(_("rolls"), default=0)
    ones = models.PositiveBigIntegerField(_("ones"), default=0)
    twos = models.PositiveBigIntegerField(_("twos"), default=0)
    threes = models.PositiveBigIntegerField(_("threes"), default=0)
    fours = models.PositiveBigIntegerField(_("fours"), default=0)
    fives = models.PositiveBigIntegerField(_("fives"), default=0)
    sixes = models.PositiveBigIntegerField(_("sixes"), default=0)

    class Meta:
        verbose_name = _("dice tally")
        verbose_name_plural = _("dice tallies")
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "user"],
                name="tally_user_once",
                condition=Q(user__isnull=False),
            ),
            models.UniqueConstraint(
                fields=["kind"], name="tally_nobody_once", condition=Q(user__isnull=True)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind}/{self.user_id or '–'}"
