"""Rate limits, from `ACCOUNT_RATE_LIMITS` in the settings."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Concatenate, ParamSpec, TypeVar

from allauth.account import app_settings
from allauth.core.ratelimit import respond_429
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import gettext_lazy as _

from accounts.private_apis import RateLimitUsage, consume
from accounts.refusals import Refusal

P = ParamSpec("P")
R = TypeVar("R", bound=HttpRequest)
View = Callable[Concatenate[R, P], HttpResponseBase]

PER_USER = "/user"


class TooOften(Refusal):
    code, status = "too-often", HTTPStatus.TOO_MANY_REQUESTS
    message = _("Too many requests. Wait a while, then try again.")


def count(request: HttpRequest, action: str, *, key: str | None = None) -> RateLimitUsage | None:
    """Count one action. Return the count, which can be rolled back; None beyond a limit."""
    limits = (app_settings.RATE_LIMITS.get(action) or "").split(",")
    of_users = [limit for limit in limits if limit.endswith(PER_USER)]
    # Without limits per user, don't look up the user: public answers must not depend on a cookie.
    if of_users and not request.user.is_authenticated:  # visitors are counted by IP address only
        limits = [limit for limit in limits if limit not in of_users]
    usage: RateLimitUsage | None = consume(
        request,
        app="allauth.account",
        action=action,
        config={action: ",".join(limits)},
        key=key,
        limit_get=True,
    )
    return usage


def check_limit(request: HttpRequest, action: str, refusal: type[Refusal] = TooOften) -> None:
    """Count one action; raise the refusal beyond a limit."""
    if not is_within_limit(request, action):
        raise refusal


def is_within_limit(request: HttpRequest, action: str) -> bool:
    """Count one action; False beyond a limit."""
    return count(request, action) is not None


def limited(action: str) -> Callable[[View[R, P]], View[R, P]]:
    """Answer 429 to POSTs beyond a limit."""

    def decorator(view: View[R, P]) -> View[R, P]:
        @wraps(view)
        def inner(request: R, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            if request.method == "POST" and not is_within_limit(request, action):
                refused: HttpResponseBase = respond_429(request)
                return refused
            return view(request, *args, **kwargs)

        return inner

    return decorator
