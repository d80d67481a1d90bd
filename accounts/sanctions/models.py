"""Sanctions, blocks and the log: the part of moderation that games and chat may import.

Their tables belong to the app `moderation`.
"""

from typing import Any, Self

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import User
from accounts.sanctions.actions import Action

LONGEST_REASON = 1000


class SanctionQuerySet(models.QuerySet["Sanction"]):
    def in_force(self) -> Self:
        now = timezone.now()
        lasting = Q(ends_at=None) | Q(ends_at__gt=now)
        return self.filter(lasting, revoked_at=None, starts_at__lte=now)

    def open(self) -> Self:
        """Return the sanctions in force, without warnings that the user has read."""
        return self.in_force().exclude(kind=Sanction.Kind.WARNING, acknowledged_at__isnull=False)


class Sanction(models.Model):
    """Something a user may not do for some time, or a warning, which is open until it is read.

    `reason` is for the user, `note` for moderators. `ends_at`: null for a sanction without end.
    `unseen`: the user has not seen yet that the sanction was given or lifted.
    """

    class Kind(models.TextChoices):
        WARNING = "warning", _("warning")
        CHAT_MUTE = "chat-mute", _("chat mute")
        TABLE_BAN = "table-ban", _("table ban")
        REPORT_BAN = "report-ban", _("report ban")
        SUSPENSION = "suspension", _("suspension")

    MEANINGS = {
        Kind.WARNING: _("You've been warned."),
        Kind.CHAT_MUTE: _("You're muted: you can't chat or comment."),
        Kind.TABLE_BAN: _(
            "You're banned from tables: you can't create or join games. Games you're already in"
            " go on."
        ),
        Kind.REPORT_BAN: _("You're banned from reporting: you can't send reports."),
        Kind.SUSPENSION: _("Your account is suspended: you can't play, chat or watch."),
    }

    LIFTINGS = {
        Kind.WARNING: _("Your warning was withdrawn."),
        Kind.CHAT_MUTE: _("Your chat mute was lifted."),
        Kind.TABLE_BAN: _("Your table ban was lifted."),
        Kind.REPORT_BAN: _("Your report ban was lifted."),
        Kind.SUSPENSION: _("Your suspension was lifted."),
    }

    user = models.ForeignKey(User, models.CASCADE, related_name="sanctions", verbose_name=_("user"))
    kind = models.CharField(_("kind"), max_length=20, choices=Kind)
    reason = models.TextField(_("reason"), max_length=LONGEST_REASON)
    note = models.TextField(_("note for moderators"), max_length=LONGEST_REASON, blank=True)
    starts_at = models.DateTimeField(
        pgettext_lazy("start of a sanction", "from"), default=timezone.now
    )
    ends_at = models.DateTimeField(
        pgettext_lazy("end of a sanction", "until"), null=True, blank=True
    )
    given_by = models.ForeignKey(
        User, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("given by")
    )
    case = models.ForeignKey(
        "moderation.Case",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="sanctions",
        verbose_name=_("case"),
    )
    created_at = models.DateTimeField(_("given at"), default=timezone.now)
    unseen = models.BooleanField(_("unseen"), default=True)
    acknowledged_at = models.DateTimeField(_("read at"), null=True, blank=True)
    revoked_at = models.DateTimeField(_("lifted at"), null=True, blank=True)
    revoked_by = models.ForeignKey(
        User, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("lifted by")
    )
    revoke_reason = models.TextField(_("reason for lifting"), max_length=LONGEST_REASON, blank=True)

    objects = SanctionQuerySet.as_manager()

    class Meta:
        app_label = "moderation"
        verbose_name = _("sanction")
        verbose_name_plural = _("sanctions")
        indexes = [
            models.Index(
                # For every page: the user's sanctions that were not lifted.
                fields=["user", "kind"],
                name="sanction_open",
                condition=Q(revoked_at__isnull=True),
            ),
        ]
        constraints = [
            models.CheckConstraint(condition=~Q(reason=""), name="sanction_says_why"),
            models.CheckConstraint(
                condition=Q(ends_at__isnull=True) | Q(ends_at__gt=F("starts_at")),
                name="sanction_ends_later",
            ),
        ]
        # Services check each permission by name; a migration gives them to groups.
        permissions = [
            ("mute_shortly", _("Can mute someone in chat for up to a day")),
            ("sanction", _("Can give and lift all sanctions except suspensions")),
            ("suspend", _("Can suspend users and lift suspensions")),
        ]
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.user.username}"

    @property
    def in_log(self) -> dict[str, Any]:
        """The arguments of `log.write` for acts about this sanction."""
        return {"target": f"sanction {self.pk}", "subject": self.user, "case": self.case}

    @property
    def lifting(self) -> str:
        return str(self.LIFTINGS[self.Kind(self.kind)])

    @property
    def meaning(self) -> str:
        return str(self.MEANINGS[self.Kind(self.kind)])

    @property
    def is_warning(self) -> bool:
        return self.kind == self.Kind.WARNING

    @property
    def is_open(self) -> bool:
        """Whether the sanction is in force, and not a warning that the user has read."""
        return self.is_in_force and not (self.is_warning and self.acknowledged_at)

    @property
    def is_in_force(self) -> bool:
        now = timezone.now()
        ended = self.ends_at is not None and self.ends_at <= now
        return self.revoked_at is None and self.starts_at <= now and not ended


class Block(models.Model):
    """A user's block of another user: of their chat, of games together, or of both."""

    owner = models.ForeignKey(
        User, models.CASCADE, related_name="blocks", verbose_name=_("blocked by")
    )
    blocked = models.ForeignKey(
        User, models.CASCADE, related_name="blocked_by", verbose_name=_("blocked user")
    )
    chat = models.BooleanField(_("chat"), default=True)
    tables = models.BooleanField(_("tables"), default=True)
    created_at = models.DateTimeField(_("since"), default=timezone.now)

    class Meta:
        app_label = "moderation"
        verbose_name = _("block")
        verbose_name_plural = _("blocks")
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["owner", "blocked"], name="block_once"),
            models.CheckConstraint(condition=~Q(owner=F("blocked")), name="block_another"),
            models.CheckConstraint(condition=Q(chat=True) | Q(tables=True), name="block_something"),
        ]

    def __str__(self) -> str:
        return f"{self.owner_id} → {self.blocked_id}"


class ModerationAction(models.Model):
    """One act of moderation, never changed or removed.

    `actor`: null for the site itself. `sentence`: the change, for moderators; empty in old entries.
    `review`: only set in old entries.
    """

    # Copies of numbers and names, not foreign keys: a row outlives the accounts it names.
    actor = models.BigIntegerField(_("moderator's ID"), null=True, blank=True, db_index=True)
    actor_name = models.CharField(_("moderator"), max_length=30, blank=True)
    action = models.CharField(_("what was done"), max_length=40, choices=Action)
    subject = models.BigIntegerField(_("user's ID"), null=True, blank=True, db_index=True)
    subject_name = models.CharField(_("user"), max_length=30, blank=True)
    target = models.CharField(_("target"), max_length=60, blank=True)
    before = models.JSONField(_("before"), default=dict)
    after = models.JSONField(_("after"), default=dict)
    sentence = models.TextField(_("what changed"), blank=True)
    reason = models.TextField(_("reason"), blank=True)
    case = models.BigIntegerField(_("case"), null=True, blank=True, db_index=True)
    review = models.BooleanField(_("needs review"), default=False)
    # Always set, or checked, by the database: see triggers.py.
    created_at = models.DateTimeField(_("when"), db_default=Now(), db_index=True)

    class Meta:
        app_label = "moderation"
        verbose_name = _("moderation action")
        verbose_name_plural = _("moderation actions")
        default_permissions = ("view",)
        permissions = [
            ("watch_chat", _("Can watch the chat of all tables")),
            ("remove_lines", _("Can remove chat messages and comments")),
            ("rename", _("Can replace the name of an account")),
            ("rule_games", _("Can rule on games")),
        ]

    def __str__(self) -> str:
        return f"{self.actor_name} {self.action} {self.subject_name} {self.target}".strip()


def changes_in_words(before: dict[str, Any], after: dict[str, Any]) -> str:
    return "; ".join(
        f"{name.replace('_', ' ')}: "
        + " → ".join(_in_words(side[name]) for side in (before, after) if name in side)
        for name in sorted({*before, *after})
        if name not in after or before.get(name) != after[name]
    )


def _in_words(value: object) -> str:
    match value:
        case None | "" | []:
            return "–"
        case bool():
            return "yes" if value else "no"
        case list():
            return ", ".join(map(_in_words, value))
        case dict():
            return " ".join(map(_in_words, value.values()))
        case _:
            return str(value)
