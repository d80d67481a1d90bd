"""Lists of games: open tables, running games, replays, the visitor's own, a player's."""

from collections.abc import Iterable
from itertools import groupby
from operator import attrgetter
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.online import is_online
from accounts.requests import Request
from accounts.vacations import on_vacation_until
from games import queries
from games.engine.registry import KINDS
from games.models import Game, SeatGrade
from games.pages.deciding import MOST_GAMES, deciding
from games.pages.dice_chart import dice_chart
from games.pages.ways import ways_for
from games.presenters import presenter
from games.presenters.rows import Row, rows
from games.queries import Visitor
from games.services.invitations import kinds_for_two, wants_invitations
from games.views.record import archives_of
from games.views.regions import page_with_regions

PER_PAGE = 25
RECENT_SHOWN = 5
MEETINGS_SHOWN = 8
SIZES = range(
    min(kind.rules.min_players for kind in KINDS.values()),
    max(kind.rules.max_players for kind in KINDS.values()) + 1,
)
COMPANIES = ("people", "bots")
GROUPS = (
    gettext_lazy("Your turn"),
    gettext_lazy("Waiting for others to move"),
    gettext_lazy("Waiting for players"),
    pgettext_lazy("games", "Finished"),
)
"""Section titles of My games, by the group that `queries.games_of` gives to a game."""

GROUP = attrgetter("game.group")


@require_safe
def lobby(request: Request) -> HttpResponse:
    """Show the tables with a free seat; the page's script gets only their list."""
    user = request.user
    tables = queries.open_tables_for(user)
    if request.htmx:
        return render(request, "games/_list_open_tables.html", {"tables": tables, "oob": True})
    context = {
        "tables": tables,
        "ways": ways_for(user, tables),
        "known": queries.known_online(user) if isinstance(user, User) else [],
    }
    return render(request, "games/lobby.html", context)


@require_safe
def watch(request: Request) -> HttpResponse:
    """Show the games being played, as small boards."""
    page = _page(request, queries.live_games())
    watching = queries.spectators(list(page.object_list))
    boards = {"boards": rows(page.object_list, AnonymousUser(), watching)}
    regions = {"live_region": render_to_string("games/_watch_live.html", boards)}
    return page_with_regions(request, "games/watch.html", regions, lambda: {"page": page})


@require_safe
def replays(request: Request) -> HttpResponse:
    """Show finished games, which can be filtered by kind, number of players, and people or bots."""
    kind = request.GET.get("game", "")
    kind = kind if kind in KINDS else ""
    size = request.GET.get("players", "")
    company = request.GET.get("with", "")
    chosen_size = int(size) if size in map(str, SIZES) else None
    games = queries.filtered(queries.finished_games(), kind, chosen_size, company)
    page = _page(request, games)
    context = {
        "page": page,
        "rows": rows(page.object_list, request.user),
        "kind": kind,
        "sizes": SIZES,
        "size": chosen_size,
        "company": company if company in COMPANIES else "",
    }
    return render(request, "games/replays.html", context)


@require_safe
def my_games(request: Request) -> HttpResponse:
    """Show the visitor's games: those that wait for the visitor first, then the others."""
    user = request.user
    page = _page(request, queries.games_of(user) if isinstance(user, User) else Game.objects.none())
    found = rows(page.object_list, user)
    sections = [(GROUPS[group], list(part)) for group, part in groupby(found, key=GROUP)]
    invitations = list[Row]()
    if isinstance(user, User) and page.number == 1:
        invitations = rows(queries.invitations_to(user), user)
        if invitations:
            sections.insert(0, (gettext_lazy("You're invited"), invitations))
    archives = archives_of(user) if isinstance(user, User) else None
    context = {
        "page": page,
        "sections": sections,
        "archives": archives,
        "invitations": len(invitations),
        "has_next_game": any(queries.is_turn(row.game) for row in found),
    }
    return render(request, "games/my_games.html", context)


@require_safe
def next_game(request: Request) -> HttpResponse:
    """Lead to the visitor's game with the least time left to move.

    `after`: the code of the game just left; if that game still waits, the next in order follows.
    """
    user = request.user
    after = request.GET.get("after", "")
    game = queries.next_game_of(user, after) if isinstance(user, User) else None
    if game is None:
        messages.info(request, _("No games waiting for your move."))
        return redirect("my_games")
    return redirect(game)


@require_safe
def player(request: Request, username: str) -> HttpResponse:
    """Show a player's finished games and how many of them they won."""
    user = User.objects.named(username)
    if user is None:
        raise Http404
    if user.username != username:
        # The redirect from a former name is not permanent: its user may take that name again.
        return redirect(user, permanent=user.username.lower() == username.lower())
    visitor = request.user
    games = queries.finished_games_of(user, visitor)
    page = _page(request, games)
    listed = rows(page.object_list, user)
    results = queries.results_of(user, games)
    context = {
        "player": user,
        "online": is_online(user),
        "away_until": on_vacation_until(user, timezone.now()),
        "page": page,
        "rows": listed,
        "recent": listed[:RECENT_SHOWN] if page.number == 1 else [],
        "totals": queries.totals_of(user, games),
        "results": [(presenter(row["kind"]).ABOUT.name, row) for row in results],
        "may_invite": wants_invitations(user, visitor if isinstance(visitor, User) else None),
        "kinds_for_two": {kind: presenter(kind).ABOUT for kind in kinds_for_two()},
        "dice": dice_chart(user.dice_tallies.all()),
        "deciding": deciding(
            queries.grades_of(user, games)[:MOST_GAMES], _grades_of_reader(user, visitor)
        ),
        "met": _met(user, visitor, games),
    }
    return render(request, "games/player.html", context)


def _grades_of_reader(user: User, visitor: Visitor) -> Iterable[SeatGrade]:
    """Return the visitor's own grades, to compare; none on their own page."""
    if not isinstance(visitor, User) or visitor == user:
        return ()
    games = queries.finished_games_of(visitor, visitor)
    return queries.grades_of(visitor, games)[:MOST_GAMES]


def _met(user: User, visitor: Visitor, games: QuerySet[Game]) -> dict[str, Any] | None:
    """Return how a visitor has done against a user in games for two; None if there are none."""
    if not isinstance(visitor, User) or visitor == user:
        return None
    found = queries.meetings(user, visitor, games)
    if not found:
        return None
    return {
        "games": len(found),
        "mine": sum(mine for mine, theirs in found),
        "theirs": sum(theirs for mine, theirs in found),
        "latest": found[:MEETINGS_SHOWN],
    }


def _page(request: Request, games: QuerySet[Game]) -> Page[Game]:
    """Return the page asked for; the first if that is no number, the last if it is too large."""
    return Paginator(games, PER_PAGE).get_page(request.GET.get("page"))
