"""What pages and lists of the panel have in common: who may open them, and how they are drawn."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext

from accounts.answers import refused_with
from accounts.models import User
from accounts.refusals import Refusal
from accounts.requests import page_before, row_numbered
from accounts.sanctions import log

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


class ReadOnlyAdmin(admin.ModelAdmin[Any]):
    """A model nobody adds, changes or removes in the admin; who has `view_…` may look.

    Everything that is done goes through the services, which check permissions and write the log.
    """

    list_per_page = 50
    actions = None

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Call the list by what is in it."""
        title = {"title": capfirst(self.opts.verbose_name_plural)}
        listed: HttpResponse = super().changelist_view(request, title | (extra_context or {}))
        return listed

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class OwnPageAdmin(ReadOnlyAdmin):
    """Rows that have a page of their own in place of a form."""

    def page(self, request: HttpRequest, row: Any) -> HttpResponse:
        """Draw the page of a row."""
        raise NotImplementedError

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        if not self.has_view_permission(request):
            raise PermissionDenied
        row = row_numbered(self.model._default_manager.all(), object_id)
        if row is None:
            raise Http404
        return self.page(request, row)


class LoggedAdmin(admin.ModelAdmin[Any]):
    """Writes what rows were before and after.

    logged: the fields the log keeps.  thing: what the log calls such a row.
    logged_actions: of "added", "changed" and "removed".
    """

    logged: ClassVar[tuple[str, ...]]
    thing: ClassVar[str]
    logged_actions: ClassVar[Mapping[str, str]]

    @transaction.atomic
    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        before = self._text_of(self.model._default_manager.filter(pk=obj.pk).first())
        after = self._text_of(obj)
        super().save_model(request, obj, form, change)
        if before != after:
            self._write(request, "changed" if change else "added", obj, before, after)

    @transaction.atomic
    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        self._write(request, "removed", obj, self._text_of(obj), {})
        super().delete_model(request, obj)

    @transaction.atomic
    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        for row in queryset:
            self.delete_model(request, row)

    def _text_of(self, row: Any) -> dict[str, Any]:
        return {} if row is None else {name: getattr(row, name) for name in self.logged}

    def _write(
        self,
        request: HttpRequest,
        change: str,
        row: Any,
        before: dict[str, Any],
        after: dict[str, Any],
    ) -> None:
        target = f"{self.thing} {row.pk}"
        log.write(
            moderator(request),
            self.logged_actions[change],
            target=target,
            before=before,
            after=after,
        )
