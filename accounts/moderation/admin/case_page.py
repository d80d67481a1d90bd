"""The page of a case, and what is done on it."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from accounts.models import User
from accounts.moderation.admin.base import draw, moderator
from accounts.moderation.admin.decide_form import DecideForm, decision_filled_in
from accounts.moderation.admin.evidence import exhibits
from accounts.moderation.admin.user_history import dossier
from accounts.moderation.models import LONGEST_TEXT, Case, Category
from accounts.moderation.services import cases, claims
from accounts.refusals import Refusal


def show(
    request: HttpRequest,
    case: Case,
    form: DecideForm | None = None,
    refused: object = "",
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    """Draw the page of a case; nobody sees a case about themselves."""
    user = moderator(request)
    if case.subject_id == user.pk:
        raise PermissionDenied
    # A claim whose time is over still counts while nobody else has taken the case.
    mine = case.is_open and case.claimed_by_id == user.pk
    may_handle = claims.may_handle(user, case)
    shown, report_count = exhibits(case, user), case.reports.count()
    context: dict[str, Any] = {
        "case": case,
        "exhibits": shown,
        "report_count": report_count,
        "older": report_count - len(shown),
        "notes": case.notes.select_related("author"),
        "about": dossier(case.subject, user, case) if case.subject else None,
        "holder": case.claimed_by if case.is_claimed else None,
        "mine": mine,
        "may_handle": may_handle,
        "longest": LONGEST_TEXT,
        "refused": refused,
        "form": (form or DecideForm(user, case)) if mine and may_handle else None,
        "given": case.sanctions.all(),
    }
    title = gettext("%(name)s, %(category)s") % {
        "name": case.subject_name,
        "category": case.get_category_display(),
    }
    return draw(request, "case", title, context, status)


@require_POST
def take_next(request: HttpRequest) -> HttpResponse:
    """Claim the most pressing case that is free."""
    category = request.POST.get("category", "")
    if category not in ("", *Category.values):
        messages.error(request, gettext("There is no such category."))
        return redirect("admin:moderation_case_changelist")
    case = claims.take_next(moderator(request), category or None)
    if case is None:
        messages.info(request, gettext("No case waits for you here. Thank you!"))
        return redirect("admin:moderation_case_changelist")
    return _to(case)


@require_POST
def claim(request: HttpRequest, pk: int) -> HttpResponse:
    """Claim a case, so that nobody else decides it meanwhile."""
    return _done(request, pk, lambda user: claims.claim(user, pk))


@require_POST
def release(request: HttpRequest, pk: int) -> HttpResponse:
    """Give a claimed case back to the queue."""
    return _done(request, pk, lambda user: claims.release(user, pk))


@require_POST
def note(request: HttpRequest, pk: int) -> HttpResponse:
    """Add a note for other moderators."""
    return _done(request, pk, lambda user: cases.add_note(user, pk, request.POST.get("text", "")))


@require_POST
def decide(request: HttpRequest, pk: int) -> HttpResponse:
    """Decide a case, or put templates into the form when that was asked for."""
    user, case = moderator(request), _case(pk)
    if "fill" in request.POST:
        return show(request, case, DecideForm(user, case, initial=decision_filled_in(request.POST)))
    form = DecideForm(user, case, request.POST)
    if not form.is_valid():
        sentence = gettext("Nothing is decided yet: please look at the form.")
        return show(request, case, form, sentence, HTTPStatus.UNPROCESSABLE_ENTITY)
    data = form.cleaned_data
    try:
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
    except Refusal as error:
        return show(request, _case(pk), form, error, error.status)
    messages.success(request, gettext("The case is decided."))
    return _to(case)


def _done(request: HttpRequest, pk: int, act: Callable[[User], object]) -> HttpResponse:
    """Do something with a case and show it; a refusal is a sentence on its page."""
    case = _case(pk)
    try:
        act(moderator(request))
    except Refusal as error:
        return show(request, _case(pk), None, error, error.status)
    return _to(case)


def _case(pk: int) -> Case:
    found = Case.objects.select_related("subject", "claimed_by", "decided_by")
    return get_object_or_404(found, pk=pk)


def _to(case: Case) -> HttpResponse:
    return redirect("admin:moderation_case_change", case.pk)
