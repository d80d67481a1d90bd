"""Turn push messages to a browser on and off."""

from http import HTTPStatus
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from accounts.limits import limited
from accounts.refusals import Refusal
from accounts.requests import SignedInRequest
from games.notices import subscriptions
from games.notices.subscription_form import SubscriptionForm
from games.notices.vapid import public_key


class NoPush(Refusal):
    code = "no-push"
    message = _("This site doesn't send push notifications.")


def push_context(request: SignedInRequest) -> dict[str, Any]:
    """Return the context of the template notices/_push.html."""
    device = request.session.get(subscriptions.DEVICE)
    own = request.user.push_subscriptions.filter(device=device)
    return {"push_key": public_key(), "has_push": device is not None and own.exists()}


@login_required
@require_POST
@limited("push")
def subscribe(request: SignedInRequest) -> HttpResponse:
    """Have the browser of this request show the user's notices from now on."""
    form = SubscriptionForm(request.POST)
    if not form.is_valid():
        return HttpResponse(status=HTTPStatus.UNPROCESSABLE_ENTITY)
    if not public_key():
        raise NoPush
    subscriptions.subscribe(
        request.user,
        request.session,
        **form.cleaned_data,
        origin=f"{request.scheme}://{request.get_host()}",
        user_agent=request.headers.get("User-Agent", "")[:200],
    )
    return HttpResponse(status=HTTPStatus.NO_CONTENT)


@login_required
@require_POST
@limited("push")
def unsubscribe(request: SignedInRequest) -> HttpResponse:
    """Have the browser of this request show no more notices."""
    subscriptions.unsubscribe(request.session)
    return HttpResponse(status=HTTPStatus.NO_CONTENT)
