"""The site as an app: what its manifest, its worker and the page without a connection say."""

import json
import re
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.test import Client
from django.urls import resolve, reverse
from PIL import Image
from pytest_django.fixtures import Settings

from cantstop_site import installing
from tests.games.factories import make_running_game, make_user
from tests.html import elements, one, value, values
from tools.icons import FOLDER, SAFE, SIZES, icon

pytestmark = pytest.mark.django_db

BASE = Path(settings.BASE_DIR) / "games" / "static" / "games" / "base.css"
FOR_NOBODY = ("manifest", "service_worker", "offline")
MOST_BYTES = 20_000
"""Of all icons together."""


@pytest.fixture
def manifest(client: Client) -> dict[str, Any]:
    told: dict[str, Any] = client.get(reverse("manifest")).json()
    return told


def file_at(address: str) -> bytes:
    path = finders.find(address.removeprefix(settings.STATIC_URL))
    assert path, address
    return Path(path).read_bytes()


def site_told_in(script: str) -> dict[str, Any]:
    """Return what the worker knows of the release."""
    first, _, worker = script.partition("\n")
    assert worker.strip() == installing.WORKER.strip()
    told: dict[str, Any] = json.loads(first.removeprefix("const SITE = ").removesuffix(";"))
    return told


def opaque(picture: Image.Image) -> bool:
    return picture.convert("RGBA").getchannel("A").getextrema() == (255, 255)


# --- The manifest ---------------------------------------------------------------------------------


def test_the_manifest_has_what_browsers_need_to_install_the_site(
    client: Client, manifest: dict[str, Any]
) -> None:
    answer = client.get(reverse("manifest"))
    assert answer["Content-Type"].startswith("application/manifest+json")
    assert [manifest[name] for name in ("id", "start_url", "scope")] == ["/", "/", "/"]
    assert manifest["name"] == settings.SITE_NAME
    assert manifest["display"] == "standalone"
    assert (manifest["lang"], manifest["dir"]) == ("en", "ltr")


def test_every_icon_has_the_size_and_type_that_the_manifest_says(manifest: dict[str, Any]) -> None:
    found = {}
    for each in manifest["icons"]:
        data = file_at(each["src"])
        if each["type"] == "image/svg+xml":
            assert data.startswith(b"<svg")
            assert each["sizes"] == "any"
        else:
            picture = Image.open(BytesIO(data))
            assert each["type"] == f"image/{str(picture.format).lower()}"
            assert each["sizes"] == "{}x{}".format(*picture.size)
            found[each["sizes"], each.get("purpose", "any")] = picture
    assert set(found) == {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}
    assert opaque(found["512x512", "maskable"])


def test_shortcuts_lead_to_pages(client: Client, manifest: dict[str, Any]) -> None:
    names = [resolve(one["url"]).view_name for one in manifest["shortcuts"]]
    assert names == ["lobby", "my_games"]
    assert all(client.get(one["url"]).status_code == 200 for one in manifest["shortcuts"])


def test_the_colours_are_those_of_the_pages(client: Client, manifest: dict[str, Any]) -> None:
    def token(name: str) -> list[str]:
        found = re.search(rf"--{name}: light-dark\((#\w+), (#\w+)\)", BASE.read_text())
        assert found
        return [colour if len(colour) == 7 else f"#{colour[1:] * 2}" for colour in found.groups()]

    dark = manifest["color_scheme_dark"]
    assert [manifest["theme_color"], dark["theme_color"]] == token("card")
    assert [manifest["background_color"], dark["background_color"]] == token("bg")
    for name in ("home", "offline"):
        colours = values(client.get(reverse(name)), "[name=theme-color]", "content")
        assert colours == token("card")


def test_every_page_names_the_manifest_the_worker_and_an_icon_for_phones_of_apple(
    client: Client,
) -> None:
    page = client.get("/rules/")
    assert value(page, "link[rel=manifest]", "href") == reverse("manifest")
    assert value(page, "[data-worker]", "data-worker") == reverse("service_worker")
    address = value(page, "link[rel=apple-touch-icon]", "href")
    picture = Image.open(BytesIO(file_at(address)))
    assert picture.size == (180, 180)
    assert opaque(picture)


def test_icons_are_what_is_painted_from_the_favicon() -> None:
    assert {path.stem for path in FOLDER.glob("*")} == set(SIZES)
    for name in SIZES:
        kept = Image.open(FOLDER / f"{name}.png").convert("RGBA")
        assert kept.tobytes() == Image.open(BytesIO(icon(name))).convert("RGBA").tobytes()
    assert sum(path.stat().st_size for path in FOLDER.glob("*")) < MOST_BYTES


def test_nothing_of_the_sign_is_cut_off_where_a_system_cuts_out_a_circle() -> None:
    picture = Image.open(FOLDER / "whole-512.png").convert("RGBA").convert("L")
    middle, radius = 512 / 2, 0.4 * 512  # as the standard of manifests has it
    white = [divmod(number, 512) for number, light in enumerate(picture.tobytes()) if light > 250]
    assert len(white) > 512 * 512 * SAFE**2 / 8
    assert max((x - middle) ** 2 + (y - middle) ** 2 for y, x in white) < radius**2


# --- The worker -----------------------------------------------------------------------------------


def test_the_worker_is_a_script_for_the_whole_site_that_is_asked_for_anew_each_time(
    client: Client,
) -> None:
    answer = client.get(reverse("service_worker"))
    assert answer["Content-Type"].startswith("text/javascript")
    assert answer["Cache-Control"] == "no-cache"
    assert reverse("service_worker").count("/") == 1  # so its scope is the whole site
    assert "'unsafe" not in answer["Content-Security-Policy"]


def test_the_worker_knows_the_files_of_the_page_without_a_connection(client: Client) -> None:
    told = site_told_in(client.get(reverse("service_worker")).content.decode())
    page = client.get(told["offline"])
    named = [
        address
        for attribute in ("src", "href")
        for address in values(page, f"[{attribute}^='/static/']", attribute)
    ]
    assert sorted(named) == told["files"]
    assert {path.rpartition(".")[2] for path in told["files"]} == {"css", "js", "svg"}
    for path in told["files"]:
        text = file_at(path).decode()
        text = re.sub(r"@font-face \{.*?\}", "", text, flags=re.DOTALL)  # another one stands in
        assert not re.search(r"\bimport\b|url\(", text), f"{path} needs more than the worker keeps"
    assert told["admin"] == reverse("admin:index")


@pytest.mark.parametrize("changed", ["a file", "the worker", "the page"])
def test_whatever_changes_makes_another_release(
    client: Client, monkeypatch: pytest.MonkeyPatch, changed: str
) -> None:
    def release() -> str:
        script = client.get(reverse("service_worker")).content.decode()
        return str(site_told_in(script)["release"])

    before = release()
    assert release() == before
    if changed == "a file":
        monkeypatch.setattr(staticfiles_storage, "manifest_hash", "0123456789ab", raising=False)
    elif changed == "the worker":
        monkeypatch.setattr(installing, "WORKER", f"{installing.WORKER}// more")
    else:
        monkeypatch.setattr(settings, "SITE_NAME", "Another")
    assert release() != before


# --- Nobody's -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FOR_NOBODY)
def test_what_browsers_keep_is_the_same_for_all_who_ask(name: str) -> None:
    user = make_user("Ada")
    make_running_game(user, "cautious")
    somebody = Client()
    somebody.force_login(user)
    answers = [client.get(reverse(name)) for client in (Client(), somebody)]
    assert answers[0].content == answers[1].content
    assert b"Ada" not in answers[1].content
    assert not re.search(rb"csrf|session", answers[1].content, re.IGNORECASE)
    for answer in answers:
        assert not answer.cookies
        assert answer["Cache-Control"] == "no-cache"
        assert "Cookie" not in answer["Vary"]


@pytest.mark.parametrize("name", ["manifest", "offline"])
def test_what_browsers_keep_is_in_their_language(
    client: Client, settings: Settings, name: str
) -> None:
    settings.LANGUAGES = [("en", "English"), ("ar", "Arabic")]
    answer = client.get(reverse(name), HTTP_ACCEPT_LANGUAGE="ar")
    assert "Accept-Language" in answer["Vary"]
    said = answer.content.decode()
    assert ('lang="ar" dir="rtl"' if name == "offline" else '"lang": "ar", "dir": "rtl"') in said


@pytest.mark.parametrize("name", FOR_NOBODY)
def test_what_browsers_keep_is_made_without_the_database(
    name: str, django_assert_num_queries: Any
) -> None:
    somebody = Client()
    somebody.force_login(make_user("Ada"))
    with django_assert_num_queries(0):
        assert somebody.get(reverse(name)).status_code == 200


def test_the_page_without_a_connection_leads_to_itself_again_and_to_nothing_that_would_fail(
    client: Client,
) -> None:
    page = client.get(reverse("offline"))
    assert one(page, "a.btn.primary[href='']", "Try again")
    assert not elements(page, "form")
    links = [urlsplit(address).path for address in values(page, "body [href]", "href")]
    assert links == [reverse("home"), ""]
