"""The public list of commitments, a chain of hashes: entries never change (docs/dice.md)."""

import hashlib
from datetime import UTC, datetime

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.append_only import AppendOnly
from games.engine.fairness.fair_dice import SALTS

FORMAT = "commitments/2"
"""The name of the format of the list as JSON."""

BEFORE_THE_FIRST = "0" * 64
"""The `previous` of the first entry, before which there is no entry."""


def utc(moment: datetime) -> str:
    """Return a moment in the list's format: in UTC, to the second."""
    return f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


class PublishedCommitment(models.Model):
    """An entry of the public list: a commitment or the salts of a game.

    It names no game: the codes of unlisted tables are not for everybody, and the commitment depends
    on the code anyway.
    """

    class Kind(models.TextChoices):
        COMMITMENT = "commitment", _("commitment")
        SALTS = "salts", _("salts")

    number = models.PositiveBigIntegerField(_("number"), primary_key=True)
    time = models.DateTimeField(_("time"))
    # With defaults in the database, too: while the site is updated, the old version adds entries.
    kind = models.CharField(
        _("kind"),
        max_length=10,
        choices=Kind,
        default=Kind.COMMITMENT,
        db_default=Kind.COMMITMENT.value,
    )
    commitment = models.CharField(_("commitment"), max_length=64)
    # The hash of the salts of the commitment's game; "" in an entry of the kind "commitment".
    salts = models.CharField(
        _("hash of the salts"), max_length=64, blank=True, default="", db_default=""
    )
    previous = models.CharField(_("hash of the previous entry"), max_length=64, unique=True)
    # The hash of the line. As the line holds the hash of the entry before, entries form a chain.
    hash = models.CharField(_("hash"), max_length=64, unique=True)
    # The key is in each entry, so that old entries stay verifiable when the site changes its key.
    key = models.CharField(_("public key"), max_length=64)
    signature = models.CharField(_("signature"), max_length=128)

    class Meta:
        verbose_name = _("published commitment")
        verbose_name_plural = _("published commitments")
        ordering = ["number"]
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["commitment", "kind"], name="entry_once_of_each_kind"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.hash} {utc(self.time)}"

    @property
    def line(self) -> str:
        """The text that is hashed and signed."""
        name = LINES[self.Kind(self.kind)]
        salts = (self.salts,) if self.kind == self.Kind.SALTS else ()
        fields = (name, self.number, utc(self.time), self.commitment, *salts, self.previous)
        return "|".join(map(str, fields))

    def hash_of_line(self) -> str:
        return hashlib.sha256(self.line.encode()).hexdigest()


LINES = {
    PublishedCommitment.Kind.COMMITMENT: "commitments/1",
    PublishedCommitment.Kind.SALTS: SALTS,
}
"""The first field of an entry's line, by kind; a new format of lines would get a new name."""

CHAIN = AppendOnly(
    table="games_publishedcommitment",
    name="commitments",
    unique=("number", ("commitment", "kind"), "previous", "hash"),
    refusal="the public list of commitments is never changed",
)
