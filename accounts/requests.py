"""Types of requests, and helpers to read numbers and addresses of pages from a request."""

from collections.abc import Callable
from typing import Any, TypeVar
from urllib.parse import urlsplit, urlunsplit

from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.models import AnonymousUser
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme
from django_htmx.middleware import HtmxDetails

from accounts.models import User

View = TypeVar("View", bound=Callable[..., object])
Row = TypeVar("Row", bound=Model)

MOST_DIGITS = 9
LONGEST_PATH = 2000


class Request(HttpRequest):
    """A request with the attributes that middleware and views add."""

    user: User | AnonymousUser
    htmx: HtmxDetails
    guest: User  # the guest who is signing in to an account (accounts/decorators.py)
    has_factor: bool  # whether the user has a second factor, cached (accounts/mfa.py)
    moderation_message: bool  # there is an unread message (moderation/middleware.py)
    moderation_news: list[Any]  # sanctions with unseen news (moderation/middleware.py)
    has_signed_out: bool  # makes browsers clear their cache (accounts/headers.py)


class SignedInRequest(Request):
    """A request of a view behind `@login_required`."""

    user: User


def for_anybody(view: View) -> View:
    """Mark a view whose response must not depend on the user."""
    view.__dict__["is_for_anybody"] = True
    return view


def is_for_anybody(view: object) -> bool:
    return getattr(view, "is_for_anybody", False)


def whole_number(text: str | None) -> int | None:
    """Return the number in a text of digits; None for any other text."""
    # isdecimal() accepts digits of other scripts, too, and int() takes long for many digits.
    if text and text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS:
        return int(text)
    return None


def row_numbered(rows: QuerySet[Row], text: str | None) -> Row | None:
    """Return the row whose key is this text; None if there is no such row."""
    number = whole_number(text)
    return None if number is None else rows.filter(pk=number).first()


def is_own_page(request: HttpRequest, target: str) -> bool:
    """Return whether a text is a path of this site."""
    return (
        target.startswith("/")  # `redirect` takes anything else for the name of a view
        and len(target) <= LONGEST_PATH
        and target.isprintable()
        and url_has_allowed_host_and_scheme(
            target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
        )
    )


def next_page(request: HttpRequest, otherwise: str) -> str:
    """Return the page of this site that the form or the URL names as `next`, else `otherwise`."""
    wanted = request.POST.get(REDIRECT_FIELD_NAME) or request.GET.get(REDIRECT_FIELD_NAME, "")
    return wanted if is_own_page(request, wanted) else otherwise


def page_before(request: HttpRequest) -> str:
    """Return the page of this site that a request was sent from; "" if unknown."""
    # htmx sends the page with its fragment, which Referer leaves out.
    page = request.headers.get("HX-Current-URL") or request.headers.get("Referer", "")
    if not url_has_allowed_host_and_scheme(page, {request.get_host()}, request.is_secure()):
        return ""
    parts = urlsplit(page)
    return urlunsplit(("", "", parts.path, parts.query, parts.fragment))
