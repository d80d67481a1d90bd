"""Cases: the queue, the most urgent first, and the page of a case with its actions."""

from functools import partial
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.timesince import timesince
from django.utils.translation import gettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from accounts.answers import refused_with
from accounts.refusals import Refusal
from moderation.admin.base import OwnPageAdmin, StateFilter, act_page, draw, moderator
from moderation.admin.decide_form import DecideForm
from moderation.admin.evidence import evidence_of
from moderation.admin.user_history import history_of
from moderation.models import LONGEST_TEXT, Case, CaseQuerySet, Category
from moderation.services import cases, claims, scores


class CaseStateFilter(StateFilter):
    """Filters cases by state, by default for open cases."""

    states = {
        "free": (_("free to claim"), CaseQuerySet.free),
        "claimed": (pgettext_lazy("cases", "claimed"), CaseQuerySet.claimed),
        "decided": (
            pgettext_lazy("cases", "decided"),
            lambda found: found.exclude(decided_at=None),
        ),
        "all": (pgettext_lazy("cases", "all"), lambda found: found),
    }

    def choices(self, changelist: Any) -> Any:
        everything, *others = super().choices(changelist)
        return [{**everything, "display": pgettext("cases", "open")}, *others]

    def without_state(self, queryset: Any) -> Any:
        return queryset.filter(decided_at=None)


@admin.register(Case)
class CaseAdmin(OwnPageAdmin):
    change_list_template = "admin/moderation/queue.html"
    list_display = ["about", "category", "urgency", "reports", "reasons", "age", "holder"]
    list_filter = ["category", CaseStateFilter, "verdict"]
    list_select_related = ["claimed_by", "decided_by"]
    search_fields = ["subject_name", "subject__username"]
    search_help_text = _("User in the case")
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Case]:
        # Not super()'s queryset, which would sort by urgency before it is annotated.
        # Cases about the viewer are left out.
        others = Case.objects.exclude(subject=moderator(request))
        counted = others.annotate(report_count=Count("reports")).prefetch_related("reports")
        return scores.by_urgency(counted)

    def get_ordering(self, request: HttpRequest) -> list[Any]:
        return ["-urgency", "pk"]

    def page(self, request: HttpRequest, pk: int) -> HttpResponse:
        return show(request, pk)

    @admin.display(description=_("about"), ordering="subject_name")
    def about(self, case: Case) -> str:
        return case.subject_name

    @admin.display(description=_("urgency"), ordering="urgency")
    def urgency(self, case: Any) -> str:
        return f"{case.urgency:.0f}"

    @admin.display(description=_("reports"), ordering="report_count")
    def reports(self, case: Any) -> int:
        count: int = case.report_count
        return count

    @admin.display(description=_("reasons"))
    def reasons(self, case: Case) -> str:
        found = {str(report.get_reason_display()) for report in case.reports.all()}
        return ", ".join(sorted(found))

    @admin.display(description=_("waiting"), ordering="-opened_at")
    def age(self, case: Case) -> str:
        return timesince(case.opened_at) if case.is_open else str(case.get_verdict_display())

    @admin.display(description=_("handled by"))
    def holder(self, case: Case) -> str:
        who = case.claimed_by if case.is_claimed else case.decided_by
        return str(who) if who else "–"


def show(
    request: HttpRequest,
    pk: int,
    form: forms.Form | None = None,
    refused: Refusal | None = None,
) -> HttpResponse:
    """Render the page of a case."""
    user, case = moderator(request), get_object_or_404(Case, pk=pk)
    # Moderators must not read a case about themselves, or see the names of its reporters.
    if case.subject_id == user.pk:
        raise PermissionDenied
    # An expired claim still counts until another moderator claims the case.
    mine = case.is_open and case.claimed_by_id == user.pk
    may_handle = claims.may_handle(user, case)
    evidence, report_count = evidence_of(case, user), case.reports.count()
    context = {
        "case": case,
        "evidence": evidence,
        "report_count": report_count,
        "older": report_count - len(evidence),
        "notes": case.notes.select_related("author"),
        "about": history_of(case.subject, user, case) if case.subject else None,
        "holder": case.claimed_by if case.is_claimed else None,
        "mine": mine,
        "may_handle": may_handle,
        "longest": LONGEST_TEXT,
        "given": case.sanctions.all(),
    }
    title = gettext("%(name)s, %(category)s") % {
        "name": case.subject_name,
        "category": case.get_category_display(),
    }
    if form is None and mine and may_handle:
        form = DecideForm(user, case)
    return draw(request, "case", title, context, form, refused)


def _show_refused(request: HttpRequest, refusal: Refusal, pk: int) -> HttpResponse:
    return show(request, pk, refused=refusal)


@require_POST
def take_next(request: HttpRequest) -> HttpResponse:
    category = request.POST.get("category", "")
    if category not in ("", *Category.values):
        messages.error(request, gettext("That category doesn't exist."))
        return redirect("admin:moderation_case_changelist")
    case = claims.take_next(moderator(request), category or None)
    if case is None:
        messages.info(request, gettext("There are no cases for you right now. Thanks!"))
        return redirect("admin:moderation_case_changelist")
    return redirect("admin:moderation_case_change", case.pk)


@refused_with(_show_refused)
@require_POST
def claim(request: HttpRequest, pk: int) -> HttpResponse:
    claims.claim(moderator(request), pk)
    return redirect("admin:moderation_case_change", pk)


@refused_with(_show_refused)
@require_POST
def release(request: HttpRequest, pk: int) -> HttpResponse:
    claims.release(moderator(request), pk)
    return redirect("admin:moderation_case_change", pk)


@refused_with(_show_refused)
@require_POST
def note(request: HttpRequest, pk: int) -> HttpResponse:
    cases.add_note(moderator(request), pk, request.POST.get("text", ""))
    return redirect("admin:moderation_case_change", pk)


@require_POST
def decide(request: HttpRequest, pk: int) -> HttpResponse:
    user, case = moderator(request), get_object_or_404(Case, pk=pk)
    form = DecideForm(user, case, request.POST)

    def act(data: dict[str, Any]) -> HttpResponse:
        cases.decide(
            user,
            pk,
            data["verdict"],
            requests=form.requests(),
            note=data["note"],
            to_subject=data["to_subject"],
            to_reporters=data["to_reporters"],
            remove=data.get("remove", ()),
        )
        messages.success(request, gettext("Case decided."))
        return redirect("admin:moderation_case_change", pk)

    return act_page(form, act, partial(show, request, pk))
