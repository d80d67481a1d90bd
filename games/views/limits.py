"""How often one address may do something: `ACCOUNT_RATE_LIMITS` in the settings says."""

from collections.abc import Callable
from typing import TypeVar, cast

from allauth.core.internal import ratelimit
from allauth.decorators import rate_limit
from django.http import HttpRequest
from django.http.response import HttpResponseBase

View = TypeVar("View", bound=Callable[..., HttpResponseBase])


def limited(action: str) -> Callable[[View], View]:
    """Answer 429 to POSTs beyond the limit of this action."""
    return cast("Callable[[View], View]", rate_limit(action=action))


def within_limit(request: HttpRequest, action: str) -> bool:
    """Count one action of this address, whatever the method; False beyond its limit."""
    usage = ratelimit.consume(request, app="allauth.account", action=action, limit_get=True)
    return usage is not None
