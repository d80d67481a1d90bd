"""The weights of the scores of cases: what they are at first, and what each of them means."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

DEFAULTS = {
    "reason-abuse": 40.0,
    "reason-spam": 25.0,
    "reason-stalling": 20.0,
    "reason-leaving": 20.0,
    "reason-help": 30.0,
    "reason-accounts": 30.0,
    "reason-name": 35.0,
    "reason-other": 15.0,
    "record": 0.75,
    "guest": 0.5,
    "automatic": 0.8,
    "further": 0.7,
    "repeat": 0.25,
    "day": 4.0,
    "leaving-games": 10.0,
    "leaving-share": 0.5,
    "flood-lines": 8.0,
}

LABELS: Mapping[str, Promise] = {
    "record": _("record of the reporter"),
    "guest": _("guests"),
    "automatic": _("the site itself"),
    "further": _("further reports"),
    "repeat": _("earlier cases"),
    "day": _("waiting"),
    "leaving-games": _("left games: how many are looked at"),
    "leaving-share": _("left games: which share"),
    "flood-lines": _("flood: how many lines"),
}

_BY_REASON = _("What a report for this reason counts.")

MEANINGS: Mapping[str, Promise] = {name: _BY_REASON for name in DEFAULTS if "reason-" in name} | {
    "record": _(
        "How much the record of the reporter matters: 0 not at all; 1 from nothing, for somebody "
        "whose reports were never upheld, to double, for somebody who was always right."
    ),
    "guest": _("By this the reports of guests are multiplied."),
    "automatic": _("By this the reports of the site itself are multiplied."),
    "further": _("What each further report of a case counts, as a share of the one before."),
    "repeat": _(
        "What each case about the same person that was acted on in the last year adds, as a share."
    ),
    "day": _("What a case gains with each day it waits."),
    "leaving-games": _(
        "How many of somebody's latest games the site looks at for games they left. Nobody is "
        "noticed who has played fewer."
    ),
    "leaving-share": _("From this share of left games on, the site opens a case."),
    "flood-lines": _(
        "From so many lines on that were refused within ten minutes, the site opens a case."
    ),
}


def label_of(name: str) -> str:
    """Return what a weight is called in the panel."""
    # Not above: migrations read this file before there are models.
    from accounts.moderation.models import Report  # noqa: PLC0415

    reasons = {f"reason-{value}": label for value, label in Report.Reason.choices}
    if name in reasons:
        return gettext("report: %(reason)s") % {"reason": reasons[name]}
    return str(LABELS.get(name, name))
