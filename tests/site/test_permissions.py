"""Who may do what, at every address of the site: an address that is in no table fails."""

from contextlib import nullcontext
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.contrib import admin
from django.core.cache import cache
from django.test import Client
from django.urls import Resolver404, resolve

from cantstop_site.settings import ACCOUNT_RATE_LIMITS
from moderation.admin.urls import urlpatterns as of_the_panel
from tests.site.cast import VISITORS, Site, browser_for
from tests.site.permissions_table import TABLE, Answer, Page
from tests.site.walking import address_of, routes, undone, undrawn

pytestmark = pytest.mark.django_db

DRAWN = {"guest"}
"""For these, pages are drawn as well, which must not fail. What is answered is decided before.

For people without an account, for users and for staff all pages are drawn where it is looked at
what is on them: in test_every_page.py, test_injection.py and test_secrecy.py.
"""


LIKE = {"blocked": "user", "muted": "user", "senior": "moderator"}
"""Who may read all that others may read, but for what the table says; what they may do is tried."""


def is_listed(route: str) -> bool:
    """Return whether a route is one that the tables of the panel are about."""
    panel = {f"admin/moderation/{pattern.pattern}" for pattern in of_the_panel}
    models = [model._meta for model in admin.site._registry]
    lists = tuple(f"admin/{meta.app_label}/{meta.model_name}/" for meta in models)
    return route in panel or route.startswith(lists)


def answered(response: Any) -> Answer:
    """Return an answer as the table has it."""
    if not 300 <= response.status_code < 400:
        return int(response.status_code)
    path = urlsplit(response["Location"]).path
    try:
        name: str = resolve(path).view_name
    except Resolver404:
        name = path.split("/")[1]
    return name


def wrong_answers(client: Client, site: Site, visitor: str, route: str, page: Page) -> list[Any]:
    """Return what is not as the table has it, for one visitor and one address."""
    address = address_of(route, site, page.about(site))
    wrong = []
    like = LIKE.get(visitor, "")
    for method, answers in (("get", page.get), ("post", page.post)):
        expected = answers[visitor]
        if method == "get" and expected == answers.get(like):
            continue
        data = page.data if method == "post" else {}
        with undone(client):
            found = answered(getattr(client, method)(address, data))
        if found != expected:
            wrong.append((method, route, f"{found}, not {expected}"))
    return wrong


def test_every_address_is_in_a_table() -> None:
    missing = [route for route in routes() if route not in TABLE and not is_listed(route)]
    assert not missing


def test_no_table_has_an_address_that_is_gone() -> None:
    assert set(TABLE) <= set(routes())


@pytest.fixture
def limits(settings: Any) -> None:
    """Have the limits that hold on the site, which other tests do without; nothing is used up."""
    settings.ACCOUNT_RATE_LIMITS, settings.MFA_RATE_LIMITS = ACCOUNT_RATE_LIMITS, {}
    cache.clear()


@pytest.mark.usefixtures("limits")
@pytest.mark.parametrize("visitor", VISITORS)
def test_each_address_answers_each_visitor_as_the_table_says(
    site: Site, visitor: str, settings: Any
) -> None:
    settings.ACCOUNT_REAUTHENTICATION_TIMEOUT = 0  # nobody has just typed their password
    client = browser_for(visitor, site)
    with nullcontext() if visitor in DRAWN else undrawn():
        wrong = [
            each
            for route, page in TABLE.items()
            for each in wrong_answers(client, site, visitor, route, page)
        ]
    assert not wrong, "\n".join(map(str, wrong))
