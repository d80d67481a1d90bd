"""The page that deletes one's own account."""

from allauth.account.adapter import get_adapter
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts.answers import refused_with
from accounts.forms import ConfirmForm, ReauthenticateForm
from accounts.models import User
from accounts.requests import Request
from lifecycle.deletion import (
    DeletionBlocked,
    awaits_decision,
    check_deletable,
    delete_user,
    plan_deletion,
)


def _blocked(request: Request, refusal: DeletionBlocked) -> HttpResponse:
    facts = {"sanction": refusal.held_by}
    return render(request, "lifecycle/delete_blocked.html", facts, status=refusal.status)


@refused_with(_blocked)
@login_required
@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: Request) -> HttpResponse:
    """Explain what deletion means, ask for the password, and plan the deletion."""
    # Not `request.user`: deleting removes the key from the object, and `logout` needs it.
    user = get_object_or_404(User, pk=request.user.pk)
    check_deletable(user)
    held = User.objects.filter(awaits_decision(), pk=user.pk).exists()
    form_class = ReauthenticateForm if user.has_usable_password() else ConfirmForm
    form = form_class(request.POST if request.method == "POST" else None, user=user)
    if not form.is_valid():
        return render(request, "lifecycle/delete.html", {"form": form, "held": held})
    # Guests are deleted at once: they have no password to come back with.
    if user.is_guest and not held:
        delete_user(user)
        text = _("Your account was deleted. Goodbye!")
    else:
        due = plan_deletion(user)
        context = {"due": due, "held": held}
        get_adapter().send_notification_mail("lifecycle/email/deletion", user, context)
        # Translators: %(day)s is a date.
        text = _("We'll delete your account on %(day)s. To keep it, sign in before that day.")
        if held:
            # Translators: %(day)s is a date.
            text = _(
                "Moderators still have to decide a report about you or your appeal."
                " We'll delete your account after that, on %(day)s at the earliest."
            )
        text %= {"day": date_format(due, "DATE_FORMAT")}
    logout(request)
    messages.success(request, text)
    return redirect(reverse("home"))
