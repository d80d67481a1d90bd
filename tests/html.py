"""Pages and pushes as trees of elements: tests ask for them by CSS selectors."""

import re
from typing import Any

from selectolax.lexbor import LexborHTMLParser, LexborNode


def elements(page: Any, selector: str, reading: str | None = None) -> list[LexborNode]:
    """Return elements of a response, its text or another element, in their order.

    reading: the whole text of the elements.
    """
    if isinstance(page, LexborNode):
        found = page.css(selector)
    else:
        found = LexborHTMLParser(getattr(page, "content", page)).css(selector)
    return [node for node in found if reading is None or text_of(node) == reading]


def one(page: Any, selector: str, reading: str | None = None) -> LexborNode:
    """Return the only such element."""
    found = elements(page, selector, reading)
    assert len(found) == 1, f"{len(found)} elements {selector} {reading or ''}"
    return found[0]


def texts(page: Any, selector: str) -> list[str]:
    """Return the texts of elements."""
    return [text_of(node) for node in elements(page, selector)]


def values(page: Any, selector: str, attribute: str) -> list[str]:
    """Return the values of an attribute that each of these elements has."""
    return [node.attributes[attribute] or "" for node in elements(page, selector)]


def value(page: Any, selector: str, attribute: str = "value") -> str:
    """Return the value of an attribute of the only such element."""
    return one(page, selector).attributes[attribute] or ""


def link(page: Any, reading: str) -> str:
    """Return where the only link with this text leads."""
    return one(page, "a[href]", reading).attributes["href"] or ""


def text_of(node: LexborNode) -> str:
    """Return a text as a browser shows it: no-break spaces stay."""
    return re.sub(r"[ \t\r\n]+", " ", node.text()).strip(" ")


def plain(page: Any) -> str:
    """Return all that a page says, in one piece whatever elements it is in."""
    return text_of(one(page, "html"))


def inline_parts(page: Any) -> list[LexborNode]:
    """Return elements that a strict content security policy refuses: JSON is no script."""
    return [
        node
        for node in elements(page, "*:not([type='application/json'])")
        if node.tag == "style"
        or (node.tag == "script" and "src" not in node.attributes)
        or any(name == "style" or name.startswith("on") for name in node.attributes)
    ]
