"""Subscriptions and webhooks of users, and the queues of deliveries and mails to send."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import Game, Notice
from operations import clock


class PushSubscription(models.Model):
    """A browser that shows notices even while no page of the site is open."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="push_subscriptions",
        verbose_name=_("user"),
    )
    # A random name, also stored in the session. The subscription ends with the session, because
    # somebody else may use the browser next.
    device = models.CharField(_("device"), max_length=32, db_index=True)
    # The browser's address at its push service.
    endpoint = models.URLField(_("endpoint"), max_length=1000, unique=True)
    # The keys of the browser that encrypt messages, in base64url.
    p256dh = models.CharField(_("public key"), max_length=100)
    auth = models.CharField(_("secret"), max_length=40)
    # Scheme and host of this site at the time of subscribing: links of notices lead there.
    origin = models.CharField(_("origin"), max_length=300)
    user_agent = models.CharField(_("browser"), max_length=200, blank=True)
    created_at = models.DateTimeField(_("created at"), default=timezone.now)
    # When the session expires, and the subscription with it.
    ends_at = models.DateTimeField(_("ends at"))

    class Meta:
        verbose_name = _("push subscription")
        verbose_name_plural = _("push subscriptions")
        default_permissions = ()

    def __str__(self) -> str:
        return str(self.pk)


class Webhook(models.Model):
    """The address of a user's own program, to which notices are posted.

    It gets the notices of its user or, with `game`, the notices of all players about that game.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="webhooks",
        verbose_name=_("user"),
    )
    game = models.ForeignKey(
        Game,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="webhooks",
        verbose_name=_("game"),
    )
    url = models.URLField(_("address"), max_length=500)
    secret = models.CharField(_("secret"), max_length=80)  # signs all posts
    failures = models.PositiveSmallIntegerField(_("failures in a row"), default=0)
    # When the webhook was switched off after too many failures; null while it is on.
    off_since = models.DateTimeField(_("turned off at"), null=True, blank=True)
    created_at = models.DateTimeField(_("created at"), default=timezone.now)

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(
                fields=["user"], name="webhook_of_user_once", condition=Q(game=None)
            ),
            models.UniqueConstraint(
                fields=["game"], name="webhook_of_table_once", condition=Q(game__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return str(self.pk)


class Sending(models.Model):
    """A message in a queue, to be sent once."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        SENDING = "sending", _("being sent")
        SENT = "sent", _("sent")
        FAILED = "failed", _("failed")
        NOT_NEEDED = "not-needed", _("no longer needed")

    MOST_ATTEMPTS: ClassVar = 6

    # SENDING from before the message goes out until the result is known. If the process is killed
    # meanwhile, the state stays SENDING, and the message is not sent again.
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    created_at = models.DateTimeField(_("created at"), default=timezone.now)
    # In the state WAITING: when to try next.
    due_at = models.DateTimeField(_("due at"), default=clock.now, db_default=Now())
    sent_at = models.DateTimeField(_("sent at"), null=True, blank=True)

    class Meta:
        abstract = True
        indexes = [
            models.Index(fields=["due_at"], name="%(class)s_due", condition=Q(state="waiting"))
        ]

    def __str__(self) -> str:
        return f"{self.pk} {self.state}"

    @property
    def is_last_attempt(self) -> bool:
        """Whether the message is not tried again if the present attempt fails."""
        return self.attempts >= self.MOST_ATTEMPTS


class Delivery(Sending):
    """A notice for one browser or one webhook; without a notice, a test message for a webhook."""

    notice = models.ForeignKey(
        Notice,
        on_delete=models.CASCADE,
        null=True,
        related_name="deliveries",
        verbose_name=_("notification"),
    )
    push = models.ForeignKey(
        PushSubscription,
        on_delete=models.CASCADE,
        null=True,
        related_name="deliveries",
        verbose_name=_("push subscription"),
    )
    webhook = models.ForeignKey(
        Webhook,
        on_delete=models.CASCADE,
        null=True,
        related_name="deliveries",
        verbose_name=_("webhook"),
    )
    # The HTTP status of the webhook's last answer; null if there was none.
    answer = models.PositiveSmallIntegerField(_("answer"), null=True)

    class Meta(Sending.Meta):
        abstract = False
        verbose_name = _("delivery")
        verbose_name_plural = _("deliveries")
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["notice", "push"], name="delivery_push_once"),
            models.UniqueConstraint(fields=["notice", "webhook"], name="delivery_webhook_once"),
            models.CheckConstraint(
                condition=Q(push=None, webhook__isnull=False) | Q(push__isnull=False, webhook=None),
                name="delivery_to_one",
            ),
        ]


class Mailing(Sending):
    """A mail with notices that a user has not read.

    A digest names all new notices, and the next digest waits until the user has visited the site. A
    reminder names the games in which the user's time runs low.
    """

    class Kind(models.TextChoices):
        DIGEST = "digest", _("digest")
        REMINDER = "reminder", _("reminder")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="mailings",
        verbose_name=_("user"),
    )
    kind = models.CharField(_("kind"), max_length=8, choices=Kind)
    notices = models.ManyToManyField(
        Notice, related_name="mailings", verbose_name=_("notifications")
    )

    class Meta(Sending.Meta):
        abstract = False
        verbose_name = _("mailing")
        verbose_name_plural = _("mailings")
        default_permissions = ()
        indexes = [
            *Sending.Meta.indexes,
            models.Index(fields=["user", "-created_at"], name="mailing_newest"),
        ]
