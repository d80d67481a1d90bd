"""The count of viewers, which is pushed by itself."""

import pytest
from django.template.loader import render_to_string

from tests.html import one


@pytest.mark.parametrize(("count", "text"), [(0, ""), (1, "1 watching"), (3, "3 watching")])
def test_the_count_of_viewers_is_a_region_of_its_own(count: int, text: str) -> None:
    html = render_to_string("games/_viewers.html", {"viewers": count, "oob": True})
    assert one(html, "span#t-viewers.viewers[hx-swap-oob=true]", text)
