"""The administration: only for staff who have proved a second factor in this session."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from allauth.account import views as allauth_views
from django.contrib.admin import AdminSite
from django.contrib.admin.views.main import ERROR_FLAG
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.contenttypes.models import ContentType
from django.contrib.contenttypes.views import shortcut
from django.core.exceptions import PermissionDenied
from django.db import DataError
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, resolve_url
from django.urls import URLPattern, URLResolver, path, reverse
from django.utils.decorators import method_decorator
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache

from accounts.mfa import ask_to_prove, has_proved
from accounts.requests import next_page, row_numbered

View = TypeVar("View", bound=Callable[..., HttpResponseBase])


def _refusing_nonsense(view: View) -> View:
    """If the database cannot search for a value, redirect as Django does for invalid filters."""

    @wraps(view)
    def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        # SQLite refuses large numbers, and PostgreSQL refuses NUL in texts.
        except (OverflowError, DataError):
            if request.method != "GET" or ERROR_FLAG in request.GET:
                raise
            return redirect(f"{request.path}?{ERROR_FLAG}=1")

    return cast("View", inner)


class StaffSite(AdminSite):
    """Django's admin, which staff enter only with a second factor."""

    def has_permission(self, request: HttpRequest) -> bool:
        return super().has_permission(request) and has_proved(request)

    def admin_view(self, view: View, cacheable: bool = False) -> View:
        """After a POST without a recent proof, lead staff back to the form, not to its target."""
        guarded = _refusing_nonsense(super().admin_view(view, cacheable))

        @wraps(guarded)
        def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            is_staff = AdminSite.has_permission(self, request)
            if request.method == "POST" and is_staff and not has_proved(request):
                # Signing out needs no proof.
                if request.path == resolve_url("admin:logout"):
                    return self.logout(request)
                return ask_to_prove(request)
            return guarded(request, *args, **kwargs)

        return cast("View", inner)

    def get_urls(self) -> list[URLPattern | URLResolver]:
        # Django does not protect this redirect from a row to its page.
        guarded = path(
            "r/<path:content_type_id>/<path:object_id>/",
            self.admin_view(self.view_on_site),
            name="view_on_site",
        )
        return [guarded, *super().get_urls()]

    def view_on_site(
        self, request: HttpRequest, content_type_id: str, object_id: str
    ) -> HttpResponse:
        """Redirect to a row's page if the user may see the row: URLs can be secret."""
        content_type = row_numbered(ContentType.objects.all(), content_type_id)
        if content_type is None:
            raise Http404
        model = content_type.model_class()
        if model is None or not self.is_registered(model):
            raise PermissionDenied
        if not self.get_model_admin(model).has_view_permission(request):
            raise PermissionDenied
        answer: HttpResponse = shortcut(request, content_type.pk, object_id)
        return answer

    @method_decorator(never_cache)
    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Redirect users who may not enter to the sign-in page or to the second factor."""
        user = request.user
        if user.is_authenticated and not (user.is_staff and user.is_active):
            raise PermissionDenied
        target = next_page(request, reverse("admin:index"))
        if self.has_permission(request):
            return redirect(target)
        where = "staff_second_factor" if user.is_authenticated else "account_login"
        return redirect(f"{resolve_url(where)}?{urlencode({REDIRECT_FIELD_NAME: target})}")

    def logout(  # type: ignore[override]
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        # The same view as on all pages: it redirects only to pages of this site.
        answer: HttpResponse = allauth_views.logout(request)
        return answer

    def password_change(  # type: ignore[override]
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        # The account's own page also ends the other sessions and notifies the user by email.
        return redirect("account_change_password")
