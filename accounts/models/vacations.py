from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Vacation(models.Model):
    """Days on which turn-by-turn games wait for a user, in the user's present time zone."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="vacations",
        verbose_name=_("user"),
    )
    first_day = models.DateField(_("first day"))
    last_day = models.DateField(_("last day"))  # also a day off
    created_at = models.DateTimeField(_("created at"), default=timezone.now)

    class Meta:
        verbose_name = _("vacation")
        verbose_name_plural = _("vacations")
        default_permissions = ()
        ordering = ["first_day"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(last_day__gte=models.F("first_day")),
                name="vacation_ends_after_it_begins",
            ),
            # A second safeguard: `take_vacation` already refuses vacations that overlap.
            models.UniqueConstraint(fields=["user", "first_day"], name="vacation_once"),
        ]

    def __str__(self) -> str:
        return f"{self.first_day} to {self.last_day}"
