"""Users in the admin."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.forms import AdminPasswordChangeForm
from django.contrib.auth.models import Group
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.locks import one_transaction
from accounts.models import User
from accounts.sanctions import log
from accounts.sanctions.actions import Action
from accounts.sockets import close_user_sockets
from games.notices import subscriptions
from lifecycle.admin.emails import settle_addresses
from lifecycle.admin.rights import RIGHTS, GuardedUserAdmin
from lifecycle.deletion import delete_user
from moderation.admin.base import link, moderator

# A user's page shows email addresses. Second factors and sessions concern only their user. Groups
# are defined in moderation/groups.py, and changed only there.
admin.site.unregister([EmailAddress, Authenticator, UserSession, Group])


class PasswordForm(AdminPasswordChangeForm):  # type: ignore[type-arg]
    """Replaces a password, and ends the user's push subscriptions and sockets."""

    def save(self, commit: bool = True) -> User:
        user: User = super().save(commit)
        subscriptions.end_all(user)
        close_user_sockets(user.pk)
        return user


class EmailInline(admin.TabularInline[EmailAddress, User]):
    model = EmailAddress
    extra = 0
    fields = ["email", "verified", "primary"]
    readonly_fields = ["primary"]
    verbose_name = _("email address")
    verbose_name_plural = _("email addresses (a new one works only once its owner confirms it)")


@admin.register(User)
class UserAdmin(GuardedUserAdmin):
    """Accounts and guests. Passwords can be replaced here, never seen."""

    change_password_form = PasswordForm
    # Other facts are on the account's page. Columns with hints for moderators are added to these.
    list_display = ["username", "role", "is_active", "date_joined", "games"]
    list_filter = ["is_guest", "is_staff", "is_active", "date_joined", "last_login"]
    search_fields = ["username", "former_names__username", "email", "emailaddress__email"]
    date_hierarchy = "date_joined"
    ordering = ["-date_joined"]
    readonly_fields = ["former", "email", "is_guest", "games", "last_login", "date_joined"]
    fieldsets = [
        (None, {"fields": ["username", "former", "password", "email", "is_guest", "games"]}),
        (_("Permissions"), {"fields": ["is_active", *RIGHTS]}),
        (_("Dates"), {"fields": ["last_login", "date_joined"]}),
    ]

    def get_inlines(self, request: HttpRequest, obj: User | None) -> list[Any]:
        return [EmailInline] if obj and self.has_change_permission(request, obj) else []

    @admin.display(description=_("role"), ordering="is_guest")
    def role(self, user: User) -> str:
        if user.is_guest:
            return gettext("guest")
        return gettext("staff") if user.is_staff else gettext("player")

    @admin.display(description=_("former names"))
    def former(self, user: User) -> str:
        names = [user.former_username, *user.former_names.values_list("username", flat=True)]
        return ", ".join(filter(None, names)) or "–"

    @admin.display(description=_("games"))
    def games(self, user: User) -> str:
        count = getattr(user, "game_count", 0)
        return link(count, "admin:games_game_changelist", q=user.username)

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        if not obj.is_active:
            subscriptions.end_all(obj)
            close_user_sockets(obj.pk)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        before = list(EmailAddress.objects.filter(user=form.instance))
        super().save_related(request, form, formsets, change)
        settle_addresses(request, moderator(request), form.instance, before)

    # One transaction: if a sanction blocks the deletion, the log must not say it was deleted.
    @one_transaction
    def delete_model(self, request: HttpRequest, obj: User) -> None:
        before = {"username": obj.username}
        log.write(moderator(request), Action.DELETED_ACCOUNT, subject=obj, before=before)
        delete_user(obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        for user in queryset:
            self.delete_model(request, user)
