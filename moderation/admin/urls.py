"""The panel's own pages, below /admin/moderation/, each with its permissions."""

from django.urls import URLPattern, path

from moderation.admin import (
    appeals,
    cases,
    monitor,
    rulings,
    sanctions,
    user_actions,
)
from moderation.admin.base import View, staff_page

app_name = "moderation"


def page(route: str, name: str, view: View, *permissions: str) -> URLPattern:
    """Return a URL whose page needs one of these permissions, of this app if no app is named."""
    needed = [each if "." in each else f"moderation.{each}" for each in permissions]
    return path(route, staff_page(view, *needed), name=name)


MUTES = ("mute_shortly", "sanction", "suspend")
"""Permissions to give some kind of sanction; the service checks the kind."""

urlpatterns = [
    page("cases/next/", "case_next", cases.take_next, "handle_cases"),
    page("cases/<int:pk>/claim/", "case_claim", cases.claim, "handle_cases"),
    page("cases/<int:pk>/release/", "case_release", cases.release, "handle_cases"),
    page("cases/<int:pk>/note/", "case_note", cases.note, "handle_cases"),
    page("cases/<int:pk>/decide/", "case_decide", cases.decide, "handle_cases"),
    page("appeals/<int:pk>/answer/", "appeal_answer", appeals.answer, "answer_appeals"),
    page("sanctions/<int:pk>/lift/", "sanction_lift", sanctions.lift, *MUTES),
    page("users/<int:pk>/sanction/", "give", sanctions.give, *MUTES),
    page("users/<int:pk>/note/", "user_note", user_actions.note, "handle_cases"),
    page("users/<int:pk>/rename/", "rename", user_actions.rename, "rename"),
    page("users/<int:pk>/role/", "role", user_actions.role, "accounts.change_user"),
    page("games/<int:pk>/rule/", "game_rule", rulings.rule, "rule_games"),
    page("chat/", "monitor", monitor.monitor, "watch_chat"),
    page("chat/<int:pk>/remove/", "line_remove", monitor.remove, "remove_lines"),
    page("chat/<int:pk>/mute/", "line_mute", monitor.mute, *MUTES),
]
