"""The log of every act of moderation: to search and to read, never to change."""

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.urls import NoReverseMatch
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.sanctions.actions import Action
from accounts.sanctions.models import ModerationAction, changes_in_words
from games.models import CODE_LENGTH
from moderation.admin.base import ReadOnlyAdmin, link, moderator

PAGES = {
    "sanction": "admin:moderation_sanction_change",
    "case": "admin:moderation_case_change",
    "appeal": "admin:moderation_appeal_change",
    "comment": "admin:games_stepcomment_change",
    "game": "admin:games_game_change",
    "player": "admin:accounts_user_change",
    "name": "admin:accounts_user_change",
    "template": "admin:moderation_messagetemplate_change",
    "word": "admin:chat_filteredword_change",
}
"""The admin page of each kind of target, by the word that names the kind in the log."""


@admin.register(ModerationAction)
class ModerationActionAdmin(ReadOnlyAdmin):
    list_display = ["created_at", "who", "action", "about", "to_what", "why"]
    list_filter = ["action", "created_at"]
    search_fields = ["actor_name", "subject_name", "target", "reason"]
    search_help_text = _("Moderator, user, target or reason")
    date_hierarchy = "created_at"
    ordering = ["-created_at", "-pk"]
    show_full_result_count = False
    fields = ["created_at", "who", "action", "about", "to_what", "reason", "in_case", "changes"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[ModerationAction]:
        acts: QuerySet[ModerationAction] = super().get_queryset(request)
        user = moderator(request)
        # Moderators don't see other moderators' acts about them, except changes of their role.
        own = Q(actor=user.pk) | Q(action=Action.CHANGED_ROLE)
        about_user = Q(subject__isnull=False, subject=user.pk)
        return acts if user.is_superuser else acts.filter(~about_user | own)

    @admin.display(description=_("moderator"), ordering="actor_name")
    def who(self, act: ModerationAction) -> str | SafeString:
        return _user_link(act.actor, act.actor_name) if act.actor else str(_("the site"))

    @admin.display(description=_("user"), ordering="subject_name")
    def about(self, act: ModerationAction) -> str | SafeString:
        return _user_link(act.subject, act.subject_name)

    @admin.display(description=_("target"), ordering="target")
    def to_what(self, act: ModerationAction) -> str | SafeString:
        return target_link(act.target)

    @admin.display(description=_("reason"))
    def why(self, act: ModerationAction) -> str:
        return Truncator(act.reason).chars(80) or "–"

    @admin.display(description=_("case"), ordering="case")
    def in_case(self, act: ModerationAction) -> str | SafeString:
        is_shown = act.case is None or act.target == f"case {act.case}"
        return "–" if is_shown else link(gettext("the case"), PAGES["case"], act.case)

    @admin.display(description=_("what changed"))
    def changes(self, act: ModerationAction) -> str:
        return act.sentence or changes_in_words(act.before, act.after)


def target_link(target: str) -> str | SafeString:
    """Return the target of an act, linked if it has a page."""
    thing, _space, number = target.partition(" ")
    if thing not in PAGES:
        return target or "–"
    # The log names some games by code. A code may be all digits, but is longer than a number.
    by_code = thing == "game" and len(number) == CODE_LENGTH
    try:
        return link(target, "game" if by_code else PAGES[thing], number)
    except NoReverseMatch:
        return target


def _user_link(pk: int | None, name: str) -> str | SafeString:
    return (link(name, PAGES["player"], pk) if pk else name) or "–"
