"""The log of every act of moderation: to search and to read, never to change."""

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy as _

from accounts.moderation.admin.base import moderator
from accounts.moderation.admin.links import case_link, target_link, user_link
from accounts.moderation.admin.readonly import ReadOnlyAdmin
from accounts.sanctions.actions import Action
from accounts.sanctions.models import LogLink, ModerationAction, changes_in_words


class VerbFilter(admin.SimpleListFilter):
    title = _("what was done")
    parameter_name = "verb"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(verb, str(label)) for verb, label in Action.choices]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[ModerationAction]
    ) -> QuerySet[ModerationAction]:
        return queryset.filter(verb=self.value()) if self.value() else queryset


@admin.register(ModerationAction)
class ModerationActionAdmin(ReadOnlyAdmin):
    list_display = ["created_at", "who", "what", "about", "to_what", "why"]
    list_filter = [VerbFilter, "created_at"]
    search_fields = ["actor_name", "suspect_name", "target", "reason"]
    search_help_text = _("Who did it, to whom, to what, or words of the reason")
    date_hierarchy = "created_at"
    ordering = ["-created_at", "-pk"]
    show_full_result_count = False
    fields = [
        "created_at",
        "who",
        "what",
        "about",
        "to_what",
        "reason",
        "in_case",
        "changes",
        "in_chain",
    ]
    readonly_fields = ["who", "what", "about", "to_what", "in_case", "changes", "in_chain"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[ModerationAction]:
        """Leave out what others noted about the user who looks, but not their own role."""
        acts: QuerySet[ModerationAction] = super().get_queryset(request)
        user = moderator(request)
        own = Q(actor=user.pk) | Q(verb=Action.CHANGED_ROLE)
        about_user = Q(suspect__isnull=False, suspect=user.pk)
        return acts if user.is_superuser else acts.filter(~about_user | own)

    @admin.display(description=_("who"), ordering="actor_name")
    def who(self, act: ModerationAction) -> str | SafeString:
        return user_link(act.actor, act.actor_name) if act.actor else str(_("the site"))

    @admin.display(description=_("what was done"), ordering="verb")
    def what(self, act: ModerationAction) -> str:
        return str(Action(act.verb).label if act.verb in Action.values else act.verb)

    @admin.display(description=_("to whom"), ordering="suspect_name")
    def about(self, act: ModerationAction) -> str | SafeString:
        return user_link(act.suspect, act.suspect_name)

    @admin.display(description=_("to what"), ordering="target")
    def to_what(self, act: ModerationAction) -> str | SafeString:
        return target_link(act.target)

    @admin.display(description=_("reason"))
    def why(self, act: ModerationAction) -> str:
        return Truncator(act.reason).chars(80) or "–"

    @admin.display(description=_("case"), ordering="case")
    def in_case(self, act: ModerationAction) -> str | SafeString:
        return "–" if act.target == f"case {act.case}" else case_link(act.case)

    @admin.display(description=_("what changed"))
    def changes(self, act: ModerationAction) -> str:
        return act.sentence or changes_in_words(act.before, act.after)

    @admin.display(description=_("place in the chain"))
    def in_chain(self, act: ModerationAction) -> str:
        return str(LogLink.objects.filter(action=act).first() or "–")
