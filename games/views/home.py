"""The front page: the games, for strangers; waiting games and people online, for regulars.

The parts that change while the page is open are regions: see regions.py.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import Any, TypeVar

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.online import online_users
from accounts.requests import Request
from accounts.sanctions.checks import blockers_of
from games import queries
from games.lru_cache import LruCache
from games.models import DailyChallenge, Game
from games.pages.daily import streak
from games.pages.ways import Ways, ways_for
from games.pov import pov_of
from games.presenters import table_of
from games.presenters.rows import Row, rows
from games.services import daily
from games.views.regions import page_with_regions

Made = TypeVar("Made")

TURNS_SHOWN = 4
BOARDS_SHOWN = 4
BOARDS_CACHED = 24
"""Number of cached boards: more than are shown, because visitors' own games are left out."""
WAITING_SHOWN = 5
FACES_SHOWN = 5


@dataclass(frozen=True)
class Turn:
    """A game that waits for the user. told: the last event.  names: those `told` may contain."""

    row: Row
    told: str
    names: tuple[str, ...]


_kept: LruCache[Any] = LruCache(64)


@require_safe
def home(request: Request) -> HttpResponse:
    """Show strangers the games, and regulars the games that wait for them.

    Regulars have played before, or are invited.
    """
    user = request.user
    if isinstance(user, User) and queries.has_played(user):
        regions = _regions_for_regulars(user)
        return page_with_regions(request, "games/home.html", regions, partial(_own_part, user))
    regions = {"strip_region": _strip_region(user)}
    return page_with_regions(request, "games/front.html", regions, lambda: {"ways": _ways(user)})


def _regions_for_regulars(user: User) -> dict[str, str]:
    """Return the regions by id: the user's games, live games, and people online."""
    games = queries.unfinished_games_of(user)
    turns = [game for game in games if queries.is_turn(game)]
    others = [game for game in games if not queries.is_turn(game)]
    waits = {
        "count": len(turns),
        "turns": [_turn(game, user) for game in turns[:TURNS_SHOWN]],
        "invitations": rows(queries.invitations_to(user), user),
    }
    people = {
        "known": queries.known_online(user),
        "waiting": rows(others[:WAITING_SHOWN], user),
        "more_waiting": len(others) > WAITING_SHOWN,
    }
    return {
        "turns_region": render_to_string("games/_home_turns.html", waits),
        "live_region": _drawn(
            "games/_home_live.html", _boards(user, BOARDS_SHOWN), lambda: {"running": _running()}
        ),
        "people_region": render_to_string("games/_home_people.html", people),
    }


def _turn(game: Game, user: User) -> Turn:
    (row,) = rows([game], user)
    pov = pov_of(game, row.mine.player if row.mine else None, seats=row.players)
    table = table_of(pov)
    return Turn(row, table.status, table.all_names)


def _strip_region(visitor: queries.Visitor) -> str:
    """Draw a live game (or the last finished one), the daily challenge, and the users online."""
    boards = _boards(visitor, 1)

    def rest() -> dict[str, Any]:
        online = online_users()
        last = [] if boards else rows(queries.finished_games()[:1], AnonymousUser())
        return {
            "last": next(iter(last), None),
            "running": _running(),
            "online": online.count(),
            "faces": online[:FACES_SHOWN],
            "tries": daily.tries_today(),
        }

    return _drawn("games/_front_strip.html", boards, rest)


def _boards(visitor: queries.Visitor, most: int) -> list[Row]:
    """Return live games that are not the visitor's own."""
    if not settings.FRONT_PAGE_KEPT:
        return _featured(visitor, most)
    kept = _kept_briefly("featured", lambda: _featured(AnonymousUser(), BOARDS_CACHED))
    if visitor.pk is None:
        return kept[:most]
    others = [row for row in kept if all(seat.user_id != visitor.pk for seat in row.players)]
    # Without the visitor's own games, the cached games may be too few.
    is_whole = len(others) == len(kept) or (others and len(kept) < BOARDS_CACHED)
    return others[:most] if is_whole or len(others) >= most else _featured(visitor, most)


def _featured(visitor: queries.Visitor, most: int) -> list[Row]:
    games = list(queries.games_to_feature(visitor)[:most])
    return rows(games, AnonymousUser(), queries.spectators(games))


def _running() -> int:
    return _kept_briefly("running", lambda: queries.live_games().count())


def _drawn(template: str, boards: list[Row], rest: Callable[[], dict[str, Any]]) -> str:
    """Draw a region that is the same for all visitors who see these boards."""
    key = template, *(board.game.pk for board in boards)
    return _kept_briefly(key, lambda: render_to_string(template, {"boards": boards, **rest()}))


def _kept_briefly(what: Hashable, make: Callable[[], Made]) -> Made:
    """Return a value cached for some seconds, for all readers of a language."""
    if not settings.FRONT_PAGE_KEPT:
        return make()
    key = what, get_language(), int(monotonic() / settings.FRONT_PAGE_KEPT)
    made: Made = _kept.get(key, make)
    return made


def _ways(visitor: queries.Visitor) -> list[Ways]:
    """Return the ways to start a game; their counts of waiting tables may be some seconds old."""
    blocked = blockers_of(visitor.pk)
    tables = _kept_briefly(("tables", blocked), lambda: queries.open_tables(blocked))
    return ways_for(visitor, tables)


def _own_part(user: User) -> dict[str, Any]:
    """Return the context of the parts that don't change while the page is open."""
    today = daily.today()
    last = queries.last_result_of(user)
    return {
        "ways": _ways(user),
        "challenge": DailyChallenge(date=today),
        "try": daily.todays_try_of(user),
        "streak": streak(daily.days_done(user), today),
        "result": next(iter(rows([last] if last else [], user)), None),
    }
