"""What the panel's own pages have in common: who may open them, and how they are drawn."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext

from accounts.answers import refused_with
from accounts.models import User
from accounts.refusals import Refusal
from accounts.requests import page_before

View = Callable[..., HttpResponse]


def staff_page(view: View, *permissions: str) -> View:
    """Return the view as a page of the admin, for staff with one of these permissions."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not any(request.user.has_perm(permission) for permission in permissions):
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return refused_with(_draw_refusal)(admin.site.admin_view(guarded))


def moderator(request: HttpRequest) -> User:
    """Return who looks at a page of the admin."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user


def draw(
    request: HttpRequest, template: str, title: object, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """Render a page with what every page of the admin shows around it."""
    around = admin.site.each_context(request) | {"title": title}
    return render(request, f"admin/moderation/{template}.html", around | context, status=status)


def act_page(  # noqa: PLR0913, PLR0917 - what a page with a form needs
    request: HttpRequest,
    template: str,
    title: object,
    context: dict[str, Any],
    form: forms.Form,
    act: Callable[[dict[str, Any]], HttpResponse],
) -> HttpResponse:
    """Draw a page with a form, or do what the form says; why it is refused stands above it."""
    refused: Refusal | None = None
    if request.method == "POST" and form.is_valid():
        try:
            return act(form.cleaned_data)
        except Refusal as refusal:
            refused = refusal
    status = refused.status if refused else 422 if form.errors else 200
    return draw(request, template, title, context | {"form": form, "refused": refused}, status)


def _draw_refusal(request: HttpRequest, refusal: Refusal, **arguments: Any) -> HttpResponse:
    context = {"refused": refusal, "back": page_before(request) or reverse("admin:index")}
    return draw(request, "refused", gettext("You cannot do that now"), context, refusal.status)
