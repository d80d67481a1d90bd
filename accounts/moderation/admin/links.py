"""Links and texts that several lists of the admin show."""

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext

from accounts.sanctions.actions import Action
from accounts.sanctions.models import Sanction


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


def verb_text(verb: str) -> str:
    """Return what was done, in the reader's language."""
    return str(Action(verb).label if verb in Action.values else verb)


def span(sanction: Sanction) -> str:
    """Say from when to when a sanction is."""
    start = date_format(localtime(sanction.starts_at), "DATETIME_FORMAT")
    if sanction.is_warning:
        return start
    if sanction.ends_at is None:
        return gettext("from %(start)s, for good") % {"start": start}
    end = date_format(localtime(sanction.ends_at), "DATETIME_FORMAT")
    return gettext("%(start)s to %(end)s") % {"start": start, "end": end}
