"""Context of all templates."""

from typing import Any

from django.conf import settings

from accounts.requests import Request
from games.engine.registry import KINDS
from games.pages import pages_of
from games.presenters import presenter
from games.presenters.waiting import waiting_context


def site(request: Request) -> dict[str, Any]:
    """Return the site's name and source, and the kinds of games and of lessons, by slug."""
    kinds = {slug: presenter(slug).ABOUT for slug in KINDS}
    return {
        "site_name": settings.SITE_NAME,
        "source_url": settings.SOURCE_URL,
        "kinds": kinds,
        "lessons": {slug: kinds[slug] for slug in kinds if pages_of(slug).LESSON},
    }


def waiting(request: Request) -> dict[str, Any]:
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {}
    return waiting_context(user)
