"""Claims: one moderator at a time handles a case, and never one who is involved in it."""

from datetime import datetime, timedelta
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _

from accounts.locks import patient_transaction
from accounts.models import User
from accounts.sanctions import log
from accounts.sanctions.actions import Action
from moderation.models import Case, Report
from moderation.services import recusal, scores
from moderation.services.refusals import Conflict, NotFound, Recused

HANDLE = "moderation.handle_cases"

HELD = timedelta(minutes=30)
"""A claim expires after this time."""


def may_handle(moderator: User, case: Case) -> bool:
    """Return whether this moderator has the permission, and is not involved in the case."""
    if not moderator.has_perm(HANDLE) or recusal.knows(moderator, case.subject_id):
        return False
    return not case.reports.filter(reporter=moderator).exists()


def _require_handler(moderator: User) -> None:
    if not moderator.has_perm(HANDLE):
        raise PermissionDenied


@patient_transaction
def take_next(moderator: User, category: str | None = None) -> Case | None:
    """Claim the most urgent free case, or extend the present claim; None if no case is free."""
    _require_handler(moderator)
    User.objects.locked(moderator.pk)  # one claim at a time
    held = claimed_by(moderator)
    if held is not None:
        return _hold(moderator, held)
    known = [moderator.pk, *recusal.played_with(moderator)]
    free = Case.objects.free().exclude(subject__in=known).exclude(reports__reporter=moderator)
    if category:
        free = free.filter(category=category)
    # Skip cases that other moderators are claiming at this moment.
    waiting = scores.by_urgency(free).select_for_update(skip_locked=True, of=("self",))
    case = waiting.first()
    return None if case is None else _hold(moderator, case)


@patient_transaction
def claim(moderator: User, case_id: int) -> Case:
    """Claim a case or extend the claim; release the moderator's other cases.

    Raises PermissionDenied or a Refusal.
    """
    _require_handler(moderator)
    User.objects.locked(moderator.pk)  # one claim at a time
    # All cases are locked at once, by number, so that two moderators who swap cases don't wait for
    # each other.
    own = _lock_cases(Q(claimed_by=moderator, decided_at=None) | Q(pk=case_id))
    case = _locked_case(case_id)
    if not may_handle(moderator, case):
        raise Recused
    _require_open(case)
    if case.claimed_by_id != moderator.pk and case.is_claimed:
        raise _taken(case)
    for other in own:
        if other.pk != case.pk:
            _change(other, moderator, None)
    return _hold(moderator, case)


@patient_transaction
def release(moderator: User, case_id: int) -> Case:
    """Give up a claim. Raises PermissionDenied or a Refusal."""
    _require_handler(moderator)
    User.objects.locked(moderator.pk)  # one claim at a time
    case = _locked_case(case_id)
    if case.claimed_by_id != moderator.pk or not case.is_open:
        raise Conflict(_("You haven't claimed this case."))
    _change(case, moderator, None)
    return case


def claimed_by(moderator: User) -> Case | None:
    return Case.objects.claimed().filter(claimed_by=moderator).first()


def locked_for(moderator: User, case_id: int) -> Case:
    """Return a case, locked with its subject and the moderator.

    Raises PermissionDenied, NotFound, and Recused.
    """
    _require_handler(moderator)
    subject = Case.objects.filter(pk=case_id).values_list("subject", flat=True).first()
    User.objects.locked(moderator.pk, subject)
    case = _locked_case(case_id)
    if not may_handle(moderator, case):
        raise Recused
    return case


def lock_cases_naming(user: User) -> None:
    """Lock every case that changes if this account is deleted."""
    parts = Q(subject=user) | Q(claimed_by=user) | Q(decided_by=user)
    _lock_cases(parts | Q(pk__in=Report.objects.filter(reporter=user).values("case")))


def _lock_cases(which: Q) -> list[Case]:
    rows = Case.objects.select_for_update(of=("self",)).filter(which)
    return list(rows.select_related("subject", "claimed_by").order_by("pk"))


def _locked_case(case_id: int) -> Case:
    case = Case.objects.select_for_update(of=("self",)).filter(pk=case_id).first()
    if case is None:
        raise NotFound(_("That case doesn't exist."))
    return case


def check_holds(moderator: User, case: Case) -> None:
    """Raise Conflict unless this moderator has claimed the open case."""
    _require_open(case)
    if case.claimed_by_id == moderator.pk:
        return
    # The moderator's own claim counts even if it has expired, until somebody else claims the case.
    raise _taken(case) if case.is_claimed else Conflict(_("Claim this case first."))


def _hold(moderator: User, case: Case) -> Case:
    until = timezone.now() + HELD
    if case.claimed_by_id == moderator.pk:
        case.claimed_until = until
        case.save(update_fields=["claimed_until"])
    else:
        _change(case, moderator, until)
    return case


def _change(case: Case, moderator: User, until: datetime | None) -> None:
    """Claim a case for the moderator until then, or release it if `until` is None."""
    before = _as_logged(case)
    case.claimed_by = moderator if until else None
    case.claimed_until = until
    case.save(update_fields=["claimed_by", "claimed_until"])
    after = _as_logged(case)
    action = Action.CLAIMED if until else Action.RELEASED
    sentence = f"claimed until {until:%Y-%m-%d %H:%M} UTC" if until else "free again"
    log.write(moderator, action, **case.in_log, before=before, after=after, sentence=sentence)


def _as_logged(case: Case) -> dict[str, Any]:
    until = case.claimed_until
    return {"claimed_by": case.claimed_by_id, "claimed_until": until and until.isoformat()}


def _require_open(case: Case) -> None:
    if not case.is_open:
        raise Conflict(_("This case was already decided."))


def _taken(case: Case) -> Conflict:
    return Conflict(
        _("%(name)s has this case until %(time)s at the latest."),
        name=case.claimed_by.username if case.claimed_by else "",
        time=time_format(timezone.localtime(case.claimed_until)),
    )
