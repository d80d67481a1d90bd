"""The pages about the site itself: reachable from everywhere, and true."""

import re
from datetime import timedelta

import pytest
from django.core.checks import run_checks
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from accounts import addresses
from accounts.models import user
from lifecycle import retention
from tests.games.pages import text
from tests.html import elements, one, values

pytestmark = pytest.mark.django_db

PAGES = ("about", "contact", "house_rules", "privacy")


@pytest.mark.parametrize("name", PAGES)
def test_every_page_of_the_site_links_to_it(client: Client, name: str) -> None:
    for path in ("/", "/accounts/login/", "/games/nowhere/"):
        assert elements(client.get(path), f"footer.site-footer a[href='{reverse(name)}']")
    assert client.get(reverse(name)).status_code == 200


@pytest.mark.parametrize("address", ["", "https://code.example/nerve"])
def test_every_page_leads_to_the_source_code(
    client: Client, settings: Settings, address: str
) -> None:
    settings.SOURCE_URL = address
    source = f"footer.site-footer a[href='{address or '/about/#source-code'}']"
    assert elements(text(client, "/rules/"), source)


def test_the_house_rules_and_what_is_stored_can_be_read_before_signing_up(client: Client) -> None:
    form = one(text(client, reverse("account_signup")), "form[action='/accounts/signup/']")
    assert elements(form, f"a[href='{reverse('house_rules')}']")
    assert elements(form, f"a[href='{reverse('privacy')}']")


@pytest.mark.parametrize("name", ["contact", "privacy"])
def test_the_operator_is_named_with_an_address_to_write_to(
    client: Client, settings: Settings, name: str
) -> None:
    settings.OPERATOR, settings.CONTACT_EMAIL = "Ada <Example>", "ada@example.org"
    page = text(client, reverse(name))
    assert "Ada &lt;Example&gt;" in page
    assert elements(page, "[href='mailto:ada@example.org']")


def test_a_page_without_an_operator_says_that_there_is_none(
    client: Client, settings: Settings
) -> None:
    settings.OPERATOR = settings.CONTACT_EMAIL = ""
    page = text(client, reverse("contact"))
    assert "mailto:" not in page
    assert "OPERATOR" in page


def test_the_source_code_is_offered(client: Client, settings: Settings) -> None:
    settings.SOURCE_URL = "https://code.example.org/dice"
    links = values(text(client, reverse("about")), "a[href]", "href")
    assert links.count("https://code.example.org/dice") == 2


def test_the_times_on_the_page_are_those_by_which_things_are_deleted(
    client: Client, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.SESSION_COOKIE_AGE = 41 * 24 * 3600
    monkeypatch.setattr(user, "DELETION_GRACE", timedelta(days=42))
    monkeypatch.setattr(addresses, "ADDRESSES_KEPT", timedelta(days=43))
    monkeypatch.setattr(retention, "LINES_KEPT", timedelta(days=44))
    monkeypatch.setattr(retention, "GUESTS_KEPT", timedelta(days=45))
    monkeypatch.setattr(retention, "NOTICES_KEPT", timedelta(days=47))
    told = re.findall(r"\b(\d+) days", text(client, reverse("privacy")))
    assert sorted(told) == ["41", "42", "43", "44", "45", "47"]


def test_a_site_for_others_without_an_operator_gets_a_warning(settings: Settings) -> None:
    settings.OPERATOR, settings.CONTACT_EMAIL, settings.SOURCE_URL = "Ada", "", ""
    found = run_checks(include_deployment_checks=True)
    said = [check.msg for check in found if check.id == "games.W002"]
    assert [message.split()[0] for message in said] == ["CONTACT_EMAIL", "SOURCE_URL"]
