"""What is stored beside a user: what to tell and show them, and where they signed in from."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Preferences(models.Model):
    """What a user has chosen. Without a row everything is as the defaults here say."""

    class Invites(models.TextChoices):
        EVERYBODY = "everybody", _("Everybody I play with")
        KNOWN = "known", _("Only people I played with before that game")
        NOBODY = "nobody", _("Nobody")

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="preferences",
        verbose_name=_("user"),
    )
    invites = models.CharField(
        _("Who may offer you a rematch"),
        max_length=10,
        choices=Invites,
        default=Invites.EVERYBODY,
    )
    hide_online = models.BooleanField(
        _("Hide when I am online"),
        default=False,
        help_text=_("Nobody sees on your page whether you are here. At a table you are seen."),
    )
    mail_reports = models.BooleanField(_("When something I reported is decided"), default=True)
    mail_appeals = models.BooleanField(_("When an appeal of mine is answered"), default=True)

    class Meta:
        verbose_name = _("preferences")
        verbose_name_plural = _("preferences")
        default_permissions = ()

    def __str__(self) -> str:
        return str(self.user_id)


class SeenAddress(models.Model):
    """An address that a user signed in from, as a hash: equal ones tell of one address.

    Only for the people who look into several accounts of one person; forgotten after 90 days.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="seen_addresses",
        verbose_name=_("user"),
    )
    hashed = models.CharField(_("address, hashed"), max_length=64)
    first_seen_at = models.DateTimeField(_("first seen at"), default=timezone.now)
    seen_at = models.DateTimeField(_("last seen at"), default=timezone.now, db_index=True)

    class Meta:
        verbose_name = _("address")
        verbose_name_plural = _("addresses")
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["user", "hashed"], name="address_once"),
        ]
        indexes = [models.Index(fields=["hashed"], name="address_hashed")]

    def __str__(self) -> str:
        return self.hashed[:8]
