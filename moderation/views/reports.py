"""The page to send a report, and the list of one's own reports."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.answers import refuse
from accounts.limits import check_limit
from accounts.refusals import Refusal
from accounts.requests import SignedInRequest
from moderation.report_form import ReportForm
from moderation.services import blocks, reportable, reports, texts
from moderation.services.reportable import Reportable

PER_PAGE = 25


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: SignedInRequest, target: str, pk: int) -> HttpResponse:
    user, code = request.user, request.GET.get("game", "")
    reports.check_may_report(user)
    thing = reportable.find(user, target, pk, code)
    data = request.POST if request.method == "POST" else None
    form = ReportForm(thing, user, data, initial={"subject": request.GET.get("player")})
    status = 200
    if data is not None:
        status = _sent(request, thing, form, code) if form.is_valid() else 422
        if status == 201:
            return redirect("my_reports")
    words = texts.words(thing.item) if thing.item else ""
    context = {"form": form, "thing": thing, "words": words, "game": thing.game}
    return render(request, "moderation/report.html", context, status=status)


def _sent(request: SignedInRequest, thing: Reportable, form: ReportForm, code: str) -> int:
    """Send the report; return HTTP status 201, or another status with an error in the form."""
    data = form.cleaned_data
    try:
        check_limit(request, "report")
        made = reports.report(
            request.user,
            thing.target,
            thing.target_id,
            data["reason"],
            data["text"],
            subject_id=data.get("subject"),
            code=data.get("game") or code,
        )
    except Refusal as refusal:
        field = getattr(refusal, "field", "")
        refuse(form, refusal, field if field in form.fields else None)
        return refusal.status
    if data["block"] and made.subject is not None:
        try:
            # The report is sent, even if the block is refused.
            blocks.block(request.user, made.subject)
        except Refusal as refusal:
            messages.warning(request, str(refusal), refusal.code)
    messages.success(request, _("Thanks! We got your report. Follow it here."))
    return 201


@login_required
@never_cache
@require_safe
def mine(request: SignedInRequest) -> HttpResponse:
    sent = request.user.reports.select_related("case", "subject", "evidence__game")
    latest = sent.order_by("-created_at", "-pk")
    page = Paginator(latest, PER_PAGE).get_page(request.GET.get("page"))
    rows = [(made, reports.state_of(made)) for made in page]
    return render(request, "moderation/my_reports.html", {"page": page, "rows": rows})
