"""What the log keeps of an act, in words: its target, and how things were before and after."""

from datetime import datetime
from typing import Any

from django.urls import NoReverseMatch, reverse
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timezone import is_aware, localtime
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.moderation.models import Appeal, Case
from accounts.moderation.weights import label_of
from accounts.sanctions.models import Sanction
from games.models import Game

TARGETS: dict[str, tuple[Promise, str]] = {
    "sanction": (_("the sanction"), "admin:moderation_sanction_change"),
    "case": (_("the case"), "admin:moderation_case_change"),
    "appeal": (_("the appeal"), "admin:moderation_appeal_change"),
    "act": (_("the act"), "admin:moderation_moderationaction_change"),
    "template": (_("the template"), "admin:moderation_messagetemplate_change"),
    "word": (_("the word"), "admin:chat_filteredword_change"),
    "comment": (_("the comment"), "admin:games_stepcomment_change"),
    "game": (_("the game"), "admin:games_game_change"),
    "player": (_("the account"), "admin:accounts_user_change"),
    "name": (_("the name"), "admin:accounts_user_change"),
    "line": (_("the line of chat"), ""),
}
"""By the first word of a target: what it is called, and the page its number leads to."""

LABELS: dict[str, Promise] = {
    "annulled": _("annulled"),
    "audience": _("for"),
    "claimed_by": _("claimed by"),
    "claimed_until": _("claimed until"),
    "email": _("e-mail address"),
    "ends_at": _("until"),
    "kind": _("kind"),
    "note": _("note for moderators"),
    "opens_case": _("opens a case"),
    "reason": _("reason"),
    "removed": _("removed"),
    "revoke_reason": _("reason for lifting"),
    "revoked_at": _("lifted at"),
    "right": _("it was right"),
    "role": _("role"),
    "room": _("room"),
    "sanctions": _("sanctions"),
    "score": _("score"),
    "status": _("state"),
    "termination": _("how it ended"),
    "text": _("text"),
    "title": _("title"),
    "to_reporters": _("to those who reported"),
    "to_suspect": _("to the person"),
    "username": _("name"),
    "value": _("weight"),
    "verdict": _("verdict"),
    "visibility": _("visibility"),
    "winners": _("winners"),
    "word": _("word"),
}

VALUES: dict[str, dict[Any, Any]] = {
    "email": {
        "added": _("added"),
        "removed": _("removed"),
        "replaced": _("replaced"),
        "confirmed": _("confirmed by hand"),
        "unconfirmed": _("no longer confirmed"),
    },
    "kind": dict(Sanction.Kind.choices),
    "verdict": dict(Case.Verdict.choices),
    "visibility": dict(Game.Visibility.choices),
    "status": dict(Appeal.Status.choices) | dict(Game.Status.choices),
}
"""The words for what is stored by a short name."""


def target_link(target: str) -> str | SafeString:
    """Return what was acted on by a word, as a link where there is a page of it."""
    thing, _space, number = target.partition(" ")
    if thing == "weight":
        return label_of(number)
    if thing == "game" and not (number.isdecimal() and len(number) < len("bcdf2345")):
        return format_html('<a href="{}">{}</a>', reverse("game", args=[number]), number)
    if thing not in TARGETS:
        return target or "–"
    name, page = TARGETS[thing]
    try:
        address = reverse(page, args=[number])
    except NoReverseMatch:
        return str(name)
    return format_html('<a href="{}">{}</a>', address, name)


def as_lines(kept: dict[str, Any]) -> SafeString:
    """Return what the log keeps, each thing in a line."""
    rows = [(label(name), value_of(name, value)) for name, value in sorted(kept.items())]
    told = [(name, value) for name, value in rows if value != ""]
    if not told:
        return SafeString("–")
    lines = format_html_join("", "<div><dt>{}:</dt> <dd>{}</dd></div>", told)
    return format_html('<dl class="mod-kept">{}</dl>', lines)


def label(name: str) -> str:
    """Return what a thing in the log is called."""
    return str(LABELS.get(name, name.replace("_", " ")))


def value_of(name: str, value: Any) -> str:
    """Return a value of the log in words; "" where there is nothing to say."""
    match value:
        case None | "" | []:
            told = ""
        case bool():
            told = gettext("yes") if value else gettext("no")
        case int() if name == "claimed_by":
            told = str(User.objects.filter(pk=value).first() or "–")
        case float():
            told = f"{value:g}"
        case list() if name == "winners":
            seats = ", ".join(str(player + 1) for player in value)
            told = gettext("seat %(numbers)s") % {"numbers": seats}
        case list():
            told = ", ".join(value_of(name, each) for each in value)
        case dict():
            told = value_of("kind", value["kind"]) if "kind" in value else _in_a_row(value)
        case str():
            told = _text(name, value)
        case _:
            told = str(value)
    return told


def _in_a_row(value: dict[str, Any]) -> str:
    return "; ".join(f"{label(name)}: {value_of(name, each)}" for name, each in value.items())


def _text(name: str, value: str) -> str:
    if value in VALUES.get(name, {}):
        return str(VALUES[name][value])
    moment = _moment(value) if name.endswith(("_at", "_until")) else None
    return date_format(localtime(moment), "DATETIME_FORMAT") if moment else value


def _moment(value: str) -> datetime | None:
    found = parse_datetime(value)
    return found if found is not None and is_aware(found) else None
