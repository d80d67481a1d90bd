"""What answers tell browsers beyond Django's own headers."""

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import patch_cache_control

from accounts.requests import is_for_anybody

CORP = "Cross-Origin-Resource-Policy"

FEATURES = (
    *("accelerometer", "autoplay", "camera", "display-capture", "encrypted-media", "geolocation"),
    *("gyroscope", "magnetometer", "microphone", "midi", "payment", "usb"),
)
"""What no page here uses. Passkeys, full screen, the clipboard and sharing are not among them.

Only features that browsers have had for long: they complain of names they do not know.
"""

PERMISSIONS = ", ".join(f"{feature}=()" for feature in FEATURES)


def for_other_sites(answer: HttpResponseBase) -> None:
    """Let pages of other sites show this answer, such as a picture."""
    answer[CORP] = "cross-origin"


class HeadersMiddleware:
    """Keeps what somebody sees who is signed in out of caches, and other sites away from it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        answer = self._get_response(request)
        answer.headers.setdefault(CORP, "same-origin")
        if not answer.get("Content-Type", "").startswith("text/plain"):  # which uses nothing at all
            answer.headers.setdefault("Permissions-Policy", PERMISSIONS)
        if getattr(request, "has_signed_out", False):
            # Not "storage": what the browser notes of games is its own, and stays. Nor "cookies":
            # that takes those of hosts beside this one, too. Chromium looks through all it keeps
            # of any site for this: up to about two seconds if that is much.
            answer["Clear-Site-Data"] = '"cache"'
        match = request.resolver_match
        if match is None or not is_for_anybody(match.func):
            _keep_private(request, answer)
        return answer


def _keep_private(request: HttpRequest, answer: HttpResponseBase) -> None:
    """Have no cache keep the answer to somebody who is signed in, unless its view said what may be.

    A view that says nothing made a page that names the user, and may show what others must not see.
    """
    if not request.user.is_authenticated:
        return
    said = answer.get("Cache-Control", "")
    if not said:
        patch_cache_control(answer, private=True, no_store=True)
    elif "public" not in said:
        patch_cache_control(answer, private=True)
