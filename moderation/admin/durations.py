"""Lengths of sanctions to choose from."""

from datetime import UTC, datetime, timedelta

from django import forms
from django.core.validators import MaxValueValidator
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.sanctions.models import Sanction

# Later ends are refused as typing errors.
LATEST = datetime(2200, 1, 1, tzinfo=UTC)
FOR_GOOD = "good"

_LENGTHS = {
    "hour": (_("an hour"), timedelta(hours=1)),
    "6hours": (_("six hours"), timedelta(hours=6)),
    "day": (_("a day"), timedelta(days=1)),
    "3days": (_("three days"), timedelta(days=3)),
    "week": (_("a week"), timedelta(days=7)),
    "month": (_("thirty days"), timedelta(days=30)),
    "quarter": (_("ninety days"), timedelta(days=90)),
    FOR_GOOD: (_("permanent"), None),
}
ALL = [(name, label) for name, (label, _length) in _LENGTHS.items()]
HELPERS = ALL[:3]
"""The lengths for helpers, who may mute for up to a day."""


def until_field() -> forms.DateTimeField:
    return forms.DateTimeField(
        label=_("Or until"),
        required=False,
        help_text=_("Used instead of the length. In UTC, such as 2026-11-30 18:00."),
        validators=[MaxValueValidator(LATEST)],
    )


def end_of(length: str, until: datetime | None = None) -> datetime | None:
    """Return `until`, else the end of this length from now; None if it is permanent."""
    _label, after = _LENGTHS[length]
    return until or (timezone.now() + after if after else None)


def span(sanction: Sanction) -> str:
    start = date_format(timezone.localtime(sanction.starts_at), "DATETIME_FORMAT")
    if sanction.is_warning:
        return start
    if sanction.ends_at is None:
        # Translators: %(start)s is a date with its time.
        return gettext("from %(start)s, permanent") % {"start": start}
    end = date_format(timezone.localtime(sanction.ends_at), "DATETIME_FORMAT")
    # Translators: two dates with their times.
    return gettext("%(start)s to %(end)s") % {"start": start, "end": end}
