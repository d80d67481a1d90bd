"""Pages as text."""

import re
from collections.abc import Iterable
from html.parser import HTMLParser

from django.test import Client

from games.models import Game


def text(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200, path
    return response.content.decode()


def replay_page(client: Client, game: Game, seq: int) -> str:
    response = client.get(f"/games/{game.code}/replay/{seq}/")
    assert response.status_code == 200
    return response.content.decode()


def without_marks(html: str) -> str:
    """Return a page without the elements that mark names: its sentences are in one piece."""
    return re.sub(r"</?bdi\b[^>]*>", "", html)


def unmarked_names(html: str, names: Iterable[str]) -> list[str]:
    """Return the texts of a page in which one of the names is no element of its own."""
    reader = _Reader(tuple(names))
    reader.feed(html)
    return reader.found


def misplaced_marks(html: str) -> list[str]:
    """Return the titles and attributes of a page with the markup of a name in them."""
    title = re.findall(r"<title>.*?</title>", html, re.DOTALL)
    attributes = re.findall(r'[\w:@.-]+="[^"]*"', html)
    return [text for text in title + attributes if re.search(r"(<|&lt;)/?bdi", text)]


class _Reader(HTMLParser):
    """Collects texts in which names are not marked."""

    PLAIN = frozenset({"title", "textarea", "script", "style"})
    """Elements that can have no others within them, or in drawings show no text."""

    def __init__(self, names: tuple[str, ...]) -> None:
        super().__init__()
        self.names = names
        self.found: list[str] = []
        self.within: str | None = None
        """The element whose text is not looked at."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        is_marked = tag in {"bdi", "option"} and ("translate", "no") in attrs
        if self.within is None and (is_marked or tag in self.PLAIN):
            self.within = tag

    def handle_endtag(self, tag: str) -> None:
        if tag == self.within:
            self.within = None

    def handle_data(self, data: str) -> None:
        if self.within is None and any(name in data for name in self.names):
            self.found.append(data)
