"""Pages about the site itself: who runs it, its rules for people, and what it stores."""

import secrets
import sys
from http import HTTPStatus

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from accounts import addresses
from accounts.answers import answer
from accounts.language import language_of
from accounts.models import tombstones, user
from accounts.outages import Unavailable, outage_of
from accounts.private_apis import pool_of
from accounts.requests import Request, is_own_page, page_before
from lifecycle import retention

AGAIN_AFTER, AT_MOST = 3, 6
"""Seconds until a page tries again; not the same for all, or they would come together."""


# Django's own views of errors check the token, and so read the form of the request: if that cannot
# be read, they fail. These do not look at it.


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say that the request makes no sense, without needing any of it."""
    return HttpResponse(render_to_string("400.html"), status=HTTPStatus.BAD_REQUEST)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say that this page is not for the visitor."""
    return render(request, "403.html", status=HTTPStatus.FORBIDDEN)


def not_found(request: Request, exception: Exception) -> HttpResponse:
    """Say that there is no such page, in the user's language: no view has been asked for it."""
    translation.activate(language_of(request.user) or translation.get_language())
    return render(request, "404.html", status=HTTPStatus.NOT_FOUND)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Say that a page was too old, and lead back to it, or there after signing in."""
    before = page_before(request)
    context = {"came_from": before if is_own_page(request, before) else ""}
    return render(request, "403_csrf.html", context, status=HTTPStatus.FORBIDDEN)


def server_error(request: Request) -> HttpResponse:
    """Say what went wrong, whatever it was, without needing any of it.

    Django asks for this page wherever something was raised, also by its own middleware.
    """
    outage = outage_of(sys.exception())
    if outage:
        return _unavailable(request, outage)
    return HttpResponse(render_to_string("500.html"), status=HTTPStatus.INTERNAL_SERVER_ERROR)


def _unavailable(request: Request, outage: Unavailable) -> HttpResponse:
    """Say that something is gone: with a page that tries again by itself, to htmx in a sentence."""
    # Middleware that asks who gets the answer would wait for the database once more.
    request.user = AnonymousUser()
    pool = pool_of(connection)
    if pool:
        pool.check()  # else each connection that a restart has broken fails one more request
    seconds = AGAIN_AFTER + secrets.randbelow(AT_MOST - AGAIN_AFTER + 1)

    def page() -> HttpResponse:
        if request.headers.get("HX-Request") == "true":
            return HttpResponse(str(outage), "text/plain; charset=utf-8", outage.status)
        context = {"outage": outage, "seconds": seconds, "is_post": request.method == "POST"}
        # Without the request, with which context processors would ask the database.
        return HttpResponse(render_to_string("outage.html", context), status=outage.status)

    response = answer(request, outage, page)
    response["Retry-After"] = str(seconds)
    patch_cache_control(response, no_store=True)
    return response


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
        "notice_days": retention.NOTICES_KEPT.days,
        "session_days": settings.SESSION_COOKIE_AGE // (24 * 3600),
        "address_days": addresses.ADDRESSES_KEPT.days,
        "tombstone_days": tombstones.TOMBSTONES_KEPT.days,
    }
    return render(request, "site/privacy.html", times | _operator())


def _operator() -> dict[str, str]:
    return {"operator": settings.OPERATOR, "contact_email": settings.CONTACT_EMAIL}
