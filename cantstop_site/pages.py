"""Pages about the site itself, and error pages."""

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
from accounts.models import user
from accounts.outages import Unavailable, outage_of
from accounts.private_apis import pool_of
from accounts.requests import Request, is_own_page, page_before
from lifecycle import retention

AGAIN_AFTER, AT_MOST = 3, 6  # seconds until a page tries again: random, so not all try at once


# Django's own error views check the CSRF token. For this they read the request's form, which may
# have caused the error. The views below do not read it.


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    # Rendered without the request, which may be unreadable.
    return HttpResponse(render_to_string("400.html"), status=HTTPStatus.BAD_REQUEST)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "403.html", status=HTTPStatus.FORBIDDEN)


def not_found(request: Request, exception: Exception) -> HttpResponse:
    # LanguageMiddleware sets the language when there is a view, and here there is none.
    translation.activate(language_of(request.user) or translation.get_language())
    return render(request, "404.html", status=HTTPStatus.NOT_FOUND)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    before = page_before(request)
    context = {"came_from": before if is_own_page(request, before) else ""}
    return render(request, "403_csrf.html", context, status=HTTPStatus.FORBIDDEN)


def server_error(request: Request) -> HttpResponse:
    # Django calls this for all errors, even in middleware, so 500.html uses nothing of the request.
    outage = outage_of(sys.exception())
    if outage:
        return _unavailable(request, outage)
    return HttpResponse(render_to_string("500.html"), status=HTTPStatus.INTERNAL_SERVER_ERROR)


def _unavailable(request: Request, outage: Unavailable) -> HttpResponse:
    """Return a page that reloads itself, but not after a POST; for htmx, only a sentence."""
    # Middleware reads the user after each request, and would wait for the database once more.
    request.user = AnonymousUser()
    pool = pool_of(connection)
    if pool:
        pool.check()  # else each connection that a restart broke would make one more request fail
    seconds = AGAIN_AFTER + secrets.randbelow(AT_MOST - AGAIN_AFTER + 1)

    def page() -> HttpResponse:
        if request.headers.get("HX-Request") == "true":
            return HttpResponse(str(outage), "text/plain; charset=utf-8", outage.status)
        context = {"outage": outage, "seconds": seconds, "is_post": request.method == "POST"}
        # Without the request: context processors would use the database.
        return HttpResponse(render_to_string("outage.html", context), status=outage.status)

    response = answer(request, outage, page)
    response["Retry-After"] = str(seconds)
    patch_cache_control(response, no_store=True)
    return response


@require_safe
def about(request: Request) -> HttpResponse:
    return render(request, "site/about.html")


@require_safe
def contact(request: Request) -> HttpResponse:
    return render(request, "site/contact.html", _operator())


@require_safe
def house_rules(request: Request) -> HttpResponse:
    return render(request, "site/house_rules.html")


@require_safe
def privacy(request: Request) -> HttpResponse:
    # The constants that the code itself uses, so that the page cannot become wrong.
    times = {
        "grace_days": user.DELETION_GRACE.days,
        "guest_days": retention.GUESTS_KEPT.days,
        "line_days": retention.LINES_KEPT.days,
        "notice_days": retention.NOTICES_KEPT.days,
        "session_days": settings.SESSION_COOKIE_AGE // (24 * 3600),
        "address_days": addresses.ADDRESSES_KEPT.days,
    }
    return render(request, "site/privacy.html", times | _operator())


def _operator() -> dict[str, str]:
    return {"operator": settings.OPERATOR, "contact_email": settings.CONTACT_EMAIL}
