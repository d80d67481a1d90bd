"""Static files are served as they lie there, and nothing is kept of those nobody asks for."""

import gzip
from pathlib import Path
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from cantstop_site.static_files import StaticFilesMiddleware

STYLE = b"p { color: red }\n" * 9


@pytest.fixture
def middleware(settings: Any, tmp_path: Path) -> StaticFilesMiddleware:
    """Return the middleware with a style sheet that is compressed, too, before a page."""
    (tmp_path / "a.css").write_bytes(STYLE)
    (tmp_path / "a.css.gz").write_bytes(gzip.compress(STYLE))
    settings.STATIC_ROOT, settings.DEBUG = tmp_path, False
    return StaticFilesMiddleware(lambda request: HttpResponse("the page"))


def answer(middleware: StaticFilesMiddleware, path: str, encoding: str = "") -> Any:
    request = RequestFactory().get(path, headers={"accept-encoding": encoding})
    return middleware(request)


def test_a_file_is_the_same_the_first_time_and_later(middleware: StaticFilesMiddleware) -> None:
    first, second = (answer(middleware, "/static/a.css") for _ in range(2))
    assert first.getvalue() == second.getvalue() == STYLE
    assert first.headers == second.headers
    assert first["Content-Type"].startswith("text/css")
    assert first["X-Content-Type-Options"] == "nosniff"


def test_browsers_that_can_read_it_get_the_compressed_file(
    middleware: StaticFilesMiddleware,
) -> None:
    found = answer(middleware, "/static/a.css", encoding="gzip")
    assert found["Content-Encoding"] == "gzip"
    assert gzip.decompress(found.getvalue()) == STYLE


@pytest.mark.parametrize("path", ["/", "/static/b.css", "/static/a.css.gz", "/static/../a.css"])
def test_all_else_is_for_pages(path: str, middleware: StaticFilesMiddleware) -> None:
    assert answer(middleware, path).content == b"the page"


def test_nothing_is_made_for_files_that_nobody_asks_for(
    middleware: StaticFilesMiddleware, settings: Any
) -> None:
    (settings.STATIC_ROOT / "b.css").write_bytes(STYLE)
    many = StaticFilesMiddleware(lambda request: HttpResponse("the page"))
    answer(many, "/static/a.css")
    assert {url for url, found in many.files.items() if isinstance(found, str)} == {"/static/b.css"}
