"""Response headers beyond Django's own: caching, other sites, features of browsers."""

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import patch_cache_control

from accounts.requests import is_for_anybody

CORP = "Cross-Origin-Resource-Policy"

# Features that no page here uses. (Pages use passkeys, full screen, the clipboard and sharing.)
# Recent features are left out: older browsers log complaints about names they don't know.
FEATURES = (
    *("accelerometer", "autoplay", "camera", "display-capture", "encrypted-media", "geolocation"),
    *("gyroscope", "magnetometer", "microphone", "midi", "payment", "usb"),
)
PERMISSIONS = ", ".join(f"{feature}=()" for feature in FEATURES)


def for_other_sites(answer: HttpResponseBase) -> None:
    """Let pages of other sites embed this answer, such as a picture."""
    answer[CORP] = "cross-origin"


class HeadersMiddleware:
    """Keeps answers to signed-in users out of caches and away from other sites."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        answer = self._get_response(request)
        answer.headers.setdefault(CORP, "same-origin")
        if not answer.get("Content-Type", "").startswith("text/plain"):  # plain text has no scripts
            answer.headers.setdefault("Permissions-Policy", PERMISSIONS)
        if getattr(request, "has_signed_out", False):
            # Not "storage": notes of games stay in the browser. Not "cookies": that deletes the
            # cookies of sibling hosts, too. Chromium may take two seconds, because it searches the
            # cache of all sites.
            answer["Clear-Site-Data"] = '"cache"'
        match = request.resolver_match
        if match is not None and is_for_anybody(match.func):
            return answer  # reading `request.user` would add "Vary: Cookie"
        said = answer.get("Cache-Control", "")
        if request.user.is_authenticated and "public" not in said:
            # A page whose view sets no Cache-Control may name the user: no cache may store it.
            patch_cache_control(answer, private=True, **({} if said else {"no_store": True}))
        return answer
