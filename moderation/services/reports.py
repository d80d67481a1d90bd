"""Reports: checks and limits, and the cases to which reports are added."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import models
from django.db.models import Q
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy
from django_stubs_ext import StrOrPromise

from accounts.locks import one_transaction
from accounts.models import User
from accounts.sanctions import checks, log
from accounts.sanctions.actions import Action
from accounts.sanctions.models import Sanction
from moderation.models import LONGEST_TEXT, Case, Evidence, Report
from moderation.services import evidence, reasons, reportable, scores
from moderation.services.input_text import checked_text
from moderation.services.refusals import AlreadyReported, NotFound, TooManyReports
from moderation.services.reportable import Reportable

MOST_OPEN = 20
"""Maximum number of a user's open reports: more would bury the reports of others."""

DAY = timedelta(days=1)


@one_transaction
def report(  # noqa: PLR0913 - a report has this many sides
    reporter: User,
    target: str,
    target_id: int,
    reason: str,
    text: str,
    *,
    subject_id: int | None = None,
    code: str = "",
) -> Report:
    """Add a report to the open case about its subject, or to a new case.

    subject_id: the player meant, if a game is reported.  code: of the game where it was seen.
    Raises PermissionDenied or a Refusal, and changes nothing then.
    """
    check_may_report(reporter)
    thing = reportable.find(reporter, target, target_id, code)
    subject = thing.subject(subject_id)
    text = checked_text(text)
    reasons.check(thing, reason, text)
    # Locked, so that reports sent at once keep the limit, and a ban given meanwhile counts.
    try:
        User.objects.locked(subject.pk, reporter.pk)
    except User.DoesNotExist:
        raise NotFound(_("That player doesn't exist.")) from None
    check_may_report(reporter)
    if Report.objects.filter(reporter=reporter, is_open=True).count() >= MOST_OPEN:
        raise TooManyReports
    return _take_in(thing, subject, reason, text, reporter)


def check_may_report(reporter: User) -> None:
    """Raise PermissionDenied, or Sanctioned if a sanction forbids the user to report."""
    if not (reporter.is_authenticated and reporter.is_active):
        raise PermissionDenied
    checks.check(reporter, Sanction.Kind.SUSPENSION, Sanction.Kind.REPORT_BAN)


@one_transaction
def automatic(
    subject: User, reason: str, target: str, target_id: int, text: StrOrPromise, **values: object
) -> Report | None:
    """Report a user for the site, in its language; None if there is such a report already.

    text, values: a sentence, and the values of its placeholders.
    """
    User.objects.locked(subject.pk)  # so that two alarms in the same moment make one report
    # An open report, or one a day, is enough for moderators to notice.
    lately = Q(is_open=True) | Q(created_at__gte=timezone.now() - DAY)
    same = Report.objects.filter(lately, is_automatic=True, subject=subject, reason=reason)
    if same.exists():
        return None
    thing = reportable.noticed(subject, target, target_id)
    with translation.override(settings.LANGUAGE_CODE):
        sentence = (str(text) % values)[:LONGEST_TEXT]
    made = _take_in(thing, subject, reason, sentence, None)
    log.write(
        None,
        Action.NOTICED,
        subject=subject,
        target=f"{target} {target_id}",
        reason=made.text,
        case=made.case,
    )
    return made


class State(models.TextChoices):
    """The progress of a report, for its reporter."""

    RECEIVED = "received", pgettext_lazy("report", "received")
    LOOKED_AT = "looked-at", pgettext_lazy("report", "under review")
    UPHELD = Case.Verdict.UPHELD.value, pgettext_lazy("report", "acted on")
    NO_BREACH = Case.Verdict.NO_BREACH.value, pgettext_lazy("report", "no rule broken")


def state_of(made: Report) -> State:
    case = made.case
    if not case.is_open:
        return State(case.verdict)
    return State.LOOKED_AT if case.is_claimed else State.RECEIVED


def _take_in(
    thing: Reportable, subject: User, reason: str, text: str, reporter: User | None
) -> Report:
    """Add a report to the open case about its subject, or to a new case."""
    about: dict[str, Any] = {
        "reporter": reporter,
        "subject": subject,
        "reason": reason,
        "target": thing.target,
        "target_id": thing.target_id,
    }
    # The caller has locked both users, so no other report can come in between.
    if reporter is not None and Report.objects.filter(is_open=True, **about).exists():
        raise AlreadyReported
    case, _new = Case.objects.select_for_update().get_or_create(
        subject=subject,
        category=reasons.category_of(thing.target, reason),
        decided_at=None,
        defaults={"subject_name": subject.username},
    )
    made = Report.objects.create(case=case, is_automatic=reporter is None, text=text, **about)
    kept = evidence.snapshot(thing, subject, reason)
    Evidence.objects.create(report=made, snapshot=kept, game=thing.game, seq=thing.seq)
    scores.add(made)
    return made
