"""Markup of names in pages; in titles, labels and mails names are plain text."""

import re
from collections.abc import Iterable
from functools import lru_cache

from django import template
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString

register = template.Library()

LATIN = r"[0-9A-Za-z_\u00C0-\u024F]"  # characters of Latin words, with accents, too
PATTERNS_KEPT = 512  # cached patterns: one for each set of names, and a page has few sets


@register.filter
def as_name(name: str) -> SafeString:
    """Keep a name from being reordered or translated by browsers: `{{ user.username|as_name }}`."""
    return format_html('<bdi translate="no">{}</bdi>', name) if name else SafeString("")


@register.filter
def with_names(text: str, names: str | Iterable[str]) -> SafeString:
    """Mark all names that may be in a sentence: `{{ t.status|with_names:t.all_names }}`."""
    # Names are searched for, because sentences are plain text, which titles and labels need.
    known = tuple(filter(None, (names,) if isinstance(names, str) else names))
    if not known:
        return escape(text)
    # `split` puts a name at every odd place.
    parts = _pattern(known).split(text)
    return SafeString("".join(as_name(p) if i % 2 else escape(p) for i, p in enumerate(parts)))


@lru_cache(PATTERNS_KEPT)
def _pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    # The longest name first: "Bold" is also the beginning of "Bold 1".
    any_name = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    # A name must not be part of a longer Latin word, but may touch letters of other scripts, so
    # \b would be wrong.
    return re.compile(rf"(?<!{LATIN})({any_name})(?!{LATIN})")
