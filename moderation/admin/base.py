"""Shared code for the panel's pages and lists: permissions, rendering, logging of changes."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.contrib.admin.options import BaseModelAdmin
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from accounts.answers import refuse, refused_with
from accounts.models import User
from accounts.refusals import Refusal
from accounts.requests import page_before, whole_number
from accounts.sanctions import log
from operations import metrics

View = Callable[..., HttpResponse]


def staff_page(view: View, *permissions: str) -> View:
    """Return the view as a page of the admin, for staff with one of these permissions."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not any(request.user.has_perm(permission) for permission in permissions):
            raise PermissionDenied
        return view(request, *args, **kwargs)

    # Refusals are shown on a page of the admin, unless the view has its own page for them.
    page = admin.site.admin_view(guarded)
    return page if hasattr(view, "refusal_page") else refused_with(_draw_refusal)(page)


def moderator(request: HttpRequest) -> User:
    """Return the signed-in user of an admin page."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user


def draw(  # noqa: PLR0913, PLR0917 - what a page may have
    request: HttpRequest,
    template: str,
    title: object,
    context: dict[str, Any],
    form: forms.Form | None = None,
    refused: Refusal | None = None,
) -> HttpResponse:
    """Render a page in the layout of the admin."""
    around = admin.site.each_context(request) | {"title": title, "form": form, "refused": refused}
    status = refused.status if refused else 422 if form is not None and form.errors else 200
    return render(request, f"admin/moderation/{template}.html", around | context, status=status)


def act_page(
    form: forms.Form,
    act: Callable[[dict[str, Any]], HttpResponse],
    page: Callable[[forms.Form, Refusal | None], HttpResponse],
) -> HttpResponse:
    """Act on a valid form, or render its page again, with the errors or the refusal."""
    try:
        return act(form.cleaned_data) if form.is_valid() else page(form, None)
    except Refusal as refusal:
        field = getattr(refusal, "field", "")
        # A refusal that names a field of the form is shown beside it, any other above the form.
        if field not in form.fields:
            metrics.refusals.labels(refusal.code).inc()
            return page(form, refusal)
        refuse(form, refusal, field)
        return page(form, None)


def link(text: object, page: str, *args: object, **query: object) -> SafeString:
    address = reverse(page, args=args, query=query or None)
    return format_html('<a href="{}">{}</a>', address, text)


def _draw_refusal(request: HttpRequest, refusal: Refusal, **arguments: Any) -> HttpResponse:
    context = {"back": page_before(request) or reverse("admin:index")}
    return draw(
        request, "refused", gettext("You can't do that right now"), context, refused=refusal
    )


class ReadOnly(BaseModelAdmin[Any]):
    """Rows that the admin only shows: services change them, with their checks and the log."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ReadOnlyAdmin(ReadOnly, admin.ModelAdmin[Any]):
    list_per_page = 50
    actions: Any = None

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> Any:
        # Django's own title is “Select … to view”.
        title = {"title": capfirst(self.opts.verbose_name_plural)}
        return super().changelist_view(request, title | (extra_context or {}))


class OwnPageAdmin(ReadOnlyAdmin):
    """Rows that have a page of their own in place of a form."""

    def page(self, request: HttpRequest, pk: int) -> HttpResponse:
        raise NotImplementedError

    def change_view(self, request: HttpRequest, object_id: str, *args: Any, **kwargs: Any) -> Any:
        if not self.has_view_permission(request):
            raise PermissionDenied
        pk = whole_number(object_id)
        if pk is None:
            raise Http404
        return self.page(request, pk)


class StateFilter(admin.SimpleListFilter):
    """Filters rows by state. states: the label of each state, and the function that filters."""

    title = _("state")
    parameter_name = "state"
    states: ClassVar[Mapping[str, tuple[StrOrPromise, Callable[[Any], Any]]]]

    def lookups(self, request: HttpRequest, model_admin: Any) -> Any:
        return [(state, label) for state, (label, _found) in self.states.items()]

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        _label, found = self.states.get(self.value() or "", (None, self.without_state))
        return found(queryset)

    def without_state(self, queryset: Any) -> Any:
        """Return the rows to list if no state is chosen."""
        return queryset


class LoggedAdmin(admin.ModelAdmin[Any]):
    """Logs rows before and after changes.

    logged: the fields to log.  thing: the log's word for a row.
    logged_actions: the log's actions for "added", "changed" and "removed".
    """

    logged: ClassVar[tuple[str, ...]]
    thing: ClassVar[str]
    logged_actions: ClassVar[Mapping[str, str]]

    @transaction.atomic
    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        # In one transaction: no change without its entry in the log.
        before = self._logged_of(self.model._default_manager.filter(pk=obj.pk).first())
        super().save_model(request, obj, form, change)
        self._log(request, "changed" if change else "added", obj, before, self._logged_of(obj))

    @transaction.atomic
    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        self._log(request, "removed", obj, self._logged_of(obj), {})
        super().delete_model(request, obj)

    @transaction.atomic
    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        # One by one, because each row has its entry in the log.
        for row in queryset:
            self.delete_model(request, row)

    def _logged_of(self, row: Any) -> dict[str, Any]:
        return {} if row is None else {name: getattr(row, name) for name in self.logged}

    def _log(self, request: HttpRequest, change: str, row: Any, before: Any, after: Any) -> None:
        if before != after:
            target, action = f"{self.thing} {row.pk}", self.logged_actions[change]
            log.write(moderator(request), action, target=target, before=before, after=after)
