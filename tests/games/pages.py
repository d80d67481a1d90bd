"""Pages as text."""

import re
from collections.abc import Iterable

from django.test import Client
from selectolax.lexbor import LexborHTMLParser

from games.models import Game
from tests.html import elements, one, texts

PLAIN = "title, textarea, script, style"
"""Elements that can have no others within them, or in drawings show no text."""


def text(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200, path
    return response.content.decode()


def replay_page(client: Client, game: Game, seq: int) -> str:
    response = client.get(f"/games/{game.code}/replay/{seq}/")
    assert response.status_code == 200
    return response.content.decode()


def unmarked_names(html: str, names: Iterable[str]) -> list[str]:
    """Return the texts of a page in which one of the names is no element of its own."""
    page = LexborHTMLParser(html)
    for node in page.css(f"bdi[translate=no], option[translate=no], {PLAIN}"):
        node.decompose()
    nodes = one(page.root, "html").traverse(include_text=True)
    shown = [node.text_content or "" for node in nodes]
    return [text for text in shown if any(name in text for name in names)]


def misplaced_marks(html: str) -> list[str]:
    """Return the titles and attributes of a page with the markup of a name in them."""
    attributes = [said or "" for node in elements(html, "*") for said in node.attributes.values()]
    return [text for text in texts(html, "title") + attributes if re.search("</?bdi", text)]
