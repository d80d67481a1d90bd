"""The front page: what this is, for strangers; what waits and who is here, for regulars.

What changes while somebody looks is drawn in regions: see regions.py.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.online import online_users
from accounts.requests import Request
from games import queries
from games.models import DailyChallenge, Game
from games.pov import pov_of
from games.presenters import presenter
from games.presenters.daily import streak
from games.presenters.rows import Row, rows
from games.presenters.ways import ways_for
from games.services import daily
from games.views.kept import Kept
from games.views.regions import page_with_regions

TURNS_SHOWN = 4
BOARDS_SHOWN = 4
WAITING_SHOWN = 5
FACES_SHOWN = 5


@dataclass(frozen=True)
class GoingOn:
    """What goes on and is nobody's, drawn as small boards, and who plays there."""

    html: str
    players: frozenset[int]


@dataclass(frozen=True)
class Turn:
    """A game that waits for the user. told: what happened last.  names: those it may have."""

    row: Row
    told: str
    names: tuple[str, ...]


_kept: Kept[GoingOn] = Kept(32)


@require_safe
def home(request: Request) -> HttpResponse:
    """Show a stranger the games, and a regular what waits for them.

    A regular has played before, or is invited.
    """
    user = request.user
    if isinstance(user, User) and queries.has_played(user):
        regions = _regions_for_regulars(user)
        return page_with_regions(request, "games/home.html", regions, partial(_own_part, user))
    regions = {"strip_region": _going_on(user, _draw_strip)}
    return page_with_regions(
        request,
        "games/front.html",
        regions,
        lambda: {"ways": ways_for(user, queries.open_tables_for(user))},
    )


def _regions_for_regulars(user: User) -> dict[str, str]:
    """Return what waits for the user, what goes on, and who is here, by the ids of the regions."""
    games = list(queries.games_of(user).exclude(status=Game.Status.FINISHED))
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
        "live_region": _going_on(user, _draw_boards),
        "people_region": render_to_string("games/_home_people.html", people),
    }


def _turn(game: Game, user: User) -> Turn:
    (row,) = rows([game], user)
    pov = pov_of(game, row.mine.player if row.mine else None, seats=row.players)
    table = presenter(game.kind).table(pov)
    return Turn(row, table.status, table.all_names)


def _going_on(visitor: queries.Visitor, draw: Callable[[queries.Visitor], GoingOn]) -> str:
    """Return what goes on besides a visitor's own games; the same for all for some seconds."""
    if settings.FRONT_PAGE_KEPT:
        key = draw.__name__, get_language(), int(monotonic() / settings.FRONT_PAGE_KEPT)
        kept = _kept.get(key, lambda: draw(AnonymousUser()))
        if visitor.pk not in kept.players:
            return kept.html
    return draw(visitor).html


def _draw_boards(visitor: queries.Visitor) -> GoingOn:
    """Draw some live games."""
    boards = _boards(visitor, BOARDS_SHOWN)
    context = {"boards": boards, "running": queries.live_games().count()}
    return _drawn("games/_home_live.html", context, boards)


def _draw_strip(visitor: queries.Visitor) -> GoingOn:
    """Draw a live game, or the last one, the challenge of the day, and how many are here."""
    boards, online = _boards(visitor, 1), online_users()
    last = [] if boards else rows(queries.finished_games()[:1], AnonymousUser())
    context = {
        "boards": boards,
        "last": next(iter(last), None),
        "running": queries.live_games().count(),
        "online": online.count(),
        "faces": online[:FACES_SHOWN],
        "tries": daily.tries_today(),
    }
    return _drawn("games/_front_strip.html", context, boards)


def _boards(visitor: queries.Visitor, most: int) -> list[Row]:
    games = list(queries.games_to_feature(visitor)[:most])
    return rows(games, AnonymousUser(), queries.spectators(games))


def _drawn(template: str, context: dict[str, Any], boards: Iterable[Row]) -> GoingOn:
    seated = (seat.user_id for board in boards for seat in board.players)
    players = frozenset(user for user in seated if user is not None)
    return GoingOn(render_to_string(template, context), players)


def _own_part(user: User) -> dict[str, Any]:
    """Return what stays as it is while the user looks: the daily challenge, and the last result."""
    today = daily.today()
    own = queries.finished_games_of(user, user).filter(challenge=None, annulled_at=None)
    return {
        "ways": ways_for(user, queries.open_tables_for(user)),
        "challenge": DailyChallenge(date=today),
        "try": daily.todays_try_of(user),
        "streak": streak(daily.days_done(user), today),
        "result": next(iter(rows(own[:1], user)), None),
    }
