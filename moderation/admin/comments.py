"""Comments, for moderators to look at and to remove."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.models import StepComment
from games.queries import running_games_of
from games.services.comments import delete_comment
from moderation.admin.base import ReadOnlyAdmin, link


@admin.register(StepComment)
class StepCommentAdmin(ReadOnlyAdmin):
    list_display = ["text", "user", "step", "created_at", "deleted_at", "removed_by"]
    list_filter = ["created_at", ("deleted_at", admin.EmptyFieldListFilter)]
    search_fields = ["text", "user__username", "game__code"]
    search_help_text = _("Text, author or game code")
    date_hierarchy = "created_at"
    ordering = ["-created_at", "-pk"]
    fields = ["step", "user", "text", "created_at", "deleted_at", "removed_by"]
    actions = ["remove"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[StepComment]:
        shown = super().get_queryset(request).select_related("game", "user", "removed_by")
        # Players of a running game must not read comments on it.
        return shown.exclude(game__in=running_games_of(request.user))

    def has_remove_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("games.change_stepcomment")

    @admin.display(description=_("step"))
    def step(self, comment: StepComment) -> SafeString:
        code, seq = comment.game.code, comment.seq
        return link(f"{code}, {seq}", "replay", code, seq)

    @admin.action(description=_("Remove the selected comments"), permissions=["remove"])
    def remove(self, request: HttpRequest, chosen: QuerySet[StepComment]) -> Any:
        shown = list(chosen.filter(deleted_at=None))
        for comment in shown:
            # Not in one statement: the service checks and logs each removal.
            delete_comment(comment, request.user)
        done = ngettext(
            "%(count)d comment was removed.", "%(count)d comments were removed.", len(shown)
        )
        self.message_user(request, done % {"count": len(shown)}, messages.SUCCESS)
