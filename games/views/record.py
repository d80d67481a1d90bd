"""The record of a game as JSON or text: everything needed to play it through again elsewhere."""

import io
import zipfile
from collections.abc import Iterable

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse, JsonResponse
from django.utils.cache import patch_cache_control
from django.views.decorators.cache import never_cache
from django.views.decorators.http import conditional_page, require_POST, require_safe

from accounts.limits import limited
from accounts.models import User
from accounts.requests import Request, SignedInRequest
from games.engine.records.game_record import GameRecord
from games.engine.records.text_record import text_of
from games.export import file_name, files_of, recorded_game
from games.history import history
from games.models import Game
from games.queries import started_game, started_games_of

GAMES_AT_ONCE = 50
"""Maximum number of games in an archive, made in memory: a long game takes a tenth of a second."""


@require_safe
@conditional_page
def record(request: Request, code: str) -> HttpResponse:
    """Answer with the record of a game that has started; while it runs, up to its last event.

    Caches must ask each time, because games go on and names may be deleted; an unchanged record
    is not sent again.
    """
    game = started_game(code, request.user)
    data = _recorded(game).to_json()
    return _named(JsonResponse(data, json_dumps_params={"ensure_ascii": False}), game, "json")


@require_safe
@conditional_page
def text(request: Request, code: str) -> HttpResponse:
    """Answer with the record of a game that has started, as text."""
    game = started_game(code, request.user)
    answer = HttpResponse(text_of(_recorded(game)), content_type="text/plain; charset=utf-8")
    return _named(answer, game, "txt")


@require_POST
@never_cache
@login_required
@limited("export_games")
def my_records(request: SignedInRequest) -> HttpResponse:
    """Answer with an archive of the visitor's own games, each as JSON and as text."""
    user = request.user
    page = archives_of(user).get_page(request.POST.get("part"))
    answer = HttpResponse(_archive(page.object_list), content_type="application/zip")
    name = f"games-{user.username}-{page.number}.zip"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def archives_of(user: User) -> Paginator[Game]:
    """Return the games that the user can download, a page for each archive."""
    return Paginator(started_games_of(user), GAMES_AT_ONCE)


def _archive(games: Iterable[Game]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for game in games:
            for name, content in files_of(game):
                archive.writestr(name, content)
    return file.getvalue()


def _recorded(game: Game) -> GameRecord:
    seats, log = list(game.seats.select_related("user", "left_by")), history(game)
    return recorded_game(game, seats, log.events[: game.version], log.used)


def _named(answer: HttpResponse, game: Game, ending: str) -> HttpResponse:
    answer["Content-Disposition"] = f'inline; filename="{file_name(game, ending)}"'
    patch_cache_control(answer, no_cache=True)
    return answer
