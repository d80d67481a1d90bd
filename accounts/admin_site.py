"""The administration: only for staff who have proved a second factor in this session."""

from typing import Any

from django.contrib.admin import AdminSite
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.contenttypes.models import ContentType
from django.contrib.contenttypes.views import shortcut
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, resolve_url
from django.urls import URLPattern, URLResolver, path
from django.utils.decorators import method_decorator
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.views.decorators.cache import never_cache

from accounts.mfa import has_proved
from accounts.numbers import row_numbered


class StaffSite(AdminSite):
    """Django's administration, which nobody enters by a password alone."""

    def has_permission(self, request: HttpRequest) -> bool:
        return super().has_permission(request) and has_proved(request)

    def get_urls(self) -> list[URLPattern | URLResolver]:
        """Put a guard before the way from a row to its page; Django has none there."""
        guarded = path(
            "r/<path:content_type_id>/<path:object_id>/",
            self.admin_view(self.view_on_site),
            name="view_on_site",
        )
        return [guarded, *super().get_urls()]

    def view_on_site(
        self, request: HttpRequest, content_type_id: str, object_id: str
    ) -> HttpResponse:
        """Lead to the page of a row whoever may see the row: addresses can be secret."""
        content_type = row_numbered(ContentType.objects.all(), content_type_id)
        if content_type is None:
            raise Http404
        model = content_type.model_class()
        listed = self._registry.get(model) if model is not None else None
        if listed is None or not listed.has_view_permission(request):
            raise PermissionDenied
        answer: HttpResponse = shortcut(request, content_type.pk, object_id)
        return answer

    @method_decorator(never_cache)
    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Send whoever may not enter to what is missing: the sign-in page, or a second factor."""
        user = request.user
        if user.is_authenticated and not (user.is_staff and user.is_active):
            raise PermissionDenied
        target = self._target(request)
        if self.has_permission(request):
            return redirect(target)
        where = "staff_second_factor" if user.is_authenticated else "account_login"
        return redirect(f"{resolve_url(where)}?{urlencode({REDIRECT_FIELD_NAME: target})}")

    def password_change(  # type: ignore[override]
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """There is one page for it, which ends the other sessions and tells by e-mail."""
        return redirect("account_change_password")

    def _target(self, request: HttpRequest) -> str:
        target = request.GET.get(REDIRECT_FIELD_NAME, "")
        safe = url_has_allowed_host_and_scheme(target, {request.get_host()}, request.is_secure())
        return target if safe else resolve_url("admin:index")
