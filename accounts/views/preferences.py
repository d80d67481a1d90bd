from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.answers import refuse
from accounts.forms import BotsPaceForm, PreferencesForm
from accounts.language import language_of
from accounts.models import User
from accounts.preferences import (
    OnVacation,
    automatic_play_changed,
    preferences_of,
    save_preferences,
)
from accounts.requests import SignedInRequest


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: SignedInRequest) -> HttpResponse:
    user = request.user
    data = request.POST if request.method == "POST" else None
    stored = preferences_of(user)
    form = PreferencesForm(data, instance=stored)
    status: int = HTTPStatus.OK if data is None else HTTPStatus.UNPROCESSABLE_ENTITY
    if form.is_valid():
        try:
            save_preferences(user, **form.cleaned_data)
        except OnVacation as refusal:
            refuse(form, refusal, "time_zone")
            status = refusal.status
    if not form.is_valid():
        context = {"form": form, "asks_time_zone": not stored.time_zone}
        return render(request, "accounts/preferences.html", context, status=status)
    if {"auto_roll", "auto_take"} & set(form.changed_data):
        automatic_play_changed.send(User, user=user)
    translation.activate(language_of(user) or translation.get_language())
    messages.success(request, _("Saved."))
    return redirect("account_preferences")


@login_required
@require_POST
def bots_pace(request: SignedInRequest) -> HttpResponse:
    """Save the bots' speed from the form at a table; the table's page is not reloaded."""
    form = BotsPaceForm(request.POST, instance=preferences_of(request.user))
    if not form.is_valid():
        return HttpResponse(status=HTTPStatus.UNPROCESSABLE_ENTITY)
    save_preferences(request.user, **form.cleaned_data)
    return HttpResponse(status=HTTPStatus.NO_CONTENT)
