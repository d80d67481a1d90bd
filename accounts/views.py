"""The pages about one's own account, where allauth's are not enough."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from allauth.account import views as allauth_views
from allauth.account.models import EmailAddress
from allauth.account.utils import get_login_redirect_url
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts.forms import ConfirmForm, ReauthenticateForm
from accounts.models import User
from accounts.services import delete_user

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def entrance(view: View[P]) -> View[P]:
    """Let visitors and guests in; who has an account is sent on."""

    @wraps(view)
    def inner(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.user.is_authenticated and not request.user.is_guest:
            return redirect(get_login_redirect_url(request))
        return view(request, *args, **kwargs)

    return inner


def account_required(view: View[P]) -> View[P]:
    """Send guests to sign up first: they have no password or e-mail to manage."""

    @wraps(view)
    def inner(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.user.is_authenticated and request.user.is_guest:
            return redirect("account_signup")
        return view(request, *args, **kwargs)

    return inner


class ConfirmEmailView(allauth_views.ConfirmEmailView):  # type: ignore[misc]
    def logout_other_user(self, confirmation: object) -> None:
        """Keep whoever is signed in: a guest who follows a link would lose the games."""


@login_required
@never_cache
def settings(request: HttpRequest) -> HttpResponse:
    """Show what one may change, and the way there."""
    context = {
        "email": EmailAddress.objects.get_verified(request.user),
        "new_email": EmailAddress.objects.get_new(request.user),
    }
    return render(request, "accounts/settings.html", context)


@login_required
@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest) -> HttpResponse:
    """Say what deleting the account means, ask for the password, and do it."""
    user = get_object_or_404(User, pk=request.user.pk)
    form_class = ReauthenticateForm if user.has_usable_password() else ConfirmForm
    form = form_class(request.POST if request.method == "POST" else None, user=user)
    if not form.is_valid():
        return render(request, "accounts/delete.html", {"form": form})
    delete_user(user)
    logout(request)
    messages.success(request, _("Your account is deleted. Goodbye!"))
    return redirect(reverse("home"))
