"""The table: look at it, and act at it."""

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import get_language
from django.views.decorators.http import require_POST, require_safe

from accounts.answers import refused_with
from accounts.limits import limited
from accounts.requests import Request, whole_number
from games.engine.errors import InvalidAction
from games.live.tables import Viewer, answer_for
from games.models import Game, Seat
from games.queries import visible_game
from games.services.play import submit_action
from games.services.refusals import OnlyWatching, SignedOut, engine_refusals
from games.views.table_page import table_page, table_refused


@require_safe
def table(request: Request, code: str) -> HttpResponse:
    """Show a table; to htmx, which asks now and then, only what is newer than it has."""
    game = visible_game(code, request.user)
    if request.htmx and game.is_running and request.GET.get("have") == str(game.version):
        return HttpResponse(status=204)
    return table_page(request, game)


@require_POST
@limited("act")
@refused_with(table_refused)
def act(request: Request, code: str) -> HttpResponse:
    """Carry out a player's action and show what came of it."""
    game, player = _seated_game(request, code)
    with engine_refusals():
        action, token = game.rules.parse_action(action_text(request.POST)), _token(request)
    game = submit_action(code, player, action, token)
    if not request.htmx:
        return redirect(game)
    viewer = Viewer(request.user.pk, get_language() or "en")
    shown = answer_for(game, viewer, whole_number(request.POST.get("have")))
    return table_page(request, game) if shown is None else HttpResponse(shown)


def _seated_game(request: Request, code: str) -> tuple[Game, int]:
    """Return a game and which of its players the requester is.

    Raises:
        Http404: There is no such game, or it is not for the requester to see.
        OnlyWatching, SignedOut: They have no seat there.
    """
    user = request.user
    # A visitor has no number, and to look for a seat without one would find a bot's.
    if user.is_authenticated:
        seats = Seat.objects.select_related("game").filter(game__code=code, user=user)
        seat = seats.first()
        if seat is not None:
            return seat.game, seat.player
    visible_game(code, user)
    raise OnlyWatching if user.is_authenticated else SignedOut


def action_text(sent: QueryDict) -> str:
    """Return the text of the action: of the button used, with whatever was picked for it."""
    return sent.get("action", "") + "+".join(sent.getlist("pick"))


def _token(request: Request) -> int | None:
    text = request.POST.get("token", "")
    if not text:
        return None
    number = whole_number(text)
    if number is None:
        raise InvalidAction
    return number
