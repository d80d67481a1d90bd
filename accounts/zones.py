"""Times in the administration are those of the reader's clock; everywhere else they are UTC."""

from collections.abc import Callable
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone

COOKIE = "zone"
"""Set by a script of the administration to what the browser calls its zone."""

zones = cache(available_timezones)
"""The names of all zones, for which the system's files are walked through once."""


class ZoneMiddleware:
    """Shows the times of the administration in the zone that the browser told of."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        name = request.COOKIES.get(COOKIE, "")
        if not request.path.startswith(reverse("admin:index")) or name not in zones():
            return self.get_response(request)
        with timezone.override(ZoneInfo(name)):
            return self.get_response(request)
