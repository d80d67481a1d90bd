"""Templates keep to what a translator and a strict content security policy need."""

import re
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))

COMMENTS = re.compile(r"{#.*?#}|{% comment.*?%}.*?{% endcomment %}|<!--.*?-->", re.DOTALL)
THE_SAME_EVERYWHERE = re.compile(r'<(pre|code)\b[^>]*\stranslate="no">.*?</\1>', re.DOTALL)
TRANSLATED = re.compile(
    r"{% block \w+_class %}.*?{% endblock|{%\s*blocktranslate.*?{%\s*endblocktranslate\s*%}"
    r"|{%.*?%}|{{.*?}}",
    re.DOTALL,
)
READ_OUT = re.compile(r'\b(?:title|alt|placeholder|aria-label)="([^"]*)"')
ENTITY = re.compile(r"&\w+;")
TAGS = re.compile(r"<[^>]*>")
WORD = re.compile(r"[^\W\d_]{2,}")
TO_TRANSLATE = re.compile(
    r'<(code|pre)\b(?![^>]*\stranslate="no")[^>]*>(?:(?!</\1>|{% translate).)*</\1>', re.DOTALL
)
INLINE = re.compile(r"<style\b|\sstyle=|\son[a-z]+=\"|<script(?![^>]*\bsrc=)|javascript:")


def found_in_templates(find: Callable[[str], list[str]]) -> dict[str, list[str]]:
    """Return what is found in each template, where anything is."""
    all_found = {path.name: find(path.read_text()) for path in TEMPLATES}
    return {name: found for name, found in all_found.items() if found}


def panel_templates() -> set[str]:
    return {path.name for path in TEMPLATES if "admin" in path.parts}


def untranslated(source: str) -> list[str]:
    text = TRANSLATED.sub("", THE_SAME_EVERYWHERE.sub("", COMMENTS.sub("", source)))
    shown = " ".join([*READ_OUT.findall(text), TAGS.sub(" ", text)])
    return WORD.findall(ENTITY.sub(" ", shown))


def test_every_word_can_be_translated() -> None:
    assert not found_in_templates(untranslated)


def test_programs_that_translate_pages_leave_codes_alone() -> None:
    assert not found_in_templates(TO_TRANSLATE.findall).keys() - panel_templates()


def test_nothing_is_written_inline_that_the_policy_would_block() -> None:
    assert not found_in_templates(INLINE.findall)


def test_moments_are_written_by_the_tags_that_browsers_turn_into_local_time() -> None:
    otherwise = re.compile(r'\|(?:date:"\w*TIME\w*"|natural\w+|timesince)')
    assert not found_in_templates(otherwise.findall).keys() - panel_templates()
