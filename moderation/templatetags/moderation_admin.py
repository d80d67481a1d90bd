"""Filters for the admin's templates."""

from typing import Any

from django import template
from django.utils.translation import gettext, pgettext_lazy

from games.engine.core import Resigned, TimedOut
from games.models import ClockNote
from moderation.admin.dashboard import dashboard
from moderation.admin.durations import span
from moderation.services import texts

LEFT = {
    Resigned.type: pgettext_lazy("a player", "resigned"),
    TimedOut.type: pgettext_lazy("a player", "ran out of time"),
    ClockNote.Kind.NEVER_MOVED.value: pgettext_lazy("a player", "never made a move"),
    ClockNote.Kind.TAKEN_OVER.value: pgettext_lazy("a player", "ran out of time"),
}

register = template.Library()
register.filter("span", span)
register.filter("words", texts.words)


@register.inclusion_tag("admin/moderation/_dashboard.html", takes_context=True)
def moderation_dashboard(context: Any) -> dict[str, Any]:
    return {**context.flatten(), **dashboard(context["request"].user)}


@register.filter
def how_left(kind: str) -> str:
    return str(LEFT.get(kind, kind))


@register.filter
def duration(seconds: int) -> str:
    minutes, rest = divmod(int(seconds), 60)
    if minutes < 60:
        return gettext("%(minutes)d min %(seconds)d s") % {"minutes": minutes, "seconds": rest}
    hours, minutes = divmod(minutes, 60)
    return gettext("%(hours)d h %(minutes)d min") % {"hours": hours, "minutes": minutes}
