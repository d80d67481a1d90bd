"""Values that no form sends, such as NUL and numbers that fit into no column: no page breaks."""

from collections.abc import Iterator

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from tests.moderation.panel import member
from tests.site.cast import Site, browser_for
from tests.site.permissions_table import TABLE
from tests.site.test_injection import FIELDS, QUERIES
from tests.site.walking import address_of, undone, undrawn
from tests.staff import staff_client

pytestmark = [pytest.mark.django_db, pytest.mark.services]

ODD = ("9" * 30, "a\0")
COMMON = ("q", "id", "pk", "id__exact", "id__in")
"""What every list of the administration may be asked about its own rows, besides its filters."""

OF_ANY_LIST = ("p", "o", "e", "all", "_popup", "_to_field")
"""What Django reads in the same way for every list: one of them is asked."""


def lists(client: Client) -> Iterator[tuple[str, set[str]]]:
    """Yield each list of the administration with what its filters are called."""
    for model in admin.site._registry:
        address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        found = client.get(address).context
        specs = found["cl"].filter_specs if found and "cl" in found else []
        filters = {name for spec in specs for name in spec.expected_parameters() if name}
        yield address, filters


def test_no_filter_or_search_of_the_administration_breaks(site: Site) -> None:
    client = staff_client(member("superuser"))
    client.raise_request_exception = False
    found = list(lists(client))
    asked = [(address, name) for address, names in found for name in (*COMMON, *names)]
    with undrawn():  # rows are looked for before
        broken = [
            (address, name, value)
            for address, name in (*asked, *((found[0][0], name) for name in OF_ANY_LIST))
            for value in ODD
            if client.get(address, {name: value}).status_code >= 500
        ]
    assert not broken, "\n".join(map(str, broken))


def test_no_page_of_the_site_breaks(site: Site) -> None:
    client = browser_for("user", site)
    client.raise_request_exception = False
    broken = []
    for route, page in TABLE.items():
        address = address_of(route, site, page.about(site))
        for value in ODD:
            with undone(client):
                asked = client.get(address, dict.fromkeys(QUERIES, value)).status_code
            with undone(client), undrawn():  # what is refused is drawn in test_injection.py
                told = client.post(address, dict.fromkeys(FIELDS, value)).status_code
            if asked >= 500 or told >= 500:
                broken.append((route, value, asked, told))
    assert not broken, "\n".join(map(str, broken))


def test_no_row_of_the_administration_is_called_nul(site: Site) -> None:
    client = staff_client(member("superuser"))
    for model in admin.site._registry:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist"
        assert client.get(f"{reverse(name)}%00/change/").status_code in {302, 404}
