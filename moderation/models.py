"""Reports, the cases they belong to, and appeals. Sanctions: accounts/sanctions/models.py."""

from typing import Any, Self

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User

LONGEST_TEXT = 1000


class Category(models.TextChoices):
    CHAT = "chat", _("chat")
    PLAY = "play", _("play")
    NAME = "name", _("names")
    OTHER = "other", _("other")


def claimed_now() -> Q:
    """Return the condition that a case is open and claimed."""
    return Q(claimed_by__isnull=False, claimed_until__gt=timezone.now(), decided_at__isnull=True)


class CaseQuerySet(models.QuerySet["Case"]):
    def claimed(self) -> Self:
        return self.filter(claimed_now())

    def free(self) -> Self:
        return self.filter(~claimed_now(), decided_at=None)


class Case(models.Model):
    """All reports about one user in one category, until a moderator decides on them.

    `score`: the urgency, see services/scores.py. `subject`: null after the account is deleted.
    """

    class Verdict(models.TextChoices):
        UPHELD = "upheld", _("acted on")
        NO_BREACH = "no-breach", _("no rule broken")

    subject = models.ForeignKey(
        User, models.SET_NULL, null=True, related_name="cases", verbose_name=_("about")
    )
    subject_name = models.CharField(_("name at the time"), max_length=30)
    category = models.CharField(_("category"), max_length=10, choices=Category)
    score = models.FloatField(_("score"), default=0)
    opened_at = models.DateTimeField(_("opened at"), default=timezone.now)
    claimed_by = models.ForeignKey(
        User,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="claimed_cases",
        verbose_name=_("claimed by"),
    )
    claimed_until = models.DateTimeField(_("claimed until"), null=True, blank=True)
    verdict = models.CharField(_("verdict"), max_length=10, choices=Verdict, blank=True)
    decided_by = models.ForeignKey(
        User, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("decided by")
    )
    decided_at = models.DateTimeField(_("decided at"), null=True, blank=True)
    to_subject = models.TextField(_("message to the person"), max_length=LONGEST_TEXT, blank=True)
    to_reporters = models.TextField(
        _("message to the reporters"), max_length=LONGEST_TEXT, blank=True
    )

    objects = CaseQuerySet.as_manager()

    class Meta:
        verbose_name = _("case")
        verbose_name_plural = _("cases")
        default_permissions = ("view",)
        permissions = [
            ("handle_cases", _("Can claim and decide cases")),
            ("answer_appeals", _("Can answer appeals")),
        ]
        constraints = [
            models.UniqueConstraint(
                # If two first reports come at the same moment, only one makes a case.
                fields=["subject", "category"],
                name="case_open_once",
                condition=Q(decided_at__isnull=True, subject__isnull=False),
            ),
        ]
        indexes = [
            models.Index(
                fields=["category", "-score"],
                name="case_queue",
                condition=Q(decided_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.subject_name}, {self.get_category_display()}"

    @property
    def in_log(self) -> dict[str, Any]:
        """The arguments of `log.write` for acts on this case."""
        return {"target": f"case {self.pk}", "subject": self.subject, "case": self}

    @property
    def is_open(self) -> bool:
        return self.decided_at is None

    @property
    def is_claimed(self) -> bool:
        until = self.claimed_until
        held = self.claimed_by_id is not None and until is not None and until > timezone.now()
        return held and self.is_open


class Report(models.Model):
    """A report about a user, by another user or by the site.

    `reporter`: null for an automatic report, or after the account is deleted. `subject`: the user
    meant, because a game has several players.
    """

    class Target(models.TextChoices):
        PLAYER = "player", _("player")
        LINE = "line", _("chat message")
        COMMENT = "comment", _("comment")
        NAME = "name", _("name")
        GAME = "game", _("game")

    class Reason(models.TextChoices):
        ABUSE = "abuse", _("abusive chat")
        SPAM = "spam", _("spam")
        STALLING = "stalling", _("stalling")
        LEAVING = "leaving", _("leaving games")
        HELP = "help", _("helping another player")
        ACCOUNTS = "accounts", _("several accounts")
        NAME = "name", _("offensive name")
        OTHER = "other", _("other")

    case = models.ForeignKey(Case, models.CASCADE, related_name="reports", verbose_name=_("case"))
    reporter = models.ForeignKey(
        User, models.SET_NULL, null=True, related_name="reports", verbose_name=_("reported by")
    )
    subject = models.ForeignKey(
        User, models.SET_NULL, null=True, related_name="+", verbose_name=_("about")
    )
    is_automatic = models.BooleanField(_("automatic"), default=False)
    target = models.CharField(_("what was reported"), max_length=10, choices=Target)
    target_id = models.BigIntegerField(_("ID of what was reported"))
    reason = models.CharField(_("reason"), max_length=10, choices=Reason)
    text = models.TextField(_("reporter's words"), max_length=LONGEST_TEXT, blank=True)
    score = models.FloatField(_("score"), default=0)
    is_open = models.BooleanField(_("open"), default=True)
    created_at = models.DateTimeField(_("reported at"), default=timezone.now)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(
                # A second click must not make a second report.
                fields=["reporter", "subject", "target", "target_id", "reason"],
                name="report_open_once",
                condition=Q(is_open=True, reporter__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_reason_display()} ({self.get_target_display()} {self.target_id})"


class Evidence(models.Model):
    """A copy of the reported content, which stays when the content itself is deleted."""

    report = models.OneToOneField(
        Report, models.CASCADE, related_name="evidence", verbose_name=_("report")
    )
    snapshot = models.JSONField(_("saved copy"), default=dict)
    game = models.ForeignKey(
        "games.Game",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("game"),
    )
    seq = models.PositiveIntegerField(_("step"), null=True, blank=True)
    created_at = models.DateTimeField(_("saved at"), default=timezone.now)

    class Meta:
        verbose_name = _("evidence")
        verbose_name_plural = _("evidence")
        default_permissions = ()

    def __str__(self) -> str:
        return str(self.report_id)


class Note(models.Model):
    """A moderator's note for other moderators, about either a case or a user."""

    case = models.ForeignKey(
        Case, models.CASCADE, null=True, related_name="notes", verbose_name=_("case")
    )
    user = models.ForeignKey(
        User, models.CASCADE, null=True, related_name="notes_about", verbose_name=_("user")
    )
    author = models.ForeignKey(
        User, models.SET_NULL, null=True, related_name="+", verbose_name=_("author")
    )
    text = models.TextField(_("text"), max_length=LONGEST_TEXT)
    created_at = models.DateTimeField(_("written at"), default=timezone.now)

    class Meta:
        verbose_name = _("note")
        verbose_name_plural = _("notes")
        ordering = ["created_at", "pk"]
        default_permissions = ()
        constraints = [
            models.CheckConstraint(
                condition=Q(case__isnull=True) ^ Q(user__isnull=True), name="note_on_one_thing"
            ),
        ]

    def __str__(self) -> str:
        return self.text[:40]


class MessageTemplate(models.Model):
    """A text that moderators often send, and can change each time before they do."""

    class Audience(models.TextChoices):
        # The stored value is this audience's former name.
        SUBJECT = "suspect", _("the reported person")
        REPORTER = "reporter", _("the reporters")
        APPEAL = "appeal", _("the person appealing")
        REASON = "reason", _("the reason for a sanction")

    title = models.CharField(_("title"), max_length=60, unique=True)
    audience = models.CharField(_("for"), max_length=10, choices=Audience)
    category = models.CharField(_("category"), max_length=10, choices=Category, blank=True)
    text = models.TextField(_("text"), max_length=LONGEST_TEXT)

    class Meta:
        verbose_name = _("message template")
        verbose_name_plural = _("message templates")
        ordering = ["audience", "title"]

    def __str__(self) -> str:
        return self.title


class Appeal(models.Model):
    """A user's objection to a sanction, and the answers.

    `waits_since`: null if it is the user's turn to write, or the appeal is closed.
    """

    class Status(models.TextChoices):
        OPEN = "open", _("waiting for an answer")
        ANSWERED = "answered", _("answered")
        LIFTED = "lifted", _("lifted")
        UPHELD = "upheld", _("upheld")

    sanction = models.OneToOneField(
        "moderation.Sanction", models.CASCADE, related_name="appeal", verbose_name=_("sanction")
    )
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.OPEN)
    opened_at = models.DateTimeField(_("opened at"), default=timezone.now)
    waits_since = models.DateTimeField(_("waiting since"), null=True, default=timezone.now)
    closed_at = models.DateTimeField(_("closed at"), null=True, blank=True)
    unseen = models.BooleanField(_("answer unread"), default=False)

    class Meta:
        verbose_name = _("appeal")
        verbose_name_plural = _("appeals")
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"{self.sanction_id}: {self.status}"

    @property
    def in_log(self) -> dict[str, Any]:
        """The arguments of `log.write` for acts on this appeal."""
        return self.sanction.in_log | {"target": f"appeal {self.pk}"}

    @property
    def is_closed(self) -> bool:
        return self.closed_at is not None


class AppealMessage(models.Model):
    """One message of an appeal. `hidden`: for moderators only."""

    appeal = models.ForeignKey(
        Appeal, models.CASCADE, related_name="messages", verbose_name=_("appeal")
    )
    author = models.ForeignKey(
        User, models.SET_NULL, null=True, related_name="+", verbose_name=_("author")
    )
    by_staff = models.BooleanField(_("by a moderator"), default=False)
    hidden = models.BooleanField(_("for moderators only"), default=False)
    text = models.TextField(_("text"), max_length=LONGEST_TEXT)
    created_at = models.DateTimeField(_("written at"), default=timezone.now)

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        ordering = ["created_at", "pk"]
        default_permissions = ()

    def __str__(self) -> str:
        return self.text[:40]
