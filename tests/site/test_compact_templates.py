"""Whitespace in templates that is only for those who write them is not sent to anybody."""

from pathlib import Path
from typing import Any

import pytest
from django.template import engines
from django.template.loader import render_to_string

from cantstop_site.templates import compact
from games.presenters.table import Die
from tests.each_case import each_case


@pytest.mark.parametrize(
    ("source", "sent"),
    [
        ("<ul>\n  <li>\n    a\n  </li>\n\n</ul>\n", "<ul>\n<li>\na\n</li>\n</ul>\n"),
        ("{% load games %}\n<b>a</b>\n", "{% load games %}<b>a</b>\n"),
        ("a\n  {% if b %}\n    c\n  {% endif %}\nd\n", "a\n{% if b %}c\n{% endif %}d\n"),
        (
            "{# why #}\n{% spaceless %}{% localize off %}\na",
            "{# why #}{% spaceless %}{% localize off %}a",
        ),
        ("<p\n  {% if a == '%' %}\n  b{% endif %}>", "<p\n{% if a == '%' %}b{% endif %}>"),
    ],
)
def test_indentation_and_lines_of_silent_tags_are_dropped(source: str, sent: str) -> None:
    assert compact(source) == sent


@each_case(
    "source",
    [
        "a\n{% translate 'b' %}\nc",
        "a\n{% include 'b.html' %}\nc",
        "a\n{% if b %}c{% endif %}\nd",
        "a\n{{ b }}\nc",
        "<pre>\n  a\n\n  {% if b %}\n  c{% endif %}</pre>",
        "<textarea rows=3>\n  a\n  b</textarea>",
    ],
)
def test_whitespace_that_may_be_seen_stays(source: str) -> None:
    assert compact(source) == source


def test_the_site_loads_its_templates_so() -> None:
    drawn = render_to_string("games/cantstop/_dice.html", {"t": {"dice": [Die(3)]}})
    assert "\n " not in drawn
    assert drawn.startswith("<p ")


def test_texts_are_left_as_they_are_written() -> None:
    name = "account/email/base_message.txt"
    loaded: Any = engines["django"].get_template(name)
    assert loaded.template.source == Path(loaded.origin.name).read_text()
