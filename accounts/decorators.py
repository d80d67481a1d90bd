"""Who gets to a page of allauth at all: visitors, guests, people with an account."""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from allauth.account.utils import get_login_redirect_url
from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, URLResolver

from accounts.requests import Request

P = ParamSpec("P")
R = TypeVar("R", bound=Request)
View = Callable[Concatenate[R, P], HttpResponse]


def entrance(view: View[R, P]) -> View[R, P]:
    """Let visitors and guests in; who has an account is sent on."""

    @wraps(view)
    def inner(request: R, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.user.is_authenticated and not request.user.is_guest:
            return redirect(get_login_redirect_url(request))
        return _with_limit_status(view(request, *args, **kwargs))

    return inner


def _with_limit_status(response: HttpResponse) -> HttpResponse:
    """Say by the status, too, that there were too many tries; allauth says it on its form only."""
    form = (getattr(response, "context_data", None) or {}).get("form")
    if form is not None and form.has_error("__all__", "too_many_login_attempts"):
        response.status_code = 429
    return response


def second_step(view: View[R, P]) -> View[R, P]:
    """Let guests go on who are half-way into an account: allauth knows only visitors there."""

    @wraps(view)
    def inner(request: R, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.user.is_authenticated and request.user.is_guest:
            request.guest = request.user  # their sockets close later
            request.user = AnonymousUser()
        return view(request, *args, **kwargs)

    return inner


def account_required(view: View[R, P]) -> View[R, P]:
    """Send guests to sign up first: they have no password or e-mail to manage."""

    @wraps(view)
    def inner(request: R, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.user.is_authenticated and request.user.is_guest:
            return redirect("account_signup")
        return view(request, *args, **kwargs)

    return inner


def for_accounts(patterns: Iterable[URLPattern | URLResolver]) -> list[URLPattern | URLResolver]:
    """Return the addresses with guests sent to sign up first, whatever is asked for there."""
    return [_for_accounts(pattern) for pattern in patterns]


def _for_accounts(pattern: URLPattern | URLResolver) -> URLPattern | URLResolver:
    if isinstance(pattern, URLResolver):
        within = for_accounts(pattern.url_patterns)
        return URLResolver(pattern.pattern, within, pattern.default_kwargs)
    view = account_required(pattern.callback)
    return URLPattern(pattern.pattern, view, pattern.default_args, pattern.name)
