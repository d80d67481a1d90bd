"""The list and the pages of users, for moderators, with hints at accounts of the same person.

A shared IP address is a hint, never a proof. Moderators see no hints about themselves.
"""

from typing import Any

from django.contrib import admin
from django.db.models import Count, Exists, Model, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.addresses import sharing_address
from accounts.models import User
from accounts.requests import row_numbered
from accounts.sanctions.models import Sanction
from games.models import Seat
from moderation.admin.base import StateFilter, link, moderator
from moderation.admin.bulk_actions import act_on_several
from moderation.admin.sanctions import has_kinds
from moderation.admin.user_history import history_of
from moderation.models import LONGEST_TEXT, Case
from moderation.services import claims, recusal, renaming, roles


class HintFilter(StateFilter):
    """Filters for accounts that share an IP address with a sanctioned account."""

    title = _("hint")
    parameter_name = "hint"
    states = {
        "address": (
            _("same address as a sanctioned account"),
            lambda users: users.filter(sanctioned_neighbour=True, is_viewer=False),
        ),
    }


class NeighbourFilter(admin.SimpleListFilter):
    """Filters for one account and those that share an IP address with it, if set by a link."""

    title = _("same address")
    parameter_name = "near"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        user = row_numbered(User.objects.all(), self.value())
        return [(str(user.pk), user.username)] if user else []

    def has_output(self) -> bool:
        # Even if the user is not found: without output, Django would skip the filter.
        return bool(self.value())

    def queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> QuerySet[User]:
        user, viewer = row_numbered(User.objects.all(), self.value()), moderator(request)
        if user is None or user.pk == viewer.pk:
            return queryset.none()
        others = sharing_address(user).values("user")
        return queryset.filter(Q(pk=user.pk) | Q(pk__in=others)).exclude(pk=viewer.pk)


class ModeratedUserAdmin(admin.ModelAdmin[User]):
    """Adds columns, filters and a history for moderators, and an action on several accounts."""

    actions = [act_on_several]
    list_per_page = 50
    hint_columns = ("cases", "same_address")

    def has_sanction_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("moderation.sanction")

    def get_list_display(self, request: HttpRequest) -> Any:
        hints = self.hint_columns if _sees_hints(request) else ()
        return [*super().get_list_display(request), *hints]

    def get_list_filter(self, request: HttpRequest) -> Any:
        hints = (HintFilter, NeighbourFilter) if _sees_hints(request) else ()
        return [*super().get_list_filter(request), *hints]

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        users: QuerySet[User] = super().get_queryset(request)
        same = sharing_address(OuterRef("pk"))
        return users.annotate(
            game_count=_count(Seat, "user"),
            case_count=_count(Case, "subject"),
            neighbour=Exists(same),
            sanctioned_neighbour=Exists(same.filter(user__in=Sanction.objects.values("user"))),
            is_viewer=Q(pk=moderator(request).pk),
        )

    def render_change_form(
        self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any
    ) -> HttpResponse:
        viewer, account = moderator(request), context["original"]
        # Moderators see nothing about themselves.
        if account is not None and account.pk != viewer.pk:
            is_stranger = not recusal.knows(viewer, account.pk)
            context |= {
                "may_sanction": is_stranger and has_kinds(viewer, account),
                "may_rename": is_stranger and renaming.has_right(viewer, account),
                "may_give_role": roles.may_manage(viewer, account) and not account.is_guest,
                "may_note": is_stranger and viewer.has_perm(claims.HANDLE),
                "longest": LONGEST_TEXT,
            }
            if viewer.has_perm("moderation.view_case"):
                context["about"] = history_of(account, viewer)
        return super().render_change_form(request, context, *args, **kwargs)

    @admin.display(description=_("cases"))
    def cases(self, user: Any) -> str | SafeString:
        if user.is_viewer or not user.case_count:
            return "–"
        page = "admin:moderation_case_changelist"
        return link(user.case_count, page, state="all", q=user.username)

    @admin.display(description=_("same address"))
    def same_address(self, user: Any) -> str | SafeString:
        if user.is_viewer or not user.neighbour:
            return "–"
        sanctioned = user.sanctioned_neighbour
        text = gettext("as a sanctioned account") if sanctioned else gettext("as another account")
        return link(text, "admin:accounts_user_changelist", near=user.pk)


def _sees_hints(request: HttpRequest) -> bool:
    return request.user.has_perm("moderation.handle_cases")


def _count(model: type[Model], column: str) -> Coalesce:
    """Return an SQL expression for the number of rows that refer to a user."""
    # A subquery runs for the users on the page only; a join would count for all users.
    own = model._default_manager.filter(**{column: OuterRef("pk")}).order_by()
    counted: QuerySet[Any, Any] = own.values(column).annotate(count=Count("pk")).values("count")
    return Coalesce(Subquery(counted), 0)
