"""What views need of any request: its type, numbers in addresses, the next page, open answers."""

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
    """A request as views get it: with what middleware adds, and what is noted on the way."""

    user: User | AnonymousUser
    htmx: HtmxDetails
    guest: User  # who goes on from a guest's session into an account (accounts/decorators.py)
    has_factor: bool  # looked up once (accounts/mfa.py)
    moderation_message: bool  # whether a moderator has written (moderation/middleware.py)
    moderation_news: list[Any]  # the sanctions with news (there, too)
    has_signed_out: bool  # so that browsers forget pages (accounts/headers.py)


class SignedInRequest(Request):
    """A request as views behind `@login_required` get it."""

    user: User


def for_anybody(view: View) -> View:
    """Mark a view for whose answer nothing may ask who the visitor is."""
    view.__dict__["is_for_anybody"] = True
    return view


def is_for_anybody(view: object) -> bool:
    """Return whether a view was marked so."""
    return getattr(view, "is_for_anybody", False)


def whole_number(text: str | None) -> int | None:
    """Return the number from 0 that the text is, None for any other text."""
    if text and text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS:
        return int(text)
    return None


def row_numbered(rows: QuerySet[Row], text: str | None) -> Row | None:
    """Return the row whose key the text is, None if there is none."""
    number = whole_number(text)
    return None if number is None else rows.filter(pk=number).first()


def is_own_page(request: HttpRequest, target: str) -> bool:
    """Return whether a text is the path of a page here.

    A path begins with a slash: anything else could be taken for the name of a view.
    """
    return (
        target.startswith("/")
        and len(target) <= LONGEST_PATH
        and target.isprintable()
        and url_has_allowed_host_and_scheme(
            target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
        )
    )


def next_page(request: HttpRequest, otherwise: str) -> str:
    """Return the page of this site that the form or the address names as `next`, or another one."""
    wanted = request.POST.get(REDIRECT_FIELD_NAME) or request.GET.get(REDIRECT_FIELD_NAME, "")
    return wanted if is_own_page(request, wanted) else otherwise


def page_before(request: HttpRequest) -> str:
    """Return the page of this site that a request comes from, "" where it does not say one."""
    page = request.headers.get("HX-Current-URL") or request.headers.get("Referer", "")
    if not url_has_allowed_host_and_scheme(page, {request.get_host()}, request.is_secure()):
        return ""
    parts = urlsplit(page)
    return urlunsplit(("", "", parts.path, parts.query, parts.fragment))
