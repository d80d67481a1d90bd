"""Moments on pages: sent in UTC, and shown by times.js as the visitor's own clock has them."""

from datetime import UTC, datetime

from django import template
from django.contrib.humanize.templatetags.humanize import naturaltime
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def moment(time: datetime) -> SafeString:
    """Write date and time: `{% moment comment.created_at %}`."""
    text = date_format(time.astimezone(UTC), "DATETIME_FORMAT")
    return _element("date", time, f"{text} UTC")


@register.simple_tag
def time_of_day(time: datetime) -> SafeString:
    """Write the time without its day, where that goes without saying."""
    return _element("time", time, f"{time.astimezone(UTC):%H:%M} UTC")


@register.simple_tag
def ago(time: datetime) -> SafeString:
    """Write how long ago it was: `{% ago game.moved_at %}`."""
    return _element("ago", time, naturaltime(time))


def _element(shown: str, time: datetime, text: str) -> SafeString:
    exact = time.astimezone(UTC).replace(microsecond=0)
    return format_html(
        '<time datetime="{}" title="{} UTC" data-moment="{}">{}</time>',
        exact.isoformat(),
        exact.replace(tzinfo=None).isoformat(" "),
        shown,
        text,
    )
