"""What visitors read on every page: text stays text, and no moderator is given away."""

from collections.abc import Callable
from functools import cache
from html import escape
from typing import Any

import pytest

from tests.site.attacks import SCRIPT, alive
from tests.site.hostile import GIVER, JUDGE, SECRET, Hostile, note_on
from tests.site.pages import browser, site_pages, told_in, walked

pytestmark = pytest.mark.django_db

Answers = dict[str, Any]

LEAST = {"anonymous": 5, "subject": 8, "victim": 6}
"""On how many pages each visitor reads what was written, at the least."""

each_visitor = pytest.mark.parametrize(
    "visitor",
    # The tests of a visitor look at the same pages, so they belong on one worker.
    [pytest.param(name, marks=pytest.mark.xdist_group(f"pages of {name}")) for name in LEAST],
)


@pytest.fixture(scope="module")
def answers_to(hostile: Hostile) -> Callable[[str], Answers]:
    """Return a function that has a visitor ask for every page, once."""
    note_on(hostile.subject)

    @cache
    def answers(visitor: str) -> Answers:
        client = browser(hostile, visitor)
        client.defaults["HTTP_ACCEPT"] = "text/html"
        return walked(client, site_pages(hostile))

    return answers


@each_visitor
def test_what_people_wrote_is_text(answers_to: Callable[[str], Answers], visitor: str) -> None:
    found, shown = [], 0
    for address, response in answers_to(visitor).items():
        shown += not response.streaming and escape(SCRIPT).encode() in response.content
        found += alive(response, address)
    assert not found, "\n".join(found)
    assert shown >= LEAST[visitor]


@each_visitor
def test_no_page_names_who_moderated(answers_to: Callable[[str], Answers], visitor: str) -> None:
    assert not told_in(answers_to(visitor), JUDGE, GIVER)


@each_visitor
def test_nobody_outside_reads_notes_of_moderators(
    answers_to: Callable[[str], Answers], visitor: str
) -> None:
    assert not told_in(answers_to(visitor), SECRET)
