from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class SeenAddress(models.Model):
    """A hashed IP address that a user signed in from, for finding several accounts of a person."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="seen_addresses",
        verbose_name=_("user"),
    )
    hashed = models.CharField(_("hashed IP address"), max_length=64)
    first_seen_at = models.DateTimeField(_("first seen at"), default=timezone.now)
    seen_at = models.DateTimeField(_("last seen at"), default=timezone.now, db_index=True)

    class Meta:
        verbose_name = _("IP address")
        verbose_name_plural = _("IP addresses")
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["user", "hashed"], name="address_once"),
        ]
        indexes = [models.Index(fields=["hashed"], name="address_hashed")]

    def __str__(self) -> str:
        return self.hashed[:8]
