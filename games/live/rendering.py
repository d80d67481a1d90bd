"""A table as the HTML regions that a page shows and a push replaces.

Every region is a whole element with an id; a push or an answer holds all of them, so a lost
push is healed by the next one. A push is rendered once for all sockets of this process that need
the same text.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from channels.db import database_sync_to_async
from django.template.loader import render_to_string
from django.utils import translation

from accounts.refusals import Refusal
from games.models import Game
from games.pov import Pov, player_of, pov_of
from games.presence import count_spectators
from games.presenters import table_context
from games.queries import open_tables

KEPT = 512

_kept: OrderedDict[tuple[Any, ...], asyncio.Task[str]] = OrderedDict()


async def once(key: tuple[Any, ...], render: Callable[[], str]) -> str:
    """Return what `render` returns, calling it once for all who ask with the same key.

    It runs on a thread of its own, so that one slow page delays no other.
    """
    task = _kept.get(key)
    if task is None:
        render_aside = database_sync_to_async(render, thread_sensitive=False)
        task = _kept[key] = asyncio.create_task(render_aside())
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    # One socket that goes away must not cancel the text the others wait for.
    return await asyncio.shield(task)


def render_regions(pov: Pov, language: str, refusal: Refusal | None = None) -> str:
    """Return every region of the table as out-of-band swaps, in the given language."""
    with translation.override(language):
        context = table_context(pov) | {"oob": True, "refusal": refusal}
        return render_to_string("games/_regions.html", context)


def table_regions(code: str, player: int | None, language: str) -> str:
    """Return every region of a table as it is now, for a seat or (None) a spectator."""
    game = Game.objects.get(code=code)
    return render_regions(pov_of(game, player), language)


def waiting_regions(code: str, user_id: int | None, language: str) -> str:
    """Return every region of a table that may just start, for a user (None: a visitor).

    The start draws the seats anew, so the seat is looked up after the game: it is the right one
    whenever the game has started.
    """
    game = Game.objects.get(code=code)
    return render_regions(pov_of(game, player_of(game, user_id)), language)


def replay_head(code: str, language: str) -> str:
    """Return the note of a replay page that its running game has gone on."""
    with translation.override(language):
        context = {"game": Game.objects.get(code=code), "oob": True}
        return render_to_string("games/_replay_head.html", context)


def viewers(code: str, language: str) -> str:
    """Return the count of spectators at a table."""
    with translation.override(language):
        count = count_spectators(Game.objects.get(code=code))
        return render_to_string("games/_viewers.html", {"viewers": count, "oob": True})


def lobby(language: str, kept_from: frozenset[int] = frozenset()) -> str:
    """Return the list of open tables without those of these users."""
    with translation.override(language):
        context = {"tables": open_tables(kept_from), "oob": True}
        return render_to_string("games/_list_open_tables.html", context)
