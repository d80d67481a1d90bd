"""Whatever people write stays text, on every page and in all that leaves the site."""

import io
import json
import zipfile
from html import escape
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from accounts.written_text import clean_text
from games.chat.audience import Reader
from games.chat.showing import line_push
from games.live import rendering
from games.pictures.drawing import drawing
from games.pov import pov_of
from lifecycle.data_export import archive_of
from tests.html import values
from tests.moderation.panel import member
from tests.moderation.test_admin_permissions import PAGES
from tests.site.attacks import ATTACK, EVALUATED, NAMES, SCRIPT, alive, faults
from tests.site.hostile import Hostile
from tests.site.pages import browser, panel_pages, site_pages
from tests.site.walking import undone
from tests.staff import staff_client

pytestmark = pytest.mark.django_db

FIELDS = (
    *("text", "note", "reason", "record", "login", "username", "password", "email", "salt", "next"),
    *("phrase", "bot", "action", "aspect", "kind", "code", "day", "from", "to", "delay", "session"),
    *("dice", "player", "size", "seat_1", "seat_2"),
)
"""What forms send. Each is given what no form would."""

QUERIES = (
    *("page", "next", "game", "as", "player", "players", "with", "before", "have", "step", "q"),
    *("table", "name", "channel", "from", "to", "delay", "kind", "seq", "state", "email"),
    *("again", "dice"),
)


@pytest.mark.parametrize("visitor", ["warned", "gone"])
def test_what_stands_in_the_way_of_pages_is_text(hostile: Hostile, visitor: str) -> None:
    client = browser(hostile, visitor)
    for address in ("/lobby/", "/accounts/sanctions/", f"/watch/?page={ATTACK}"):
        response = client.get(address, headers={"Accept": "text/html"})
        assert escape(SCRIPT) in response.content.decode(), address
        assert not alive(response, address)


def test_what_people_wrote_is_text_on_every_page_of_the_panel(hostile: Hostile) -> None:
    client = browser(hostile, "superuser")
    found, shown = [], 0
    for address in panel_pages(hostile):
        response = client.get(address, follow=True)
        assert response.status_code in (200, 403), address
        shown += escape(SCRIPT) in response.content.decode()
        found += alive(response, address)
    assert not found, "\n".join(found)
    assert shown > 12


def test_the_claimed_case_and_its_templates_are_text(hostile: Hostile) -> None:
    senior = staff_client(member("senior"))
    world = hostile.site.panel
    case = reverse("moderation:case_claim", args=[world.case.pk])
    page = senior.post(case, follow=True)
    assert escape(SCRIPT) in page.content.decode()
    decide = reverse("moderation:case_decide", args=[world.case.pk])
    fill = {"fill": "1", "template_to_subject": str(world.template.pk), "note": ATTACK}
    for answer in (page, senior.post(decide, fill), senior.post(decide, {"reason": ATTACK})):
        assert not alive(answer, decide)


def test_what_an_address_asks_for_is_text_in_the_answer(hostile: Hostile) -> None:
    client = browser(hostile, "victim")
    asked = dict.fromkeys(QUERIES, ATTACK)
    found = []
    for address in site_pages(hostile):
        with undone(client):
            found += alive(client.get(address.split("?")[0], asked), address)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("visitor", ["anonymous", "victim", "superuser"])
def test_what_a_form_refuses_comes_back_as_text(hostile: Hostile, visitor: str) -> None:
    client = browser(hostile, visitor)
    sent = dict.fromkeys(FIELDS, ATTACK)
    addresses = list(site_pages(hostile))
    if visitor == "superuser":
        world = hostile.site.panel
        addresses = [
            reverse(f"moderation:{name}", args=[getattr(world, about).pk] if about else [])
            for name, (_method, about, _allowed) in PAGES.items()
            if name != "monitor"
        ]
    found = []
    for address in addresses:
        with undone(client):
            response = client.post(address, sent)
            found += alive(response, address)
            if 300 <= response.status_code < 400:
                to = urlsplit(response["Location"])
                assert (to.scheme, to.netloc) in {("", ""), ("http", "testserver")}, address
    assert not found, "\n".join(found)


def test_pushes_over_sockets_hold_text(hostile: Hostile) -> None:
    world = hostile.site.panel
    pushes = [
        line_push(world.game.code, world.line.pk, Reader(seated=True, hide_words=False), "en"),
        rendering.render_regions(pov_of(world.game, 0), "en").text,
        rendering.replay_head(world.game, "en").text,
        rendering.lobby("en", frozenset()),
        *(rendering.render_regions(pov_of(game, None), "en").text for game in hostile.imports),
    ]
    assert escape(SCRIPT) in pushes[0]
    assert not [fault for push in pushes for fault in faults(push)]


def test_only_links_to_web_pages_lead_anywhere(hostile: Hostile) -> None:
    world = hostile.site.panel
    push = line_push(world.game.code, world.line.pk, Reader(seated=True, hide_words=False), "en")
    addresses = values(push, "a[href]", "href")
    assert len(addresses) <= 3
    assert "https://x.example/" in addresses
    assert not any(address.startswith("javascript") for address in addresses)


def test_names_of_records_are_text_in_pictures(hostile: Hostile) -> None:
    for game in hostile.imports:
        svg = drawing(pov_of(game, None, 5))
        assert "&lt;xss-tag" in svg
        assert not faults(svg.split("</style>", 1)[1])


def test_records_and_archives_hold_what_was_written_and_no_page(hostile: Hostile) -> None:
    code = hostile.imports[0].code
    record = Client().get(f"/games/{code}/record.json")
    assert record["Content-Type"] == "application/json"
    assert record["X-Content-Type-Options"] == "nosniff"
    assert [player["name"] for player in record.json()["players"]] == list(NAMES)
    assert Client().get(f"/games/{code}/record.txt")["Content-Type"].startswith("text/plain")
    read = zipfile.ZipFile(io.BytesIO(b"".join(archive_of(hostile.subject))))
    assert json.loads(read.read("appeals.json"))[0]["text"] == ATTACK


def test_mails_are_plain_text_with_headers_of_ours(hostile: Hostile) -> None:
    assert sum(clean_text(ATTACK) in str(message.body) for message in hostile.mails) > 3
    for message in hostile.mails:
        assert not getattr(message, "alternatives", [])
        assert message.content_subtype == "plain"
        assert "xss" not in message.subject
        assert "&lt;" not in str(message.body)
        assert EVALUATED not in str(message.body)


@pytest.mark.parametrize(
    "name", ["<xss-tag>", 'a"onxss=1', "{{7|add:7000000}}", "\u202eabc", "a b c"]
)
def test_nobody_signs_up_under_such_a_name(client: Client, name: str) -> None:
    page = client.post("/accounts/signup/", {"username": name, "password1": "tree-house-1234"})
    assert page.status_code == 200
    assert page.context["form"].errors["username"]
    assert not faults(page.content.decode())
