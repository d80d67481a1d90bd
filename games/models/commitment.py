"""The public list of commitments: a chain to which entries are only added (docs/dice.md)."""

import hashlib
from datetime import UTC, datetime

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.append_only import AppendOnly

FORMAT = "commitments/1"
"""What every line of the list begins with; another format would get another name."""

BEFORE_THE_FIRST = "0" * 64
"""What the first entry has for the hash of the entry before it."""


def utc(moment: datetime) -> str:
    """Return a moment as the list writes it: in UTC, to the second."""
    return f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


class PublishedCommitment(models.Model):
    """An entry of the public list: a commitment, and what makes a chain of the entries.

    It names no game: the addresses of unlisted tables are not for everybody, and a commitment
    binds its code anyway. `hash`: of the entry's line, which holds the hash of the entry before.
    `key`: the public half of the key that the line was signed with, so that it stays verifiable
    when the site changes its key.
    """

    number = models.PositiveBigIntegerField(_("number"), primary_key=True)
    time = models.DateTimeField(_("time"))
    commitment = models.CharField(_("commitment"), max_length=64, unique=True)
    previous = models.CharField(_("hash of the entry before"), max_length=64, unique=True)
    hash = models.CharField(_("hash"), max_length=64, unique=True)
    key = models.CharField(_("public key"), max_length=64)
    signature = models.CharField(_("signature"), max_length=128)

    class Meta:
        verbose_name = _("published commitment")
        verbose_name_plural = _("published commitments")
        ordering = ["number"]
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.number} {self.hash} {utc(self.time)}"

    @property
    def line(self) -> str:
        """The text that is hashed and signed."""
        fields = (FORMAT, self.number, utc(self.time), self.commitment, self.previous)
        return "|".join(map(str, fields))

    def hash_of_line(self) -> str:
        """Return what the hash has to be."""
        return hashlib.sha256(self.line.encode()).hexdigest()


CHAIN = AppendOnly(
    table="games_publishedcommitment",
    name="commitments",
    unique=("number", "commitment", "previous", "hash"),
    refusal="the public list of commitments is never changed",
)
