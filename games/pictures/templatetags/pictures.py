"""Template tags about pictures."""

from typing import Any

from django import template
from django.template import Context
from django.urls import reverse
from django.utils.html import format_html

from accounts.requests import Request

register = template.Library()


@register.simple_tag(takes_context=True)
def absolute(context: Context, name: str, *args: Any) -> str:
    """Return an address with the site's name in it: `{% absolute 'picture' code seq %}`."""
    request: Request = context["request"]
    return request.build_absolute_uri(reverse(name, args=args))


@register.simple_tag(takes_context=True)
def snippet(context: Context, code: str, seq: int, title: str) -> str:
    """Return the HTML with which other pages embed a replay, as text to copy."""
    text = '<iframe src="{}?seq={}" width="480" height="640" loading="lazy" title="{}"></iframe>'
    # A plain string again, so that the page shows the tags instead of framing the replay.
    return "".join(format_html(text, absolute(context, "embed", code), seq, title))
