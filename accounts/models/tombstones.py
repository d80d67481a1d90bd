"""What is kept for a year of accounts that were deleted under a sanction: hashes, no names."""

from datetime import timedelta
from typing import Self

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from accounts.lookalikes import fold

TOMBSTONES_KEPT = timedelta(days=365)


class Mark(models.TextChoices):
    """What a newcomer can have in common with a deleted account."""

    NAME = "name", _("name")
    SIMILAR_NAME = "similar", _("similar name")
    EMAIL = "email", _("email address")
    ADDRESS = "address", _("IP address")


def hashed(mark: str, text: str) -> str:
    """Return the hash of a name or an e-mail address under the site's key."""
    return _hashed(mark, text, settings.SECRET_KEY)


def _hashed(mark: str, text: str, key: str) -> str:
    salt = f"accounts.tombstones.{mark}"
    return salted_hmac(salt, text, secret=key, algorithm="sha256").hexdigest()


def hashes(mark: str, *texts: str) -> list[str]:
    """Return the hashes of texts under the site's key and those of before."""
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return [_hashed(mark, text, key) for text in texts for key in keys]


class Tombstone(models.Model):
    """A deleted account against which sanctions held.

    sanctions: what held and until when, None for good. Nothing here says whose account it was.
    """

    sanctions = models.JSONField(_("sanctions"), default=list)
    created_at = models.DateTimeField(_("deleted at"), default=timezone.now, db_index=True)

    class Meta:
        verbose_name = _("deleted account")
        verbose_name_plural = _("deleted accounts")
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.pk}"


class TraceQuerySet(models.QuerySet["Trace"]):
    """Sets of traces."""

    def kept(self) -> Self:
        """Return those that still count."""
        return self.filter(tombstone__created_at__gt=timezone.now() - TOMBSTONES_KEPT)

    def of_name(self, name: str) -> Self:
        """Return those of accounts whose name looked like this one, which nobody may have yet."""
        return self.kept().filter(mark=Mark.NAME, hashed__in=hashes(Mark.NAME, fold(name)))


class Trace(models.Model):
    """One thing by which the owner of a deleted account may be known again, as a hash."""

    tombstone = models.ForeignKey(
        Tombstone, on_delete=models.CASCADE, related_name="traces", verbose_name=_("account")
    )
    mark = models.CharField(_("kind"), max_length=10, choices=Mark)
    hashed = models.CharField(_("hash"), max_length=64)

    objects = TraceQuerySet.as_manager()

    class Meta:
        verbose_name = _("trace")
        verbose_name_plural = _("traces")
        default_permissions = ()
        indexes = [models.Index(fields=["hashed", "mark"], name="trace_hashed")]

    def __str__(self) -> str:
        return f"{self.mark} {self.hashed[:8]}"


class Likeness(models.Model):
    """What a user has in common with a deleted account: for people to judge, never a proof."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="likenesses",
        verbose_name=_("user"),
    )
    tombstone = models.ForeignKey(
        Tombstone, on_delete=models.CASCADE, related_name="likenesses", verbose_name=_("account")
    )
    mark = models.CharField(_("in common"), max_length=10, choices=Mark)
    created_at = models.DateTimeField(_("found at"), default=timezone.now)

    class Meta:
        verbose_name = _("resemblance")
        verbose_name_plural = _("resemblances")
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["user", "tombstone", "mark"], name="likeness_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} ~ {self.tombstone_id}: {self.mark}"
