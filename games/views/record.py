"""The record of a game as JSON: everything needed to play it through again elsewhere."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import conditional_page, require_safe

from games.engine.record import RecordPlayer
from games.engine.record import record as record_of
from games.history import history
from games.models import Game, Seat
from games.presenters.names import seat_name
from games.queries import started_game


@require_safe
@conditional_page
def record(request: HttpRequest, code: str) -> HttpResponse:
    """Answer with the record of a game that has started; while it runs, of what was played.

    Caches must ask each time, because games go on and names go, but a record that has not
    changed is not sent twice.
    """
    game = started_game(code, request.user)
    answer = JsonResponse(_record(game), json_dumps_params={"ensure_ascii": False})
    answer["Content-Disposition"] = f'inline; filename="{game.kind}-{game.code}.json"'
    patch_cache_control(answer, no_cache=True)
    return answer


def _record(game: Game) -> dict[str, Any]:
    seats = game.seats.select_related("user")
    events = history(game).events[: game.version]
    return record_of(game.rules, [_player(seat) for seat in seats], events)


def _player(seat: Seat) -> RecordPlayer:
    return {"name": seat_name(seat), "bot": seat.bot or None}
