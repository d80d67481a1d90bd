from typing import ClassVar
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.time_zones import check_zone, zone_named

THURSDAY, FRIDAY, SATURDAY, SUNDAY = 3, 4, 5, 6


class NoticeKind(models.TextChoices):
    TURN = "turn", _("Your turn")
    LOW_TIME = "low-time", _("Time running low")
    INVITATION = "invitation", _("Game invitations")
    GAME_OVER = "game-over", _("Finished games")
    ANALYSIS = "analysis", _("Analysis ready")
    MODERATION = "moderation", _("Moderator decisions")


class Channel(models.TextChoices):
    """Ways to send a notice."""

    PAGE = "page", _("Site")
    PUSH = "push", _("Devices")
    MAIL = "mail", _("Email")
    WEBHOOK = "webhook", _("Webhook")


ALL_BUT_MAIL = (Channel.PAGE, Channel.PUSH, Channel.WEBHOOK)

# The default channels of each kind of notice.
CHANNELS = {
    NoticeKind.TURN: (*ALL_BUT_MAIL, Channel.MAIL),
    NoticeKind.LOW_TIME: (*ALL_BUT_MAIL, Channel.MAIL),
    NoticeKind.INVITATION: (*ALL_BUT_MAIL, Channel.MAIL),
    NoticeKind.GAME_OVER: ALL_BUT_MAIL,
    NoticeKind.ANALYSIS: ALL_BUT_MAIL,
    # Moderation sends its own mails.
    NoticeKind.MODERATION: (Channel.PAGE, Channel.PUSH),
}


class Preferences(models.Model):
    """A user's preferences. Users without a row have the defaults."""

    class Invites(models.TextChoices):
        EVERYBODY = "everybody", _("Anyone")
        KNOWN = "known", _("Only people I've played with")
        NOBODY = "nobody", _("No one")

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
        _("Who can invite me or offer me a rematch"),
        max_length=10,
        choices=Invites,
        default=Invites.EVERYBODY,
    )
    hide_online = models.BooleanField(
        _("Hide my online status"),
        default=False,
        help_text=_("People in your games will still see when you're online."),
    )
    auto_roll = models.BooleanField(
        _("Roll for me when rolling is my only option"),
        default=False,
        help_text=_("For example, at the start of your turn."),
    )
    auto_take = models.BooleanField(
        _("Move for me when only one move is possible"),
        default=False,
        help_text=_("For example, if the dice allow only one pairing."),
    )
    confirm_stop = models.BooleanField(
        _("Ask me to confirm before I stop or opt out"),
        default=False,
        help_text=_("You'll need to press the button twice."),
    )
    bots_pace = models.CharField(
        _("Bot speed"),
        max_length=10,
        choices=Pace,
        default=Pace.NORMAL,
        help_text=_(
            "In games with several people, bots play at the slowest speed anyone has chosen."
        ),
    )
    time_zone = models.CharField(
        _("Time zone"),
        max_length=64,
        blank=True,
        validators=[check_zone],
        help_text=_(
            "Your weekends and vacations start and end at midnight in this time zone. "
            "You can change it once a week."
        ),
    )
    weekend = models.CharField(
        _("Weekend"),
        max_length=10,
        choices=Weekend,
        default=Weekend.SATURDAY_SUNDAY,
        help_text=_(
            "In turn-by-turn games that pause on weekends, your clock stops on these days. "
            "You can change your weekend once a week."
        ),
    )
    days_changed_at = models.DateTimeField(
        _("time zone or weekend changed at"), null=True, blank=True, editable=False
    )
    mail_reports = models.BooleanField(_("When a report I made is resolved"), default=True)
    mail_appeals = models.BooleanField(_("When an appeal I made is decided"), default=True)
    # Lists of channels by kind of notice; for missing kinds, CHANNELS has the channels.
    channels = models.JSONField(_("notification methods"), default=dict, blank=True)

    class Meta:
        verbose_name = _("preferences")
        verbose_name_plural = _("preferences")
        default_permissions = ()

    def __str__(self) -> str:
        return str(self.user_id)

    def channels_for(self, kind: str) -> frozenset[str]:
        """Return the channels by which the user wants this kind of notice."""
        wanted = frozenset(self.channels.get(kind, CHANNELS[NoticeKind(kind)]))
        if self.user.is_guest:  # guests have no email and no webhooks
            return wanted & {Channel.PAGE, Channel.PUSH}
        return wanted

    def without(self, channel: str) -> dict[str, list[str]]:
        """Return a value for `channels` in which no kind of notice uses this channel."""
        chosen = {kind: self.channels.get(kind, CHANNELS[kind]) for kind in NoticeKind}
        return {
            str(kind): [str(way) for way in ways if way != channel] for kind, ways in chosen.items()
        }

    @property
    def zone(self) -> ZoneInfo:
        """The user's time zone: UTC until it is known."""
        return zone_named(self.time_zone)

    @property
    def weekdays_off(self) -> frozenset[int]:
        """The weekdays of the user's weekend; Monday is 0."""
        return self.WEEKDAYS[self.Weekend(self.weekend)]
