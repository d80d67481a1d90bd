"""What the panel's own pages have in common: who may open them, and how they are drawn."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.models import User
from accounts.moderation.services.errors import ModerationError

View = Callable[..., HttpResponse]


def staff_page(view: View, *permissions: str) -> View:
    """Return the view as a page of the admin, for staff with one of these permissions."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not any(request.user.has_perm(permission) for permission in permissions):
            raise PermissionDenied
        return view(request, *args, **kwargs)

    page: View = admin.site.admin_view(guarded)
    return page


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


def draw_refusal(
    request: HttpRequest, title: str, error: ModerationError, back: str
) -> HttpResponse:
    """Return a page that says why something was not done, and leads back."""
    context = {"refused": error.sentence, "back": back}
    return draw(request, "refused", title, context, error.status)
