"""Every page on which something of a hostile site can be read."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.test import Client
from django.urls import reverse

from tests.moderation.panel import member
from tests.moderation.test_admin_permissions import MODELS, PAGES
from tests.site.hostile import Hostile
from tests.site.permissions_table import TABLE
from tests.site.walking import address_of, undone
from tests.staff import staff_client


def browser(hostile: Hostile, visitor: str) -> Client:
    if visitor == "superuser":
        return staff_client(member("superuser"))
    client = Client()
    if visitor != "anonymous":
        client.force_login(getattr(hostile, visitor))
    return client


def site_pages(hostile: Hostile) -> Iterator[str]:
    site = hostile.site
    for route, page in TABLE.items():
        yield address_of(route, site, page.about(site))
    for game in (site.panel.game, site.one_device, *hostile.imports):
        for path in ("", "replay/", "replay/3/", "embed/", "verify/", "animation/", "delete/"):
            yield f"/games/{game.code}/{path}"
        yield f"/games/{game.code}/replay/frames/?from=0&to=5"
    for sanction in hostile.subject.sanctions.all():
        yield reverse("appeal", args=[sanction.pk])
    yield reverse("report", args=["line", site.panel.line.pk]) + f"?game={site.panel.game.code}"
    yield reverse("report", args=["comment", site.comment.pk])
    yield f"/games/{site.panel.game.code}/chat/"


def panel_pages(hostile: Hostile) -> Iterator[str]:
    world = hostile.site.panel
    yield reverse("admin:index")
    yield reverse("admin:app_list", args=["moderation"])
    for name, (method, about, _who) in PAGES.items():
        if method == "get":
            yield reverse(f"moderation:{name}", args=[getattr(world, about).pk] if about else [])
    for model, (about, _allowed) in MODELS.items():
        yield reverse(f"admin:{model}_changelist") + ("?state=all" if about == "case" else "")
        for page in ("change", "history", "delete"):
            yield reverse(f"admin:{model}_{page}", args=[getattr(world, about).pk])
    for case in hostile.subject.cases.all():
        yield reverse("admin:moderation_case_change", args=[case.pk])
    for game in hostile.imports:
        yield reverse("admin:games_game_change", args=[game.pk])
    for model in ("chat_filteredword", "games_stepcomment"):
        yield reverse(f"admin:{model}_changelist")


def walked(client: Client, addresses: Iterable[str]) -> dict[str, Any]:
    """Return the answer at each address; what asking changes is undone."""
    found = {}
    for address in addresses:
        with undone(client):
            found[address] = client.get(address)
    return found


def told_in(answers: Mapping[str, Any], *secrets: str) -> list[tuple[str, str]]:
    """Return which answers tell one of the secrets."""
    found = []
    for address, response in answers.items():
        if response.streaming or "image/" in response.headers.get("Content-Type", ""):
            continue
        page = response.content.decode()
        found += [(address, secret) for secret in secrets if secret in page]
    return found
