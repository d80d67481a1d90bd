"""Permissions to see and change accounts in the admin; every change is logged.

Only superusers set permissions by hand; other staff give roles without permissions they lack.
"""

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

from django.contrib.admin.utils import unquote
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext, gettext_lazy

from accounts.language import speaking_to
from accounts.mfa import JUST_NOW, ask_to_prove, has_proved
from accounts.models import User
from accounts.sanctions import log
from accounts.sanctions.actions import Action
from accounts.sanctions.models import Sanction
from lifecycle.deletion import awaits_decision, is_blocked
from moderation.admin.base import moderator
from moderation.admin.user_list import ModeratedUserAdmin
from moderation.models import Appeal
from moderation.services import mails, roles

RIGHTS = ["is_staff", "is_superuser", "groups", "user_permissions"]
OF_SUPERUSERS = ["username", *RIGHTS]
"""Fields that only superusers change here; other staff use the pages to rename and give roles."""


class GuardedUserAdmin(ModeratedUserAdmin, DjangoUserAdmin[User]):
    """Accounts, each managed by staff who have at least its permissions."""

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Return whether the user may change the account, and has just proved a second factor."""
        return self.may_change(request, obj) and (obj is None or has_proved(request, JUST_NOW))

    def may_change(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Return whether the user may change the account after a new proof."""
        return super().has_change_permission(request, obj) and _may_manage(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return super().has_delete_permission(request, obj) and _may_manage(request, obj)

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> list[str]:
        fields = list(super().get_readonly_fields(request, obj))
        return fields if moderator(request).is_superuser else [*fields, *OF_SUPERUSERS]

    def get_fieldsets(self, request: HttpRequest, obj: User | None = None) -> Any:
        if obj is None or self.has_change_permission(request, obj):
            return super().get_fieldsets(request, obj)
        return [
            (None, {"fields": ["username", "is_guest", "is_active", "games"]}),
            (gettext("Dates"), {"fields": ["last_login", "date_joined"]}),
        ]

    def get_search_fields(self, request: HttpRequest) -> Any:
        searched = [str(name) for name in super().get_search_fields(request)]
        may_see = self.has_change_permission(request)
        return [name for name in searched if may_see or "email" not in name]

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        # Staff who can't see email addresses could find them out by filtering.
        if "email" in lookup and not self.has_change_permission(request):
            return False
        return bool(super().lookup_allowed(lookup, value, request))

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        before = {name: _plain(form.initial.get(name)) for name in form.changed_data}
        after = {name: _plain(form.cleaned_data.get(name)) for name in form.changed_data}
        if not change:
            after = {"username": obj.username}
            log.write(moderator(request), Action.ADDED_ACCOUNT, subject=obj, after=after)
        elif after:
            actor = moderator(request)
            log.write(actor, Action.CHANGED_ACCOUNT, subject=obj, before=before, after=after)
            with speaking_to(obj):
                mails.notify_of_changes(obj, *_changes(obj, form.changed_data))

    def add_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        # A new proof of the second factor first: the form takes a password.
        if self.has_add_permission(request) and not has_proved(request, JUST_NOW):
            return ask_to_prove(request, JUST_NOW)
        return super().add_view(request, *args, **kwargs)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> Any:
        user = self.get_object(request, unquote(object_id))
        may_change = user is not None and self.may_change(request, user)
        locked = may_change and not has_proved(request, JUST_NOW)
        if locked and request.method == "POST":
            return ask_to_prove(request, JUST_NOW)
        extra = (extra_context or {}) | {"is_locked": locked, "may_read_history": may_change}
        return super().change_view(request, object_id, form_url, extra)

    def delete_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        # A new proof first: nobody can restore a deleted account.
        if self.has_delete_permission(request) and not has_proved(request, JUST_NOW):
            return ask_to_prove(request, JUST_NOW)
        return _conflict_if_protected(request, super().delete_view(request, *args, **kwargs))

    def changelist_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        # A new proof first: this is an action on several accounts.
        if request.method == "POST" and not has_proved(request, JUST_NOW):
            return ask_to_prove(request, JUST_NOW)
        return _conflict_if_protected(request, super().changelist_view(request, *args, **kwargs))

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        gone, counts, needed, protected = super().get_deleted_objects(objs, request)
        # Sanctions and appeals are deleted with the account, though nobody may delete them by hand.
        needed -= {Sanction._meta.verbose_name, Appeal._meta.verbose_name}
        asked = User.objects.filter(pk__in=[each.pk for each in objs])
        reasons = (
            (awaits_decision(), gettext("%(name)s: decide the open case or appeal first")),
            (is_blocked(), gettext("%(name)s: lift the suspension or mute first, or let it end")),
        )
        for condition, reason in reasons:
            protected += [reason % {"name": user.username} for user in asked.filter(condition)]
        return gone, counts, needed, protected

    @transaction.atomic
    def user_change_password(
        self, request: HttpRequest, id: str, form_url: str = ""
    ) -> HttpResponse:
        user = self.get_object(request, id)
        if user is not None and not self.may_change(request, user):
            raise PermissionDenied
        if not has_proved(request, JUST_NOW):
            return ask_to_prove(request, JUST_NOW)
        response: HttpResponse = super().user_change_password(request, id, form_url)
        if user is not None and request.method == "POST" and response.status_code == 302:
            after = {"password": "replaced"}
            log.write(moderator(request), Action.CHANGED_ACCOUNT, subject=user, after=after)
            mails.notify_of_changes(user, gettext_lazy("Your password was changed."))
        return response

    def history_view(self, request: HttpRequest, object_id: str, *args: Any, **kwargs: Any) -> Any:
        user = self.get_object(request, unquote(object_id))
        # Django's history contains email addresses.
        if user is not None and not self.may_change(request, user):
            raise PermissionDenied
        return super().history_view(request, object_id, *args, **kwargs)


def _changes(user: User, changed: list[str]) -> Iterator[str]:
    """Yield sentences for an account's owner about the changes that a form made."""
    if "username" in changed:
        yield gettext("%(name)s is your new name. Sign in with it from now on.") % {
            "name": user.username
        }
    if "is_active" in changed:
        if user.is_active:
            yield gettext("Your account was reopened.")
        else:
            yield gettext("Your account was closed. No one can sign in to it.")
    if not {"username", "is_active"}.issuperset(changed):
        yield gettext("Your staff role was changed.")


def _may_manage(request: HttpRequest, obj: User | None) -> bool:
    return obj is None or obj.pk == request.user.pk or roles.may_manage(moderator(request), obj)


def _plain(value: Any) -> Any:
    """Return a form's value converted to types that JSON can store."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if hasattr(value, "__iter__"):
        return sorted(str(each) for each in value)
    return str(value)


def _conflict_if_protected(request: HttpRequest, response: Any) -> Any:
    """Answer 409, not 200, if Django's page says why an account cannot be deleted."""
    context = getattr(response, "context_data", None) or {}
    if request.method == "POST" and context.get("protected"):
        response.status_code = HTTPStatus.CONFLICT
    return response
