"""The site as an app: manifest, service worker, offline page, and icon.

No response depends on the user, as browsers cache it and several people may use one browser.
"""

import json
import re
from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import Http404, HttpResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language, get_language_bidi, pgettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.requests import Request, for_anybody

WORKER = (Path(__file__).parent / "service-worker.js").read_text(encoding="utf-8")
ICON = (settings.BASE_DIR / "games/static/games/favicon.svg").read_text(encoding="utf-8")
MOST_ON_ICON = 10

# The colours --card and --bg of base.css.
LIGHT = {"theme_color": "#ffffff", "background_color": "#f3f0ea"}
DARK = {"theme_color": "#191f29", "background_color": "#10141b"}


@for_anybody
@require_safe
def manifest(request: Request) -> HttpResponse:
    home = reverse("home")
    content = {
        "id": home,
        "start_url": home,
        "scope": home,
        "name": settings.SITE_NAME,
        "short_name": settings.SITE_NAME,
        "description": _(
            "Push-your-luck dice games, live with friends or bots. Free. No ads. No sign-up."
        ),
        "lang": get_language(),
        "dir": "rtl" if get_language_bidi() else "ltr",
        "categories": ["games"],
        "display": "standalone",
        **LIGHT,
        "color_scheme_dark": DARK,
        "icons": [
            _icon("icon-192", "192x192"),
            _icon("icon-512", "512x512"),
            _icon("whole-512", "512x512") | {"purpose": "maskable"},
            {"src": static("games/favicon.svg"), "sizes": "any", "type": "image/svg+xml"},
        ],
        "shortcuts": [
            {"name": pgettext("verb", "Play"), "url": reverse("lobby")},
            {"name": _("My games"), "url": reverse("my_games")},
        ],
    }
    return _checked_each_time(json.dumps(content), "application/manifest+json")


@for_anybody
@require_safe
def service_worker(request: Request) -> HttpResponse:
    """Return the service worker's script, after the constants of this release."""
    page = _offline_page()
    files = getattr(staticfiles_storage, "manifest_hash", "")  # "" if file names have no hashes
    base = re.escape(settings.STATIC_URL)
    site = {
        # Browsers install a worker again if any byte of its script has changed. This digest
        # changes with each static file and each word of the offline page.
        "release": sha256(f"{files}\n{WORKER}\n{page}".encode()).hexdigest()[:12],
        "offline": reverse("offline"),
        "files": sorted(set(re.findall(rf'(?:href|src)="({base}[^"]+)"', page))),
        "static": settings.STATIC_URL,
        "admin": reverse("admin:index"),
        "home": reverse("home"),
        "notice": {
            "title": settings.SITE_NAME,
            "body": _("You have a new notification."),
            "icon": static("games/icons/icon-192.png"),
        },
    }
    return _checked_each_time(f"const SITE = {json.dumps(site)};\n\n{WORKER}", "text/javascript")


@for_anybody
@require_safe
def offline(request: Request) -> HttpResponse:
    """The service worker shows this page if there is no connection."""
    return _checked_each_time(_offline_page(), "text/html")


@for_anybody
@require_safe
def waiting_icon(request: Request, count: int) -> HttpResponse:
    """Return the site's icon with a number of games waiting for the user; 10 is drawn as 9+."""
    if count > MOST_ON_ICON:
        raise Http404
    number = str(count) if count < MOST_ON_ICON else f"{MOST_ON_ICON - 1}+"
    style = 'font-family="sans-serif" font-weight="700" font-size="16" text-anchor="middle"'
    text = f'<text x="22" y="15.5" fill="#fff" {style}>{number}</text>'
    badge = f'<circle cx="22" cy="10" r="10" fill="#b8260d"/>{text}' if count else ""
    answer = HttpResponse(ICON.replace("</svg>", f"{badge}</svg>"), content_type="image/svg+xml")
    patch_cache_control(answer, public=True, max_age=86400)
    return answer


def _icon(name: str, sizes: str) -> dict[str, str]:
    return {"src": static(f"games/icons/{name}.png"), "sizes": sizes, "type": "image/png"}


def _offline_page() -> str:
    # Without the request, so that no context processor adds anything about the user.
    return render_to_string("site/offline.html", {"site_name": settings.SITE_NAME})


def _checked_each_time(text: str, content_type: str) -> HttpResponse:
    """Return an answer that caches revalidate each time."""
    answer = HttpResponse(text, content_type=f"{content_type}; charset=utf-8")
    patch_cache_control(answer, no_cache=True)
    return answer
