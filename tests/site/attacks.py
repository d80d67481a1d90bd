"""What somebody writes who wants to be more than text, and how to see that they are not."""

from html.parser import HTMLParser
from typing import Any

SCRIPT = "<script>xss()</script><xss-tag onxss=1>"
BREAKOUT = "\"'><xss-tag onxss='1' x=\""
ENDS = "</textarea></title></option></script><!--<xss-tag>-->"
LINKS = "javascript:xss() https://x.example/\"onxss='1'"
TEMPLATE = "{{ 7|add:7000000 }}{% now 'Y' %}{# #}%s%(x)s{0}"
TURNED = "\u202eturned\u202c"

ATTACK = " ".join((SCRIPT, BREAKOUT, ENDS, LINKS, TEMPLATE, TURNED))
"""All of them in one line, short enough for a line of chat."""

NAMES = ('<xss-tag onxss=1>"', "'onxss={{7|add:7000000}}")
"""Names of a record: no more than this of one is shown."""

EVALUATED = "7000007"
"""More digits than a page holds by chance: a time to the microsecond has six."""

ADDRESSES = {"href", "src", "action", "formaction", "data", "poster", "cite", "xlink:href"}
INLINE = {"application/json", "text/template"}


class _Page(HTMLParser):
    """Reads a page as a browser does, and notes what a page of this site never has."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.wrong: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag.startswith("xss") or "xss" in found:
            self.wrong.append(f"the element {tag}")
        if tag == "script" and "src" not in found and found.get("type") not in INLINE:
            self.wrong.append("a script within the page")
        for name, value in found.items():
            plain = (value or "").strip().lower()
            if name.startswith("on"):
                self.wrong.append(f"{name} of {tag}")
            if name in ADDRESSES and plain.startswith(("javascript:", "data:text", "vbscript:")):
                self.wrong.append(f"{name} of {tag}: {plain[:40]}")


def faults(page: str) -> list[str]:
    """Return what of an attack came alive in a page of HTML or SVG."""
    reader = _Page()
    reader.feed(page)
    reader.close()
    return reader.wrong + ([EVALUATED] if EVALUATED in page else [])


def alive(response: Any, address: str) -> list[str]:
    """Return what came alive in an answer; frames hold pages within JSON."""
    kind, pages = response.headers.get("Content-Type", ""), []
    if kind.startswith("application/json"):
        frames = response.json().get("frames", [])
        pages = [html for frame in frames for html in frame["html"].values()]
    elif kind.startswith(("text/html", "image/svg")):
        pages = [response.content.decode()]
    return [f"{address}: {fault}" for page in pages for fault in faults(page)]
