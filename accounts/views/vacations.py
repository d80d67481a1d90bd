from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.decorators import account_required
from accounts.forms import VacationForm
from accounts.limits import limited
from accounts.preferences import note_time_zone, preferences_of
from accounts.refusals import Refusal
from accounts.requests import SignedInRequest
from accounts.vacations import DAYS_A_YEAR, days_left, end_vacation, take_vacation, today_of


@limited("vacation")
@login_required
@account_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def vacations(request: SignedInRequest) -> HttpResponse:
    user = request.user
    today = today_of(user)
    form = VacationForm(request.POST if request.method == "POST" else None, today=today)
    status: int = HTTPStatus.OK
    if form.is_valid():
        try:
            take_vacation(user, form.cleaned_data["first_day"], form.cleaned_data["last_day"])
        except Refusal as refusal:
            form.add_error(None, ValidationError(str(refusal), refusal.code))
            status = refusal.status
        else:
            messages.success(request, _("Vacation planned."))
            return redirect("account_vacations")
    elif form.is_bound:
        status = HTTPStatus.UNPROCESSABLE_ENTITY
    preferences = preferences_of(user)
    context = {
        "form": form,
        "today": today,
        "most": DAYS_A_YEAR,
        "left": [(year, days_left(user, year)) for year in (today.year, today.year + 1)],
        "to_come": user.vacations.filter(last_day__gte=today),
        "past": user.vacations.filter(last_day__lt=today).reverse(),
        "zone": preferences.zone.key,
        "asks_time_zone": not preferences.time_zone,
    }
    return render(request, "accounts/vacations.html", context, status=status)


@login_required
@account_required
@require_POST
def end(request: SignedInRequest, pk: int) -> HttpResponse:
    end_vacation(get_object_or_404(request.user.vacations, pk=pk))
    messages.success(request, _("Saved."))
    return redirect("account_vacations")


@login_required
@require_POST
@limited("time_zone")
def time_zone(request: SignedInRequest) -> HttpResponse:
    """Store the browser's time zone, unless the user already has a time zone."""
    try:
        note_time_zone(request.user, request.POST.get("time_zone", ""))
    except ValidationError:
        return HttpResponse(status=HTTPStatus.UNPROCESSABLE_ENTITY)
    return HttpResponse(status=HTTPStatus.NO_CONTENT)
