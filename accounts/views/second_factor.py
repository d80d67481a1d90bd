"""What staff are told who come to the administration without a second factor."""

from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.mfa import factors_of, has_proved
from accounts.models import User


@login_required
@never_cache
@require_safe
def staff_second_factor(request: HttpRequest) -> HttpResponse:
    """Lead staff to setting up a second factor, or to proving the one they have."""
    user = get_object_or_404(User, pk=request.user.pk)
    if not user.is_staff:
        raise PermissionDenied
    target = request.GET.get(REDIRECT_FIELD_NAME, "")
    if not url_has_allowed_host_and_scheme(target, {request.get_host()}, request.is_secure()):
        target = reverse("admin:index")
    if has_proved(request):
        return redirect(target)
    factors = [factor["kind"] for factor in factors_of(user)]
    context = {
        "factors": factors,
        "next_query": urlencode({REDIRECT_FIELD_NAME: target}),
    }
    return render(request, "accounts/staff_second_factor.html", context, status=403)
