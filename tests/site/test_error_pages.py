"""Pages for what went wrong: friendly, and without need of anything that may be broken."""

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.urls import get_resolver

from tests.each_case import each_case
from tests.html import one


def test_a_missing_page_is_friendly(client: Client, db: None) -> None:
    answer = client.get("/no-such-page/")
    assert answer.status_code == 404
    assert "404.html" in [template.name for template in answer.templates]


@each_case("code", ["400", "403", "403_csrf", "404", "500", "outage"])
def test_error_pages_render_without_a_context(code: str) -> None:
    assert one(render_to_string(f"{code}.html"), "h1")


UNREADABLE = {
    "no boundary": ("multipart/form-data", b"x"),
    "a boundary that is none": ("multipart/form-data; boundary=é", b"x"),
    "too many fields": (
        "application/x-www-form-urlencoded",
        b"&".join(b"a%d=1" % number for number in range(2000)),
    ),
    "too long": ("application/x-www-form-urlencoded", b"a=" + b"x" * 3_000_000),
}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "host", "status"),
    [
        ("/no-such-page/", "testserver", 404),
        ("/no-such-page/", "evil.example", 400),
        ("/", "testserver", 400),
        ("/accounts/login/", "testserver", 400),
    ],
)
@each_case("why", UNREADABLE)
def test_a_form_that_cannot_be_read_is_no_error_of_the_site(
    path: str, host: str, status: int, why: str
) -> None:
    content_type, body = UNREADABLE[why]
    client = Client(enforce_csrf_checks=True)
    client.cookies["csrftoken"] = "a" * 32
    answer = client.generic("POST", path, body, content_type, HTTP_HOST=host)
    assert answer.status_code == status
    assert f"{status}.html" in [template.name for template in answer.templates]


@pytest.mark.parametrize("status", [400, 403, 404, 500])
def test_what_goes_wrong_is_said_also_to_a_form_that_cannot_be_read(
    rf: RequestFactory, status: int
) -> None:
    request: Any = rf.generic("POST", "/", b"x", content_type="multipart/form-data")
    request.COOKIES["csrftoken"] = request.META["CSRF_COOKIE"] = "a" * 32
    request.user = AnonymousUser()
    view: Any = get_resolver().resolve_error_handler(status)
    answer = view(request) if status == 500 else view(request, Exception())
    assert answer.status_code == status
