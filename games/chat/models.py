"""Lines of chat, refused lines, and how people want to read."""

from django.conf import settings
from django.core.validators import MinLengthValidator
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

LONGEST_LINE = 300


class Channel(models.TextChoices):
    """The channel of the people at the table, or that of spectators."""

    PLAYERS = "players", _("players")
    SPECTATORS = "spectators", _("spectators")


class ChatLine(models.Model):
    """A line at a table: plain text, or a phrase by name that each reader sees translated.

    Moderators can still read a removed line; everybody else sees only that it was removed.
    """

    game = models.ForeignKey(
        "games.Game", on_delete=models.CASCADE, related_name="chat_lines", verbose_name=_("game")
    )
    channel = models.CharField(_("channel"), max_length=10, choices=Channel)
    # Null once the account is deleted.
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="chat_lines",
        verbose_name=_("author"),
    )
    text = models.CharField(_("text"), max_length=LONGEST_LINE, blank=True)
    phrase = models.CharField(_("phrase"), max_length=20, blank=True)
    # The number of events in the game when the line was sent.
    seq = models.PositiveIntegerField(_("step"), default=0)
    created_at = models.DateTimeField(_("sent at"), default=timezone.now)
    removed_at = models.DateTimeField(_("removed at"), null=True, blank=True)
    removed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("removed by"),
    )

    class Meta:
        verbose_name = _("chat message")
        verbose_name_plural = _("chat messages")
        default_permissions = ("view",)
        ordering = ["pk"]
        indexes = [
            models.Index(fields=["game", "id"], name="chat_of_game"),
            models.Index(fields=["user", "-created_at"], name="chat_of_user"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=(Q(text="") & ~Q(phrase="")) | (~Q(text="") & Q(phrase="")),
                name="chat_text_or_phrase",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.user_id}: {self.text or self.phrase}"


class RefusedLine(models.Model):
    """A line refused as part of a flood: sent too fast after others, or repeated too often."""

    class Reason(models.TextChoices):
        TOO_FAST = "too-fast", _("too many messages at once")
        REPEATED = "repeated", _("repeated message")

    game = models.ForeignKey(
        "games.Game", on_delete=models.CASCADE, related_name="+", verbose_name=_("game")
    )
    channel = models.CharField(_("channel"), max_length=10, choices=Channel)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="refused_lines",
        verbose_name=_("who"),
    )
    text = models.CharField(_("text"), max_length=LONGEST_LINE, blank=True)
    phrase = models.CharField(_("phrase"), max_length=20, blank=True)
    reason = models.CharField(_("why"), max_length=10, choices=Reason)
    created_at = models.DateTimeField(_("when"), default=timezone.now)

    class Meta:
        verbose_name = _("refused chat message")
        verbose_name_plural = _("refused chat messages")
        default_permissions = ("view",)
        indexes = [models.Index(fields=["user", "-created_at"], name="chat_refused")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.text or self.phrase}"


class FilteredWord(models.Model):
    """A word that readers see as asterisks unless they want to read everything."""

    word = models.CharField(
        _("word"),
        max_length=40,
        validators=[MinLengthValidator(2)],
        help_text=_(
            "Upper and lower case don't matter. An asterisk at the end matches any word that"
            " starts this way."
        ),
    )
    # Whether moderators are notified of users who say the word.
    opens_case = models.BooleanField(
        _("opens a case"),
        default=False,
        help_text=_("We'll tell moderators who said it."),
    )

    class Meta:
        verbose_name = _("filtered word")
        verbose_name_plural = _("filtered words")
        ordering = ["word"]
        constraints = [
            models.UniqueConstraint(
                Lower("word"),
                name="filtered_word_once",
                violation_error_message=_("This word is already in the list."),
            ),
        ]

    def __str__(self) -> str:
        return self.word


class ChatPreference(models.Model):
    """How somebody wants to read chat; without a row the defaults here apply."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="chat_preference",
        verbose_name=_("user"),
    )
    hide_words = models.BooleanField(_("hide bad words"), default=True)
    hide_spectators = models.BooleanField(_("hide spectators' messages"), default=False)

    class Meta:
        verbose_name = _("chat setting")
        verbose_name_plural = _("chat settings")
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.user_id}"
