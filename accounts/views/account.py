from allauth.account import views as allauth_views
from allauth.account.models import EmailAddress
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from accounts.mfa import has_factor
from accounts.requests import SignedInRequest
from accounts.sanctions import checks


class ConfirmEmailView(allauth_views.ConfirmEmailView):
    def logout_other_user(self, confirmation: object) -> None:
        """Do nothing: guests who are signed out by the link in a mail would lose their games."""


@login_required
@never_cache
def settings(request: SignedInRequest) -> HttpResponse:
    user = request.user
    context = {
        "email": EmailAddress.objects.get_verified(user),
        "new_email": EmailAddress.objects.get_new(user),
        "has_factor": has_factor(user),
        "suspended": checks.is_suspended(user.pk),
    }
    return render(request, "accounts/settings.html", context)
