"""For how long sanctions are given: a short list, chosen from many times a day."""

from datetime import UTC, datetime, timedelta

from django import forms
from django.core.validators import MaxValueValidator
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.sanctions.models import Sanction

LATEST = datetime(2200, 1, 1, tzinfo=UTC)
SHORTEST = "hour"
FOR_GOOD = "good"

HELPERS = [
    (SHORTEST, _("an hour")),
    ("6hours", _("six hours")),
    ("day", _("a day")),
]
ALL = [
    *HELPERS,
    ("3days", _("three days")),
    ("week", _("a week")),
    ("month", _("thirty days")),
    ("quarter", _("ninety days")),
    (FOR_GOOD, _("for good")),
]
_LENGTHS = {
    SHORTEST: timedelta(hours=1),
    "6hours": timedelta(hours=6),
    "day": timedelta(days=1),
    "3days": timedelta(days=3),
    "week": timedelta(days=7),
    "month": timedelta(days=30),
    "quarter": timedelta(days=90),
}


def until_field() -> forms.DateTimeField:
    """Return the field for an end that is none of these lengths away."""
    return forms.DateTimeField(
        label=_("Or until"),
        required=False,
        help_text=_("Counts in place of a length. In UTC, as 2026-11-30 18:00."),
        validators=[MaxValueValidator(LATEST)],
    )


def end_of(length: str, until: datetime | None = None) -> datetime | None:
    """Return when something of this length ends that begins now; None for what has no end.

    until: another end, in place of the length.
    """
    if until is not None:
        return until
    return timezone.now() + _LENGTHS[length] if length in _LENGTHS else None


def span(sanction: Sanction) -> str:
    """Say from when to when a sanction is."""
    start = date_format(timezone.localtime(sanction.starts_at), "DATETIME_FORMAT")
    if sanction.is_warning:
        return start
    if sanction.ends_at is None:
        return gettext("from %(start)s, for good") % {"start": start}
    end = date_format(timezone.localtime(sanction.ends_at), "DATETIME_FORMAT")
    return gettext("%(start)s to %(end)s") % {"start": start, "end": end}
