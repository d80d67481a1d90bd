"""The move as each rung makes it that has Django in it."""

import itertools
import os
from collections import defaultdict
from collections.abc import Iterator

from asgiref.sync import async_to_sync
from django.http import HttpRequest, HttpResponse

from benchmarks.load.floor import playing
from benchmarks.load.ladder import RUNGS

RUNG = [*RUNGS].index(os.environ["RUNG"])
USER, TRANSACTION, TEMPLATES = (
    [*RUNGS].index(name) for name in ("user", "transaction", "templates")
)

_versions: defaultdict[int, Iterator[int]] = defaultdict(lambda: itertools.count(1))


def ready_texts(number: int, version: int | None = None) -> dict[str, str]:
    """Return a text for each kind of viewer, as long as those that templates draw."""
    version = next(_versions[number]) if version is None else version
    text = f'<div data-version="{version}">'.ljust(1620, "·")
    return dict.fromkeys(playing.VIEWERS, text)


def move(request: HttpRequest, number: int, player: int) -> HttpResponse:
    if RUNG >= USER and not request.user.is_authenticated:
        return HttpResponse(status=403)
    if RUNG < TRANSACTION:
        texts = ready_texts(number)
    else:
        table = playing.roll(number, player)
        drawn = RUNG >= TEMPLATES
        texts = playing.texts(table) if drawn else ready_texts(number, table.version)
    async_to_sync(playing.push)(number, texts)
    return HttpResponse(status=204)
