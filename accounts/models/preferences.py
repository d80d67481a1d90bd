"""What users want to be told and shown."""

from typing import ClassVar
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.time_zones import check_zone, zone_named

THURSDAY, FRIDAY, SATURDAY, SUNDAY = 3, 4, 5, 6


class NoticeKind(models.TextChoices):
    """What people are told of."""

    TURN = "turn", _("It is your turn")
    LOW_TIME = "low-time", _("Your time runs low")
    INVITATION = "invitation", _("You are invited to a game")
    GAME_OVER = "game-over", _("A game of yours is over")
    ANALYSIS = "analysis", _("An analysis you waited for is ready")
    MODERATION = "moderation", _("Moderators decided something")


class Channel(models.TextChoices):
    """Ways to tell people something."""

    PAGE = "page", _("Site")
    PUSH = "push", _("Devices")
    MAIL = "mail", _("E-mail")
    WEBHOOK = "webhook", _("Webhook")


ALL_BUT_MAIL = (Channel.PAGE, Channel.PUSH, Channel.WEBHOOK)

CHANNELS = {
    NoticeKind.TURN: (*ALL_BUT_MAIL, Channel.MAIL),
    NoticeKind.LOW_TIME: (*ALL_BUT_MAIL, Channel.MAIL),
    NoticeKind.INVITATION: (*ALL_BUT_MAIL, Channel.MAIL),
    NoticeKind.GAME_OVER: ALL_BUT_MAIL,
    NoticeKind.ANALYSIS: ALL_BUT_MAIL,
    # Of these people get mails of their own, as moderation sends them.
    NoticeKind.MODERATION: (Channel.PAGE, Channel.PUSH),
}
"""How people are told of each kind who have chosen nothing else."""


class Preferences(models.Model):
    """What a user has chosen. Without a row everything is as the defaults here say.

    `channels`: by kind of notice the ways that were chosen for it; what is missing is as `CHANNELS`
    says. `days_changed_at`: when the time zone or the weekend became another one.
    """

    class Invites(models.TextChoices):
        EVERYBODY = "everybody", _("Everybody")
        KNOWN = "known", _("Only people I have played with before")
        NOBODY = "nobody", _("Nobody")

    class Pace(models.TextChoices):
        SLOW = "slow", _("Slow")
        NORMAL = "normal", _("Normal")
        FAST = "fast", _("Fast")

    class Weekend(models.TextChoices):
        SATURDAY_SUNDAY = "sat-sun", _("Saturday and Sunday")
        FRIDAY_SATURDAY = "fri-sat", _("Friday and Saturday")
        THURSDAY_FRIDAY = "thu-fri", _("Thursday and Friday")
        SUNDAY = "sun", _("Sunday")
        FRIDAY = "fri", _("Friday")

    WEEKDAYS: ClassVar = {
        Weekend.SATURDAY_SUNDAY: frozenset({SATURDAY, SUNDAY}),
        Weekend.FRIDAY_SATURDAY: frozenset({FRIDAY, SATURDAY}),
        Weekend.THURSDAY_FRIDAY: frozenset({THURSDAY, FRIDAY}),
        Weekend.SUNDAY: frozenset({SUNDAY}),
        Weekend.FRIDAY: frozenset({FRIDAY}),
    }

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="preferences",
        verbose_name=_("user"),
    )
    invites = models.CharField(
        _("Who may invite you to play, or offer you a rematch"),
        max_length=10,
        choices=Invites,
        default=Invites.EVERYBODY,
    )
    hide_online = models.BooleanField(
        _("Hide when I am online"),
        default=False,
        help_text=_("Nobody sees on your page whether you are here. At a table you are seen."),
    )
    auto_roll = models.BooleanField(
        _("Roll by itself where rolling is all I can do"),
        default=False,
        help_text=_("Such as at the start of my turn."),
    )
    auto_take = models.BooleanField(
        _("Take the only choice by itself"),
        default=False,
        help_text=_("For example the only split that the dice allow."),
    )
    confirm_stop = models.BooleanField(
        _("Ask me before I stop or opt out"),
        default=False,
        help_text=_("The button has to be pressed twice."),
    )
    bots_pace = models.CharField(
        _("How fast bots play"),
        max_length=10,
        choices=Pace,
        default=Pace.NORMAL,
        help_text=_("With several people at a table, it is as slow as the slowest of them likes."),
    )
    time_zone = models.CharField(
        _("Time zone"),
        max_length=64,
        blank=True,
        validators=[check_zone],
        help_text=_(
            "Where your days begin and end: those of your weekends and vacations. You can change"
            " it once a week."
        ),
    )
    weekend = models.CharField(
        _("Weekend"),
        max_length=10,
        choices=Weekend,
        default=Weekend.SATURDAY_SUNDAY,
        help_text=_(
            "Games that go turn by turn can wait for you on these days. You can change them once a"
            " week."
        ),
    )
    days_changed_at = models.DateTimeField(
        _("days off changed at"), null=True, blank=True, editable=False
    )
    mail_reports = models.BooleanField(_("When something I reported is decided"), default=True)
    mail_appeals = models.BooleanField(_("When an appeal of mine is answered"), default=True)
    channels = models.JSONField(_("ways of notices"), default=dict, blank=True)

    class Meta:
        verbose_name = _("preferences")
        verbose_name_plural = _("preferences")
        default_permissions = ()

    def __str__(self) -> str:
        return str(self.user_id)

    def channels_for(self, kind: str) -> frozenset[str]:
        """Return the ways in which the user wants to be told of this kind of notice."""
        wanted = frozenset(self.channels.get(kind, CHANNELS[NoticeKind(kind)]))
        if self.user.is_guest:
            return wanted & {Channel.PAGE, Channel.PUSH}
        return wanted

    def without(self, channel: str) -> dict[str, list[str]]:
        """Return the ways of all kinds of notices but for this one."""
        chosen = {kind: self.channels.get(kind, CHANNELS[kind]) for kind in NoticeKind}
        return {
            str(kind): [str(way) for way in ways if way != channel] for kind, ways in chosen.items()
        }

    @property
    def zone(self) -> ZoneInfo:
        """Where the user's days begin and end: UTC until it is known."""
        return zone_named(self.time_zone)

    @property
    def weekdays_off(self) -> frozenset[int]:
        """The weekdays that are the user's weekend, Monday being 0."""
        return self.WEEKDAYS[self.Weekend(self.weekend)]
