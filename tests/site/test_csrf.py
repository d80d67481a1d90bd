"""Nothing that acts does so for a form of another site."""

import pytest
from django.test import Client

from accounts.models import User
from tests.html import elements
from tests.moderation.panel import member
from tests.site.cast import Site
from tests.site.permissions_table import TABLE
from tests.site.walking import address_of, routes
from tests.staff import staff_client

pytestmark = pytest.mark.django_db

REFUSED = "403_csrf.html"

AFTERWARDS = {"replays/import/": 403}
"""Where the token is looked at last: who may not import is refused before, in other words."""

WITHOUT = {"notices/unsubscribe/<str:token>/": 200}
"""What programs of mail post without cookies (RFC 8058). The address itself is the proof, and turns
off mails at most."""


@pytest.mark.parametrize("visitor", ["anonymous", "superuser"])
def test_every_address_refuses_what_is_posted_without_a_token(site: Site, visitor: str) -> None:
    client = Client(enforce_csrf_checks=True)
    if visitor == "superuser":
        staff_client(member("superuser"), client)
    people = User.objects.count()
    done = []
    for route in routes():
        page = TABLE.get(route)
        data = page.data if page else {}
        address = address_of(route, site, page.about(site) if page else {})
        response = client.post(address, data)
        named = {template.name for template in response.templates}
        if route in WITHOUT:
            assert response.status_code == WITHOUT[route]
        elif response.status_code != 403 or not (REFUSED in named or route in AFTERWARDS):
            done.append((route, response.status_code))
    assert not done
    assert User.objects.count() == people


@pytest.mark.parametrize(
    ("referer", "back", "sign_in"),
    [
        ("http://testserver/games/bcdfghjk/?x=1", "/games/bcdfghjk/?x=1",
         "/accounts/login/?next=/games/bcdfghjk/%3Fx%3D1"),
        ("http://evil.example/games/", "/", "/accounts/login/"),
        ("http://testserver//evil.example/", "/", "/accounts/login/"),
        ("", "/", "/accounts/login/"),
    ],
)  # fmt: skip
def test_an_old_page_leads_back_to_itself_also_by_signing_in(
    referer: str, back: str, sign_in: str
) -> None:
    client = Client(enforce_csrf_checks=True)
    page = client.post("/games/play-now/", headers={"Referer": referer}).content.decode()
    assert elements(page, f"[href='{back}']")
    assert elements(page, f"[href='{sign_in}']")


def test_an_account_imports_nothing_without_a_token(site: Site) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(site.owner)
    response = client.post("/replays/import/", {"record": "{}"})
    assert response.status_code == 403
    assert REFUSED in {template.name for template in response.templates}
