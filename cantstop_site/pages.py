"""Pages about the site itself: who runs it, its rules for people, and what it stores."""

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.http import require_safe
from django.views.defaults import page_not_found

from accounts import addresses
from accounts.language import language_of
from accounts.lifecycle import retention
from accounts.models import tombstones, user
from accounts.requests import Request


def not_found(request: Request, exception: Exception) -> HttpResponse:
    """Say that there is no such page, in the user's language: no view has been asked for it."""
    translation.activate(language_of(request.user) or translation.get_language())
    return page_not_found(request, exception)


@require_safe
def about(request: Request) -> HttpResponse:
    """Say what this site is, and who made the games."""
    return render(request, "site/about.html")


@require_safe
def contact(request: Request) -> HttpResponse:
    """Say who runs the site, and how to reach them."""
    return render(request, "site/contact.html", _operator())


@require_safe
def house_rules(request: Request) -> HttpResponse:
    """Say how people treat each other here, and what happens when somebody does not."""
    return render(request, "site/house_rules.html")


@require_safe
def privacy(request: Request) -> HttpResponse:
    """Say what is stored, how long and who can read it. The times are those the code keeps to."""
    times = {
        "grace_days": user.DELETION_GRACE.days,
        "guest_days": retention.GUESTS_KEPT.days,
        "line_days": retention.LINES_KEPT.days,
        "session_days": settings.SESSION_COOKIE_AGE // (24 * 3600),
        "address_days": addresses.KEPT.days,
        "tombstone_days": tombstones.KEPT.days,
    }
    return render(request, "site/privacy.html", times | _operator())


def _operator() -> dict[str, str]:
    return {"operator": settings.OPERATOR, "contact_email": settings.CONTACT_EMAIL}
