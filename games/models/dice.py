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
"""How long after the end of its day an unfinished try is given up."""

WARNED_BEFORE = timedelta(hours=1)
"""How long before the end of the day players of a try are warned."""


class EncryptedDice(models.Model):
    """A secret, and the commitment to it, which is public from the first moment."""

    scheme = models.CharField(_("scheme"), max_length=20)
    commitment = models.CharField(_("commitment"), max_length=64)
    sealed = models.TextField(_("encrypted secret"), editable=False)
    # The same in hexadecimal, empty until everything played with these dice is over.
    secret = models.CharField(_("secret"), max_length=64, blank=True, editable=False)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.commitment


DAILY_CODE = "daily-"
"""Prefix of the codes of daily challenges. Verifiers of records know it, too."""


def daily_code(day: date) -> str:
    """Return the code that the dice of this day depend on."""
    return f"{DAILY_CODE}{day.isoformat()}"


class DailyChallenge(EncryptedDice):
    """The dice that everybody rolls on one day, counted in UTC.

    A try begun on that day can be finished after it: for a place during a time of grace, without
    one afterwards, when the secret is public.
    """

    date = models.DateField(_("day"), unique=True)
    kind = models.CharField(_("game"), max_length=20)
    # Whether decisions count before turns, which they did not on the first days.
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
        """In place of a game's code, so that all tries have the same dice."""
        return daily_code(self.date)

    @property
    def begins_at(self) -> datetime:
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
        """When unfinished tries are given up."""
        return self.ends_at + GIVEN_UP_AFTER

    @property
    def warns_at(self) -> datetime:
        """When players of a try are first warned that the day ends."""
        return self.ends_at - WARNED_BEFORE

    @property
    def is_over(self) -> bool:
        """Whether no try can win a place any more: only then the secret is public."""
        return bool(self.secret)


class GameDice(EncryptedDice):
    """The source of all chance of a game (docs/dice.md), secret until the game is over."""

    game = models.OneToOneField(
        "games.Game", on_delete=models.CASCADE, related_name="dice", verbose_name=_("game")
    )
    # An imported game keeps the code it was played with; empty for the game's own.
    code = models.CharField(_("code"), max_length=64, blank=True, editable=False)

    class Meta:
        verbose_name = _("game dice")
        verbose_name_plural = _("game dice")
        # Imported games are looked up by it: they may be games that were played here.
        indexes = [models.Index(fields=["commitment"], name="dice_commitment")]


class DiceTally(models.Model):
    """Totals of the dice of finished games: one row for each kind of game and user.

    They follow from the logs; `manage.py count_dice` compares.
    """

    kind = models.CharField(_("game"), max_length=20)
    # Null for bots and deleted players together.
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,  # before that, the deletion of a user adds it to nobody's
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
