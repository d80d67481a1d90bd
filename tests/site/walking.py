"""Every address of the site, as the resolver has them."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

from django.db import transaction
from django.template.backends.django import Template
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from tests.site.cast import Site

_GROUP = re.compile(r"\(\?P<(\w+)>[^)]*\)")
_APPS = re.compile(r"\(\?P<app_label>[^)]*\)")
"""The admin lists apps in the order in which they come up, which says nothing."""
_PART = re.compile(r"<(?:\w+:)?(\w+)>")
_USUAL: dict[str, object] = {
    "app_label": "moderation",
    "content_type_id": 1,
    "day": "2020-01-01",
    "id": 1,
    "key": "abc",
    "number": 1,
    "kind": "cantstop",
    "object_id": 1,
    "pk": 1,
    "seq": 3,
    "token": "abc",
    "uidb36": "1",
    "url": "nowhere",
}


def routes() -> list[str]:
    """Return every route of the site, as it is written."""
    return list(dict.fromkeys(_walk(get_resolver(), "")))


def _walk(resolver: URLResolver, before: str) -> Iterator[str]:
    for found in resolver.url_patterns:
        route = before + str(found.pattern)
        if isinstance(found, URLResolver):
            yield from _walk(found, route)
        else:
            assert isinstance(found, URLPattern)
            yield _APPS.sub("(?P<app_label>…)", route)


def address_of(route: str, site: Site, about: dict[str, object]) -> str:
    """Return an address of this route. about: what it names; the finished game and such else."""
    named = _USUAL | {"code": site.over.code, "username": site.owner.username} | about
    plain = _GROUP.sub(r"<x:\1>", route.replace("^", "").replace("$", ""))
    return "/" + _PART.sub(lambda found: str(named[found[1]]), plain)


@contextmanager
def undrawn() -> Iterator[None]:
    """Leave pages empty: for what is decided before they are drawn, which takes the most time."""
    draw = Template.render

    def render(template: Template, context: Any = None, request: Any = None) -> str:
        # Parts of pages, some of which are kept, are drawn without a request.
        return draw(template, context) if request is None else ""

    with mock.patch.object(Template, "render", render):
        yield


@contextmanager
def undone(client: Client) -> Iterator[None]:
    """Have all that is done inside be undone, in the database and in the browser."""
    cookies = dict(client.cookies)
    before = transaction.savepoint()
    yield
    transaction.savepoint_rollback(before)
    client.cookies.clear()
    client.cookies.update(cookies)
