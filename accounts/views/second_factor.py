from datetime import timedelta

from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.mfa import JUST_NOW, STAFF_DAY, factors_of, has_proved
from accounts.requests import SignedInRequest, next_page


@login_required
@never_cache
@require_safe
def staff_second_factor(request: SignedInRequest) -> HttpResponse:
    """Ask staff to set up a second factor, or to prove theirs again."""
    user = request.user
    if not user.is_staff:
        raise PermissionDenied
    target = next_page(request, reverse("admin:index"))
    again = "again" in request.GET
    if has_proved(request, JUST_NOW if again else STAFF_DAY):
        return redirect(target)
    factors = [factor["kind"] for factor in factors_of(user)]
    context = {
        "factors": factors,
        "again": again,
        "is_old": has_proved(request, timedelta.max),
        "next_query": urlencode({REDIRECT_FIELD_NAME: target}),
    }
    return render(request, "accounts/staff_second_factor.html", context, status=403)
