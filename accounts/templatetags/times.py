"""Times in pages: rendered in UTC; times.js shows them in the visitor's time zone."""

from collections.abc import Callable
from datetime import UTC, datetime

from django import template
from django.contrib.humanize.templatetags.humanize import naturaltime
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def moment(time: datetime | None) -> SafeString:
    """Write date and time: `{% moment comment.created_at %}`. Writes nothing for None."""
    return _element("date", time, lambda utc: f"{date_format(utc, 'DATETIME_FORMAT')} UTC")


@register.simple_tag
def time_of_day(time: datetime) -> SafeString:
    return _element("time", time, lambda utc: f"{utc:%H:%M} UTC")


@register.simple_tag
def second_of_day(time: datetime) -> SafeString:
    return _element("time", time, lambda utc: f"{utc:%H:%M:%S} UTC")


@register.simple_tag
def ago(time: datetime | None) -> SafeString:
    """Write how long ago it was: `{% ago game.moved_at %}`. Writes nothing for None."""
    return _element("ago", time, naturaltime)


@register.simple_tag
def left(time: datetime) -> SafeString:
    """Write the time left until then: `{% left challenge.ends_at %}`."""
    return _element("left", time, naturaltime)


@register.simple_tag
def shown_between(begin: datetime, end: datetime) -> SafeString:
    """Write the attributes of an element that is shown only between two moments."""
    now = timezone.now()
    return format_html(
        'data-from="{}" data-until="{}"{}',
        begin.isoformat(timespec="seconds"),
        end.isoformat(timespec="seconds"),
        "" if begin <= now < end else SafeString(" hidden"),
    )


def _element(shown: str, time: datetime | None, write: Callable[[datetime], str]) -> SafeString:
    if time is None:
        return SafeString("")
    utc = time.astimezone(UTC)
    return format_html(
        '<time datetime="{}" title="{} UTC" data-moment="{}">{}</time>',
        utc.isoformat(timespec="seconds"),
        utc.replace(tzinfo=None).isoformat(" ", timespec="seconds"),
        shown,
        write(utc),
    )
