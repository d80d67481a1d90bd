"""Somebody with a browser that draws nothing: cookies, pages, their forms, and sockets."""

import asyncio
from collections.abc import Callable, Iterable
from typing import Self

import aiohttp
from selectolax.lexbor import LexborHTMLParser, LexborNode

Page = LexborHTMLParser
Fields = list[tuple[str, str]]


class Refused(Exception):
    """The server answered with an error."""


class Person:
    """A visitor of a site, by default not signed in."""

    def __init__(self, site: str, address: str = "") -> None:
        """address: of the visitor, for a site that believes the headers of a proxy."""
        self.site = site
        headers = {"X-Forwarded-For": address} if address else {}
        jar = aiohttp.CookieJar(unsafe=True)  # unsafe: the site has an address and no name
        connector = aiohttp.TCPConnector(limit=0)
        self._http = aiohttp.ClientSession(
            site, connector=connector, cookie_jar=jar, headers=headers
        )
        self._readers: list[asyncio.Task[None]] = []

    async def close(self) -> None:
        for reader in self._readers:
            reader.cancel()
        await asyncio.gather(*self._readers, return_exceptions=True)
        await self._http.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    async def text(self, path: str, headers: dict[str, str] | None = None) -> str:
        """Return the text at an address."""
        async with self._http.get(path, headers=headers) as answer:
            return await _text(answer)

    async def page(self, path: str) -> Page:
        return LexborHTMLParser(await self.text(path))

    async def submit(self, form: LexborNode, **chosen: str) -> tuple[str, Page]:
        """Send a form as it stands but for what is chosen; return where it led, and the page."""
        fields = [(name, value) for name, value in fields_of(form) if name not in chosen]
        path = form.attributes["action"] or "."
        async with self._http.post(path, data=[*fields, *chosen.items()]) as answer:
            return answer.url.path, LexborHTMLParser(await _text(answer))

    async def post(self, path: str, fields: Fields, headers: dict[str, str]) -> str:
        """Send fields as a script does; return the answer."""
        async with self._http.post(path, data=fields, headers=headers) as answer:
            return await _text(answer)

    async def listen(self, path: str, hear: Callable[[str], None]) -> None:
        """Open a socket and call `hear` with every message."""
        self._readers.append(asyncio.create_task(_read(await self.socket(path), hear)))

    async def socket(self, path: str) -> aiohttp.ClientWebSocketResponse:
        """Open a socket."""
        return await self._http.ws_connect(path, origin=self.site, max_msg_size=0)


async def _text(answer: aiohttp.ClientResponse) -> str:
    text = await answer.text()
    if not answer.ok:
        raise Refused(f"{answer.method} {answer.url.path}: {answer.status} {text[:300]}")
    return text


async def _read(socket: aiohttp.ClientWebSocketResponse, hear: Callable[[str], None]) -> None:
    async for message in socket:
        hear(message.data)


def form_at(page: Page, path: str) -> LexborNode:
    """Return the form of a page that is sent to this address."""
    for form in page.css("form"):
        if (form.attributes.get("action") or "").startswith(path):
            return form
    raise LookupError(f"No form for {path} on the page {page.css_first('title')}")


def fields_of(form: LexborNode) -> Fields:
    """Return what a browser would send if nobody changed the form, without any button."""
    return [*_inputs(form.css("input[name]:not([disabled])")), *_selected(form.css("select"))]


def _inputs(nodes: Iterable[LexborNode]) -> Fields:
    found = []
    for node in nodes:
        given = node.attributes
        if given.get("type") in {"checkbox", "radio"} and "checked" not in given:
            continue
        default = "on" if given.get("type") == "checkbox" else ""
        found.append((given["name"] or "", given.get("value", default) or ""))
    return found


def _selected(nodes: Iterable[LexborNode]) -> Fields:
    found = []
    for node in nodes:
        option = node.css_first("option[selected]") or node.css_first("option")
        if option is not None:
            found.append((node.attributes["name"] or "", option.attributes.get("value") or ""))
    return found
