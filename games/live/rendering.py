"""The HTML regions of a table, which a page shows and a push replaces.

Every region is a single element with an id.
"""

import asyncio
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, TypeVar, cast

from channels.db import database_sync_to_async
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.safestring import SafeString

from accounts.models import User
from accounts.refusals import Refusal
from games.lru_cache import LruCache
from games.models import Game, Seat
from games.pov import Pov, in_turn
from games.presence import count_spectators
from games.presenters import part, table_context
from games.presenters.clocks import away_of
from games.presenters.table import SeatView, Table
from games.presenters.waiting import waiting_context
from games.queries import open_tables

T = TypeVar("T")

WHOLE = {"notice", "holders"}
"""Regions that are always swapped as a whole."""

TEXTS_KEPT = 512

PART = re.compile(r'(<(li|section) (id="t-(?:\w+-\d|turn)").*?</\2>)', re.DOTALL)
"""A part of a region that can be swapped alone. It contains no element of the same name."""

UNTOUCHED = re.compile(r'<(div|g|p|span) (id="t-kept-[a-z0-9-]+").*?</\1>', re.DOTALL)
"""Elements that htmx leaves in the page, if they have not changed, when it swaps their region."""

_tasks: LruCache[asyncio.Task[Any]] = LruCache(TEXTS_KEPT)


async def once(key: tuple[Any, ...], render: Callable[[], T]) -> T:
    """Call `render` once, on a thread, for all callers with this key. Return its result to each."""
    task = _tasks.get(
        key,
        lambda: asyncio.create_task(database_sync_to_async(render, thread_sensitive=False)()),
    )
    if task.done():
        return cast("T", task.result())
    # A socket that closes must not cancel the rendering that other sockets wait for.
    return cast("T", await asyncio.shield(task))


@dataclass(frozen=True)
class Regions:
    """The regions of a table, by name, for one viewer. seats: the entries of the seat list."""

    texts: Mapping[str, str] = field(default_factory=dict)
    seats: list[SeatView] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(self.texts.values())

    @property
    def text_since_start(self) -> str:
        """The regions without `own_salt`, which never changes on pages loaded after the start."""
        return "".join(text for name, text in self.texts.items() if name != "own_salt")

    def news_since(self, before: "Regions") -> str:
        """Return the regions, or parts of regions, that differ from `before`; "" if none does."""
        if self.texts == before.texts:
            return ""
        # "notice" is always sent: the page may still show a refusal there.
        return "".join(
            text if name in WHOLE else _news(text, before.texts.get(name, ""))
            for name, text in self.texts.items()
            if text != before.texts.get(name) or name == "notice"
        )


def _news(now: str, before: str) -> str:
    """Return the changed parts of a region, or the whole region if anything else changed."""
    (around, parts), (around_before, parts_before) = _divided(now), _divided(before)
    if around == around_before:
        changed = [one for one, earlier in zip(parts, parts_before, strict=True) if one != earlier]
        now = "".join(one.replace(" ", ' hx-swap-oob="true" ', 1) for one in changed)

    def stub(same: re.Match[str]) -> str:
        return f"<{same[1]} {same[2]} hx-preserve></{same[1]}>"

    return UNTOUCHED.sub(lambda found: stub(found) if found[0] in before else found[0], now)


@lru_cache(TEXTS_KEPT)
def _divided(text: str) -> tuple[list[str], list[str]]:
    """Return the text around the parts of a region (with the ids of the parts), and the parts."""
    # Cached, because the new text of one push is the old text of the next push.
    pieces = PART.split(text)
    return pieces[::4] + pieces[3::4], pieces[1::4]


def render_regions(
    pov: Pov,
    language: str,
    refusal: Refusal | None = None,
    before: Regions | None = None,
    same_for_all: dict[str, str] | None = None,
) -> Regions:
    """Return all regions of the table as out-of-band swaps, in the given language.

    before: the regions last sent to this viewer since the start. same_for_all: regions that do not
    depend on the viewer, rendered before in this language; missing regions are added to it.
    """
    shared = {} if same_for_all is None else same_for_all
    with translation.override(language):
        context = table_context(pov) | {"oob": True, "refusal": refusal}
        table: Table = context["t"]
        seats = table.seats

        def render(template: str | list[str]) -> str:
            return render_to_string(template, context)

        def render_for_all(name: str, template: str | list[str]) -> str:
            if name not in shared:
                shared[name] = render(template)
            return shared[name]

        if before is not None and before.seats == seats and not pov.game.is_waiting:
            seat_list = before.texts["seats"]
        else:
            seat_list = render("games/_seats.html")
        pieces = part(pov.game.kind, "pieces")
        if table.same_controls and pov.game.is_running:
            context["kinds_part"] = render_for_all("kinds_part", part(pov.game.kind, "controls"))
        texts = {
            "status": render("games/_status.html"),
            "notice": render_for_all("notice", "games/_notice.html"),
            "seats": seat_list,
            "pieces": render_for_all("pieces", pieces) if table.same_pieces else render(pieces),
            "controls": render("games/_controls.html"),
            "log": render_for_all("log", "games/_log.html"),
        }
        if pov.game.timing is not None:
            texts["clocks"] = render_for_all("clocks", "games/_clocks.html")
        if before is not None and "own_salt" in before.texts:
            texts["own_salt"] = before.texts["own_salt"]  # never changes after the start
        elif not (pov.game.has_known_dice or pov.game.own_dice or pov.game.is_imported):
            texts["own_salt"] = render("games/_own_salt.html")
        if pov.is_host and not pov.game.is_finished:
            texts["resigns"] = render("games/_resigns.html")
            texts["holders"] = holders(pov)
    return Regions(texts, seats)


def holders(pov: Pov) -> str:
    """Return the table as each player sees it, if several are to decide on the host's device."""
    # The device can then go round among them even without a network (kept-presses.js).
    players = in_turn(pov.game, pov.state) if pov.my_turn else []
    kind, views = pov.game.kind, []
    for player in players if len(players) > 1 else ():
        context = table_context(replace(pov, player=player)) | {"oob": True}
        names = ("games/_status.html", part(kind, "pieces"), "games/_controls.html")
        views.append(SafeString("".join(render_to_string(name, context) for name in names)))
    return render_to_string("games/_holders.html", {"views": views})


def clocks(pov: Pov, language: str) -> str:
    """Return the clocks of the players, for a page on which nothing else has changed."""
    with translation.override(language):
        return render_to_string("games/_clocks.html", table_context(pov) | {"oob": True})


def replay_head(game: Game, language: str) -> Regions:
    """Return the note on a replay page that its running game has gone on."""
    with translation.override(language):
        context = {"game": game, "oob": True}
        return Regions({"head": render_to_string("games/_replay_head.html", context)})


def viewers(code: str, language: str, seated: Mapping[int | None, int | str] | None) -> str:
    """Return the number of spectators at a table, and which players are away.

    seated: player numbers by user id, as in `ShownTable.players`; None to read them.
    """
    if seated is None:
        seated = dict(Seat.objects.filter(game__code=code).values_list("user_id", "player"))
    context = {"viewers": count_spectators(code, seated), "away": away_of(code, seated)}
    with translation.override(language):
        return render_to_string("games/_viewers.html", context | {"oob": True})


def waiting(user_id: int, language: str) -> str:
    """Return the part of the page header about the user's waiting games and notices."""
    user = User.objects.filter(pk=user_id).first()
    if user is None:
        return ""  # just deleted; the user's sockets will close
    with translation.override(language):
        return render_to_string("_waiting.html", waiting_context(user) | {"oob": True})


def lobby(language: str, blocked: frozenset[int] = frozenset()) -> str:
    """Return the list of open tables, without tables of the users in `blocked`."""
    with translation.override(language):
        context = {"tables": open_tables(blocked), "oob": True}
        return render_to_string("games/_list_open_tables.html", context)
