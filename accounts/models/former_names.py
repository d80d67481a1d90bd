"""Former names of users: nobody else may take them."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models.functions import Upper
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.lookalikes import fold, folded
from accounts.usernames import USERNAME_MAX_LENGTH


class FormerNameQuerySet(models.QuerySet["FormerName"]):
    def looking_like(self, name: str) -> Self:
        return self.filter(folded_username=fold(name))


class FormerName(models.Model):
    """A name that a user had until `changed_at`."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="former_names",
        verbose_name=_("user"),
    )
    username = models.CharField(_("username"), max_length=USERNAME_MAX_LENGTH)
    folded_username = models.GeneratedField(
        verbose_name=_("username as it looks"),
        expression=folded("username"),
        output_field=models.CharField(max_length=USERNAME_MAX_LENGTH),
        db_persist=True,
    )
    # Set if a moderator replaced the name: its page is a 404. Pages of other former names redirect.
    is_hidden = models.BooleanField(_("hidden"), default=False)
    changed_at = models.DateTimeField(_("changed at"), default=timezone.now)

    objects = FormerNameQuerySet.as_manager()

    class Meta:
        verbose_name = _("former name")
        verbose_name_plural = _("former names")
        default_permissions = ()
        ordering = ["-changed_at", "-pk"]
        indexes = [
            models.Index(fields=["folded_username"], name="former_name_folded"),
            models.Index(Upper("username"), name="former_name_upper"),
        ]

    def __str__(self) -> str:
        return self.username
