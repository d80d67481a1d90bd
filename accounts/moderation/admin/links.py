"""Links and texts that several lists of the admin show."""

from django.urls import NoReverseMatch, reverse
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext

from accounts.sanctions.models import Sanction

PAGES = {
    "sanction": "admin:moderation_sanction_change",
    "case": "admin:moderation_case_change",
    "appeal": "admin:moderation_appeal_change",
    "comment": "admin:games_stepcomment_change",
    "game": "game",
    "player": "admin:accounts_user_change",
    "name": "admin:accounts_user_change",
}
"""The page of each thing that the log names by a word and a number, or a game's code."""


def user_link(pk: int | None, name: str) -> str | SafeString:
    """Return the name, as a link to the user's page where there is a number."""
    if pk is None:
        return name or "–"
    return format_html(
        '<a href="{}">{}</a>', reverse("admin:accounts_user_change", args=[pk]), name
    )


def case_link(pk: int | None, name: object = None) -> str | SafeString:
    """Return a link to a case."""
    if pk is None:
        return "–"
    address = reverse("admin:moderation_case_change", args=[pk])
    return format_html('<a href="{}">{}</a>', address, name or gettext("the case"))


def target_link(target: str) -> str | SafeString:
    """Return what an act was done to, as a link where there is a page of it."""
    thing, _space, number = target.partition(" ")
    if thing not in PAGES:
        return target or "–"
    try:
        address = reverse(PAGES[thing], args=[number])
    except NoReverseMatch:
        return target
    return format_html('<a href="{}">{}</a>', address, target)


def span(sanction: Sanction) -> str:
    """Say from when to when a sanction is."""
    start = date_format(localtime(sanction.starts_at), "DATETIME_FORMAT")
    if sanction.is_warning:
        return start
    if sanction.ends_at is None:
        return gettext("from %(start)s, for good") % {"start": start}
    end = date_format(localtime(sanction.ends_at), "DATETIME_FORMAT")
    return gettext("%(start)s to %(end)s") % {"start": start, "end": end}
