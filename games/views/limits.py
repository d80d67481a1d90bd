"""How often one address may do something: `ACCOUNT_RATE_LIMITS` in the settings says."""

from collections.abc import Callable
from typing import cast

from allauth.decorators import rate_limit
from django.http import HttpResponse

View = Callable[..., HttpResponse]


def limited(action: str) -> Callable[[View], View]:
    """Answer 429 to POSTs beyond the limit of this action."""
    return cast("Callable[[View], View]", rate_limit(action=action))
