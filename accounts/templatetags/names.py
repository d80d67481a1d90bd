"""Names in the markup of pages; in titles, labels and mails they are plain text."""

import re
from collections.abc import Iterable
from functools import lru_cache

from django import template
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString

register = template.Library()

LATIN = r"[0-9A-Za-z_\u00C0-\u024F]"
"""What Latin words are made of, also with accents."""

PATTERNS_KEPT = 512
"""Of the sets of names looked for; each page has one or a few."""


@register.filter
def as_name(name: str) -> SafeString:
    """Mark a name, which no script turns round or translates: `{{ user.username|as_name }}`."""
    return format_html('<bdi translate="no">{}</bdi>', name) if name else SafeString("")


@register.filter
def with_names(text: str, names: str | Iterable[str]) -> SafeString:
    """Mark the names in a sentence: `{{ t.status|with_names:t.all_names }}`.

    Sentences are plain text, because titles and labels need them, too. So the names are looked
    for, with upper and lower case as they are: all that may stand in it, or the only one.
    """
    known = tuple(filter(None, (names,) if isinstance(names, str) else names))
    if not known:
        return escape(text)
    # Every second part is a name.
    parts = _pattern(known).split(text)
    return SafeString("".join(as_name(p) if i % 2 else escape(p) for i, p in enumerate(parts)))


@lru_cache(PATTERNS_KEPT)
def _pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    """Match any of the names, the longest first: "Bold" begins "Bold 1".

    A name in Latin letters is none within a longer word of such letters. Scripts without spaces
    put their own letters right beside it.
    """
    any_name = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.compile(rf"(?<!{LATIN})({any_name})(?!{LATIN})")
