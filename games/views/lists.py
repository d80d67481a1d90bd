"""The front page and the lists: open tables, running games, replays, one's own games, players."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from itertools import groupby
from time import monotonic
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.online import is_online
from accounts.requests import Request
from accounts.vacations import on_vacation_until
from games import clock, queries
from games.engine.registry import KINDS
from games.history import History
from games.models import Game, Seat
from games.pov import Pov, pov_of
from games.presence import count_spectators
from games.presenters import presenter, table_context
from games.presenters.clock_words import duration_words
from games.presenters.deciding import MOST_GAMES, deciding
from games.presenters.dice_chart import dice_chart
from games.presenters.example_game import example
from games.presenters.levels import levels_for
from games.presenters.table import Score
from games.services.invitations import kinds_for_two, wants_invitations
from games.views.kept import Kept
from games.views.record import archives_of

PER_PAGE = 25
RECENT_ON_FRONT_PAGE = 6
MINE_ON_FRONT_PAGE = 3
SIZES = range(
    min(kind.rules.min_players for kind in KINDS.values()),
    max(kind.rules.max_players for kind in KINDS.values()) + 1,
)
FEATURED = "games/_list_featured.html"
COMPANIES = ("people", "bots")
GROUPS = (
    gettext_lazy("Your turn"),
    gettext_lazy("Waiting for others to move"),
    gettext_lazy("Waiting for players"),
    gettext_lazy("Finished"),
)
"""Titles of the parts of one's own games, by the group `queries.games_of` puts them in."""


@dataclass(frozen=True)
class ListedSeat:
    """A seat in a row of a list. score: what the presenter shows of the player's progress."""

    seat: Seat
    score: Score


@dataclass(frozen=True)
class Row:
    """A game in a list.

    mine: the seat of the user whose list it is. is_left: whether that user had one until a bot took
    it over. watching: spectators.
    """

    game: Game
    seats: list[ListedSeat]
    mine: Seat | None
    is_left: bool
    watching: int

    @property
    def players(self) -> list[Seat]:
        """The seats alone."""
        return [listed.seat for listed in self.seats]

    @property
    def time_left(self) -> str:
        """How much time the holder of `mine` has left, "" where no clock of theirs runs."""
        if self.mine is None or self.mine.due_at is None:
            return ""
        return duration_words(max(self.mine.due_at - clock.now(), timedelta()))

    @property
    def is_defeat(self) -> bool:
        """Whether somebody won this game other than the holder of `mine`."""
        return any(listed.seat.won for listed in self.seats) and not (self.mine and self.mine.won)

    @property
    def result(self) -> str:
        """How a finished game ended for the user whose list it is, "" where they had no seat."""
        if self.mine is None and not self.is_left:
            return ""
        if self.game.challenge_id is not None:
            return _("Done") if self.mine and self.mine.won else _("Given up")
        winners = sum(bool(listed.seat.won) for listed in self.seats)
        if not winners:
            return _("Nobody won")
        if self.mine is None or not self.mine.won:
            return _("Lost")
        return _("Shared the win") if winners > 1 else _("Won")


@dataclass(frozen=True)
class GamesToLookAt:
    """The part of the front page that is nobody's, as HTML: a game on the board, and recent ones.

    Drawn by itself: to the rest of the page it is not the game that the visitor is at.
    recent: "" without any. players: who plays in the game on the board while it runs.
    """

    featured: str
    recent: str
    players: frozenset[int]


_to_look_at: Kept[GamesToLookAt] = Kept(32)


@require_safe
def home(request: Request) -> HttpResponse:
    """Show what this is: a game on the board, and the ways into one."""
    if request.htmx:
        return _featured_again(request)
    games = _games_to_look_at(request.user)
    context = {
        "featured": games.featured,
        "mine": _current_rows(request.user),
        "tables": queries.open_tables_for(request.user),
        "recent": games.recent,
        "levels": levels_for(request.user),
    }
    return render(request, "games/home.html", context)


@require_safe
def lobby(request: Request) -> HttpResponse:
    """Show the tables with a free seat; to the page's script the list alone."""
    tables = queries.open_tables_for(request.user)
    if request.htmx:
        return render(request, "games/_list_open_tables.html", {"tables": tables, "oob": True})
    context = {"tables": tables, "levels": levels_for(request.user)}
    return render(request, "games/lobby.html", context)


@require_safe
def watch(request: Request) -> HttpResponse:
    """Show the games being played."""
    page = _page(request, queries.live_games())
    watching = queries.spectators(list(page.object_list))
    context = {"page": page, "rows": rows(page.object_list, request.user, watching)}
    return render(request, "games/watch.html", context)


@require_safe
def replays(request: Request) -> HttpResponse:
    """Show the games that are over, all or those of one kind, size or company."""
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
    """Show the visitor's games: those that wait for them first, then the others."""
    user = request.user
    page = _page(request, queries.games_of(user) if isinstance(user, User) else Game.objects.none())
    found = rows(page.object_list, user)
    sections = [(GROUPS[group], list(part)) for group, part in groupby(found, key=_group)]
    invitations = list[Row]()
    if isinstance(user, User) and page.number == 1:
        invitations = rows(queries.invitations_to(user), user)
        if invitations:
            sections.insert(0, (gettext_lazy("You are invited"), invitations))
    archives = archives_of(user) if isinstance(user, User) else None
    context = {
        "page": page,
        "sections": sections,
        "archives": archives,
        "invitations": len(invitations),
        "has_next_game": any(_group(row) == 0 for row in found),
    }
    return render(request, "games/my_games.html", context)


@require_safe
def next_game(request: Request) -> HttpResponse:
    """Lead to the game that waits for the visitor and has the least time left.

    `after`: the code of the table they come from; if it still waits, the one after it is next.
    """
    user = request.user
    after = request.GET.get("after", "")
    game = queries.next_game_of(user, after) if isinstance(user, User) else None
    if game is None:
        messages.info(request, _("No game waits for your move just now."))
        return redirect("my_games")
    return redirect(game)


@require_safe
def player(request: Request, username: str) -> HttpResponse:
    """Show a player's finished games and how many of them they won."""
    user = User.objects.named(username)
    if user is None:
        raise Http404
    if user.username != username:
        # A former name does not lead here for good: who had it may take it again.
        return redirect(user, permanent=user.username.lower() == username.lower())
    visitor = request.user
    games = queries.finished_games_of(user, visitor)
    page = _page(request, games)
    results = queries.results_of(user, games)
    context = {
        "player": user,
        "online": is_online(user),
        "away_until": on_vacation_until(user, timezone.now()),
        "page": page,
        "rows": rows(page.object_list, user),
        "totals": queries.totals_of(user, games),
        "results": [(presenter(row["kind"]).ABOUT.name, row) for row in results],
        "may_invite": wants_invitations(user, visitor if isinstance(visitor, User) else None),
        "kinds_for_two": {kind: presenter(kind).ABOUT for kind in kinds_for_two()},
        "dice": dice_chart(user.dice_tallies.all()),
        "deciding": deciding(queries.grades_of(user, games)[:MOST_GAMES]),
    }
    return render(request, "games/player.html", context)


def rows(
    games: Iterable[Game], whose: queries.Visitor, watching: dict[int, int] | None = None
) -> list[Row]:
    """Return what a list shows of these games, as seen from the side of one user."""
    return [_row(game, whose.pk, (watching or {}).get(game.pk, 0)) for game in games]


def _row(game: Game, user_id: int | None, watching: int) -> Row:
    """Return a game's row, from its snapshot: reading every log would be a query for each."""
    seats = list(game.seats.all())
    pov = Pov(game, seats, History(states=[game.position()]), 0, None)
    score = presenter(game.kind).score
    return Row(
        game=game,
        seats=[ListedSeat(seat, score(pov, seat.player)) for seat in seats],
        mine=next((seat for seat in seats if user_id and seat.user_id == user_id), None),
        is_left=any(seat.left_by_id == user_id for seat in seats if user_id),
        watching=watching,
    )


def _group(row: Row) -> int:
    group: int = row.game.group  # type: ignore[attr-defined]  # annotated by games_of
    return group


def _current_rows(visitor: queries.Visitor) -> list[Row]:
    """Return the first of the visitor's games that are not over: those to move in, invitations."""
    if not isinstance(visitor, User):
        return []
    current = queries.games_of(visitor).exclude(status=Game.Status.FINISHED)
    found = rows(current[:MINE_ON_FRONT_PAGE], visitor)
    own_turn = [row for row in found if _group(row) == 0]
    invitations = rows(queries.invitations_to(visitor)[:MINE_ON_FRONT_PAGE], visitor)
    return [*own_turn, *invitations, *found[len(own_turn) :]][:MINE_ON_FRONT_PAGE]


def _page(request: Request, games: QuerySet[Game]) -> Page[Game]:
    """Return the page asked for; the first for nonsense, the last for a number too large."""
    return Paginator(games, PER_PAGE).get_page(request.GET.get("page"))


def _games_to_look_at(visitor: queries.Visitor) -> GamesToLookAt:
    """Return what visitors look at; the same for some seconds, except for its players."""
    if settings.FRONT_PAGE_KEPT:
        key = get_language(), int(monotonic() / settings.FRONT_PAGE_KEPT)
        kept = _to_look_at.get(key, lambda: _draw_games_to_look_at(AnonymousUser()))
        if visitor.pk not in kept.players:
            return kept
    return _draw_games_to_look_at(visitor)


def _draw_games_to_look_at(visitor: queries.Visitor) -> GamesToLookAt:
    pov, what = _featured(visitor)
    games = queries.finished_games().exclude(pk=pov.game.pk)[:RECENT_ON_FRONT_PAGE]
    recent = rows(games, AnonymousUser())
    return GamesToLookAt(
        featured=render_to_string(FEATURED, _featured_context(pov, what)),
        recent=render_to_string("games/_list_games.html", {"rows": recent}) if recent else "",
        players=frozenset(
            seat.user_id for seat in pov.seats if what == "live" and seat.user_id is not None
        ),
    )


def _featured(visitor: queries.Visitor, code: str = "") -> tuple[Pov, str]:
    """Return a game for the front page, and what it is: live, recent or an example.

    A game that is being shown, by its code, stays as long as it moves. Games of people alone come
    before those with bots.
    """
    live = queries.games_to_feature(visitor)
    for games, what in (
        (live.filter(code=code) if code.isalnum() else live.none(), "live"),
        (queries.filtered(live, company="people"), "live"),
        (live, "live"),
        (queries.finished_games(), "recent"),
    ):
        game = games.prefetch_related(None).first()  # a point of view reads the seats itself
        if game is not None:
            return pov_of(game, None), what
    return example(), "example"


def _featured_context(pov: Pov, what: str) -> dict[str, Any]:
    seated = [seat.user_id for seat in pov.seats]
    watching = count_spectators(pov.game.code, seated) if what == "live" else 0
    return table_context(pov) | {"featured": what, "watching": watching}


def _featured_again(request: Request) -> HttpResponse:
    """Answer the front page's script with the game it shows, when that has gone on."""
    pov, what = _featured(request.user, request.GET.get("game", ""))
    shown = (request.GET.get("game"), request.GET.get("have"))
    if shown == (pov.game.code, str(pov.game.version)) and what == "live":
        return HttpResponse(status=204)
    return render(request, FEATURED, _featured_context(pov, what))
