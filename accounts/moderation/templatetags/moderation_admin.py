"""What the templates of the admin need of moderation."""

from typing import Any

from django import template
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.moderation.admin.dashboard import dashboard
from accounts.moderation.admin.durations import span
from accounts.moderation.admin.games import RulingForm, past
from accounts.moderation.admin.sanctions import has_kinds
from accounts.moderation.admin.user_history import history_of
from accounts.moderation.models import LONGEST_TEXT
from accounts.moderation.services import claims, recusal, renaming, roles
from games.chat.models import ChatLine
from games.chat.phrases import words_of
from games.engine.core import Resigned, TimedOut
from games.models import Game

LEFT = {Resigned.type: _("resigned"), TimedOut.type: _("ran out of time")}

register = template.Library()
register.filter("span", span)


@register.inclusion_tag("admin/moderation/_dashboard.html", takes_context=True)
def moderation_dashboard(context: dict[str, Any]) -> dict[str, Any]:
    """Draw what waits for the user who looks at the admin's front page."""
    user = context["request"].user
    found = dashboard(user) if isinstance(user, User) else {}
    kept = {name: context[name] for name in ("perms", "csrf_token", "request")}
    return kept | found


@register.filter
def how_left(kind: str) -> str:
    """Say how somebody left a game, from the kind of event."""
    return str(LEFT.get(kind, kind))


@register.filter
def duration(seconds: int) -> str:
    """Write a time as minutes and seconds, or hours and minutes."""
    minutes, rest = divmod(int(seconds), 60)
    if minutes < 60:
        return gettext("%(minutes)d min %(seconds)d s") % {"minutes": minutes, "seconds": rest}
    hours, minutes = divmod(minutes, 60)
    return gettext("%(hours)d h %(minutes)d min") % {"hours": hours, "minutes": minutes}


@register.filter
def words(line: ChatLine) -> str:
    """Return what a line says."""
    return line.text or words_of(line.phrase)


@register.inclusion_tag("admin/moderation/_ruling.html", takes_context=True)
def rulings_of(context: dict[str, Any], game: Game) -> dict[str, Any]:
    """Draw the rulings on a game, and the form for another for those who may."""
    user = context["request"].user
    form = RulingForm(game) if user.has_perm("moderation.rule_games") else None
    return {
        "game": game,
        "past": past(game),
        "form": form,
        "csrf_token": context.get("csrf_token"),
    }


@register.inclusion_tag("admin/moderation/_person.html", takes_context=True)
def moderation_of(context: dict[str, Any], account: User) -> dict[str, Any]:
    """Draw what the user who looks may do about an account; about their own, nothing."""
    user = context["request"].user
    if user.pk == account.pk:
        return {}
    is_stranger = not recusal.knows(user, account.pk)
    return {
        "account": account,
        "may_sanction": is_stranger and has_kinds(user, account),
        "may_rename": is_stranger and renaming.has_right(user, account),
        "may_give_role": roles.may_manage(user, account) and not account.is_guest,
    }


@register.inclusion_tag("admin/moderation/_about.html", takes_context=True)
def about_user(context: dict[str, Any], account: User) -> dict[str, Any]:
    """Draw what moderation knows of an account, which nobody reads about themselves."""
    user = context["request"].user
    if user.pk == account.pk or not user.has_perm("moderation.view_case"):
        return {}
    return {
        "about": history_of(account, user),
        "may_note": user.has_perm(claims.HANDLE) and not recusal.knows(user, account.pk),
        "perms": context["perms"],
        "longest": LONGEST_TEXT,
        "csrf_token": context.get("csrf_token"),
    }
