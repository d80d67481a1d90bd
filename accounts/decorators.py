"""Decorators for allauth's views: allauth does not know guests, who are users on this site."""

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
    """Show visitors and guests the view; redirect users with an account."""

    @wraps(view)
    def inner(request: R, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.user.is_authenticated and not request.user.is_guest:
            return redirect(get_login_redirect_url(request))
        response = view(request, *args, **kwargs)
        form = (getattr(response, "context_data", None) or {}).get("form")
        # allauth reports the limit only as an error of its form, with status 200.
        if form is not None and form.has_error("__all__", "too_many_login_attempts"):
            response.status_code = 429
        return response

    return inner


def second_step(view: View[R, P]) -> View[R, P]:
    """Treat a guest who is signing in to an account as a visitor, as allauth expects."""

    @wraps(view)
    def inner(request: R, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.user.is_authenticated and request.user.is_guest:
            request.guest = request.user  # `AccountAdapter.login` closes their sockets
            request.user = AnonymousUser()
        return view(request, *args, **kwargs)

    return inner


def account_required(view: View[R, P]) -> View[R, P]:
    """Redirect guests to the sign-up page: they have no password or email to manage."""

    @wraps(view)
    def inner(request: R, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.user.is_authenticated and request.user.is_guest:
            return redirect("account_signup")
        return view(request, *args, **kwargs)

    return inner


def for_accounts(patterns: Iterable[URLPattern | URLResolver]) -> list[URLPattern | URLResolver]:
    """Return URL patterns with `account_required` around each of their views."""
    return [
        URLResolver(each.pattern, for_accounts(each.url_patterns), each.default_kwargs)
        if isinstance(each, URLResolver)
        else URLPattern(each.pattern, account_required(each.callback), each.default_args, each.name)
        for each in patterns
    ]
