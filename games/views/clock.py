"""The time of the server's clock, for pages that count down."""

from collections.abc import Callable
from http import HTTPStatus
from typing import cast

from csp.decorators import csp_exempt
from django.http import HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from accounts.limits import is_within_limit
from accounts.requests import Request, for_anybody
from games.presenters.clocks import epoch_ms
from operations import clock

View = Callable[[Request], HttpResponse]

# The library's type does not know our class of requests.
without_policy = cast("Callable[[View], View]", csp_exempt())


@require_safe
@for_anybody
@never_cache
@without_policy
@xframe_options_exempt
def present_moment(request: Request) -> HttpResponse:
    """Answer with the present moment in milliseconds since 1970.

    Pages measure how long the answer takes, so it is small: no queries, and no security policies,
    which are for pages and would be most of its bytes.
    """
    if not is_within_limit(request, "clock"):
        return HttpResponse(status=HTTPStatus.TOO_MANY_REQUESTS, content_type="text/plain")
    return HttpResponse(epoch_ms(clock.now()), content_type="text/plain")
