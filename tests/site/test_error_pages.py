"""Pages for what went wrong: friendly, and without need of anything that may be broken."""

import pytest
from django.template.loader import render_to_string
from django.test import Client


def test_a_missing_page_is_friendly(client: Client, db: None) -> None:
    answer = client.get("/no-such-page/")
    assert answer.status_code == 404
    assert "404.html" in [template.name for template in answer.templates]


@pytest.mark.parametrize("code", ["400", "403", "403_csrf", "404", "500", "outage"])
def test_error_pages_render_without_a_context(code: str) -> None:
    assert "<h1>" in render_to_string(f"{code}.html")
