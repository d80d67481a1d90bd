"""Where forms and addresses lead that name a page as `next`: nowhere but to pages of this site."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.urls import resolve

from accounts.requests import LONGEST_PATH
from tests.accounts.helpers import PASSWORD
from tests.moderation.people import make_player
from tests.site.cast import Site, browser_for
from tests.site.permissions_table import ADMIN, TABLE
from tests.site.walking import address_of, undone, undrawn

pytestmark = pytest.mark.django_db

OWN = "/rules/?from=here"
HOSTILE = (
    "abc",
    "home",
    "game",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "http://evil.example/",
    "https:evil.example",
    "javascript:alert(1)",
    "",
    "/\0",
    "\0",
    "/\r\nX-Evil: 1",
    "/" + "a" * LONGEST_PATH,
)
SENT = {
    "accounts/login/": {"login": "Vera", "password": PASSWORD},
    "accounts/signup/": {"username": "Newcomer", "password1": "pelican-trumpet-9"},
    "accounts/password/change/": {
        "oldpassword": PASSWORD,
        "password1": "pelican-trumpet-9",
        "password2": "pelican-trumpet-9",
    },
    "accounts/reauthenticate/": {"password": PASSWORD},
}
"""What makes a form lead on, where the table of permissions has it refused."""


@dataclass(frozen=True)
class Asker:
    """Somebody's browser at an address, about to ask it in one way."""

    client: Client
    method: str
    route: str
    address: str
    data: Mapping[str, str]

    def answer(self, target: str) -> Any:
        """Return the answer to a request that names this page as the next one."""
        with undone(self.client), undrawn():
            return getattr(self.client, self.method)(self.address, {**self.data, "next": target})


def askers(site: Site) -> Iterator[Asker]:
    """Yield a visitor and a member at every address, asking and telling, and a moderator at those
    of the administration.
    """
    vera = make_player("Vera")
    vera.set_password(PASSWORD)
    vera.save()
    member = Client()
    member.force_login(vera)
    moderator = browser_for("moderator", site)
    for route, page in TABLE.items():
        address = address_of(route, site, page.about(site))
        for client in (Client(), member, *([moderator] if route in ADMIN else [])):
            yield Asker(client, "get", route, address, {})
            yield Asker(client, "post", route, address, {**page.data, **SENT.get(route, {})})


def test_next_leads_to_pages_of_this_site_alone(site: Site) -> None:
    readers = [
        asker
        for asker in askers(site)
        if asker.answer(OWN).headers.get("Location", "").startswith(OWN)
    ]
    assert len({asker.route for asker in readers}) >= 7
    for asker in readers:
        for target in HOSTILE:
            found = asker.answer(target)
            assert found.status_code == 302, (asker.route, target)
            to = urlsplit(found["Location"])
            assert (to.scheme, to.netloc) == ("", ""), (asker.route, target)
            assert to.path.startswith("/"), (asker.route, target)
            assert resolve(to.path)
            assert target not in {to.path, found["Location"]}, (asker.route, target)
