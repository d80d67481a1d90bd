"""Markup of names in pages; in titles, labels and mails names are plain text."""

import re
from collections.abc import Iterable
from functools import lru_cache

from django import template
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString

register = template.Library()

LATIN = r"[0-9A-Za-z_\u00C0-\u024F]"  # of words, also with accents
PATTERNS_KEPT = 512  # each page has one set of names, or a few


@register.filter
def as_name(name: str) -> SafeString:
    """`{{ user.username|as_name }}`: no direction of text reorders it, no browser translates it."""
    return format_html('<bdi translate="no">{}</bdi>', name) if name else SafeString("")


@register.filter
def with_names(text: str, names: str | Iterable[str]) -> SafeString:
    """Mark all names that may be in a sentence: `{{ t.status|with_names:t.all_names }}`."""
    # Searched for, because sentences are plain text: titles and labels need them, too.
    known = tuple(filter(None, (names,) if isinstance(names, str) else names))
    if not known:
        return escape(text)
    # Every second part is a name.
    parts = _pattern(known).split(text)
    return SafeString("".join(as_name(p) if i % 2 else escape(p) for i, p in enumerate(parts)))


@lru_cache(PATTERNS_KEPT)
def _pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    # The longest first: "Bold" is the beginning of "Bold 1".
    any_name = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    # Not within a longer Latin word. Not \b: other scripts put their letters right beside a name.
    return re.compile(rf"(?<!{LATIN})({any_name})(?!{LATIN})")
