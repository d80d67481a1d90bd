"""What a user prefers: who may invite and see them, which mails they get, and their language."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.forms import PreferencesForm
from accounts.language import language_of
from accounts.preferences import preferences_of, save_preferences
from accounts.requests import SignedInRequest


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: SignedInRequest) -> HttpResponse:
    """Show and save what the user has chosen. Guests have no mails to choose."""
    user = request.user
    data = request.POST if request.method == "POST" else None
    form = PreferencesForm(data, instance=preferences_of(user))
    if not form.is_valid():
        status = 200 if data is None else 422
        return render(request, "accounts/preferences.html", {"form": form}, status=status)
    save_preferences(user, **form.cleaned_data)
    translation.activate(language_of(user) or translation.get_language())
    messages.success(request, _("Saved."))
    return redirect("account_preferences")
