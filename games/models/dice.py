"""Stored secrets of dice, the daily challenge, which has one secret a day, and totals of dice."""

from datetime import UTC, date, datetime, time, timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

GRACE = timedelta(hours=1)
"""How long a try can still be ranked after the end of its day. Then the secret is made public."""

GIVEN_UP_AFTER = timedelta(days=1)
"""An unfinished try is given up this long after the end of its day."""

WARNED_BEFORE = timedelta(hours=1)
"""How long before the end of the day players with an unfinished try are warned."""


class EncryptedDice(models.Model):
    """A secret that dice come from, and its commitment, which is public from the start."""

    scheme = models.CharField(_("scheme"), max_length=20)
    commitment = models.CharField(_("commitment"), max_length=64)
    sealed = models.TextField(_("encrypted secret"), editable=False)
    # The secret unencrypted, in hexadecimal; "" until it is made public.
    secret = models.CharField(_("secret"), max_length=64, blank=True, editable=False)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.commitment


DAILY_CODE = "daily-"
"""Prefix of the codes of daily challenges. Changing it would break the verifiers of records."""


def daily_code(day: date) -> str:
    """Return the code of a day's challenge, on which its dice depend."""
    return f"{DAILY_CODE}{day.isoformat()}"


class DailyChallenge(EncryptedDice):
    """The dice that everybody rolls on one day (UTC).

    A try begun on that day can be finished later: for `GRACE` it can still be ranked. Then the
    secret is made public, and the try can only be finished unranked.
    """

    date = models.DateField(_("day"), unique=True)
    kind = models.CharField(_("game"), max_length=20)
    # Whether decisions count before turns. On the first days only turns counted.
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
        """The code that replaces the codes of tries, so that all tries have the same dice."""
        return daily_code(self.date)

    @property
    def begins_at(self) -> datetime:
        return datetime.combine(self.date, time(), UTC)

    @property
    def ends_at(self) -> datetime:
        """The midnight after this day. From then on nobody can begin a try."""
        return self.begins_at + timedelta(days=1)

    @property
    def closes_at(self) -> datetime:
        """When the secret is made public. From then on no try can be ranked."""
        return self.ends_at + GRACE

    @property
    def given_up_at(self) -> datetime:
        """When unfinished tries are given up."""
        return self.ends_at + GIVEN_UP_AFTER

    @property
    def warns_at(self) -> datetime:
        """When players with an unfinished try are first warned that the day ends."""
        return self.ends_at - WARNED_BEFORE

    @property
    def is_over(self) -> bool:
        """Whether the secret is public, so that no further try can be ranked."""
        return bool(self.secret)


class GameDice(EncryptedDice):
    """The source of all chance in a game (docs/dice.md), secret until the game is over."""

    game = models.OneToOneField(
        "games.Game", on_delete=models.CASCADE, related_name="dice", verbose_name=_("game")
    )
    # The code on which the dice of an imported game depend; "" for the game's own code.
    code = models.CharField(_("code"), max_length=64, blank=True, editable=False)

    class Meta:
        verbose_name = _("game dice")
        verbose_name_plural = _("game dice")
        # To find the game of this site that an imported record claims to be.
        indexes = [models.Index(fields=["commitment"], name="dice_commitment")]


class DiceTally(models.Model):
    """Totals of the dice of finished games: one row for each kind of game and user.

    `manage.py count_dice` compares them with the logs.
    """

    kind = models.CharField(_("game"), max_length=20)
    # Null in one row for each kind of game: all bots and deleted users together.
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,  # after the totals were moved to the row without a user
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
