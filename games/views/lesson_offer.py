"""The offer of a lesson: once for each game, at a newcomer's first table of it."""

from http import HTTPStatus

from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from accounts.requests import Request, next_page
from games.engine.registry import KINDS
from games.models import Seat
from games.pages import pages_of
from games.pov import Pov

SEEN_FOR = 365 * 24 * 60 * 60


def offers_lesson(request: Request, pov: Pov) -> bool:
    """Return whether this is a newcomer's first table of a game, with bots, before they move.

    Only bots wait for the newcomer there, so there is time for a lesson.
    """
    game = pov.game
    if _seen(game.kind) in request.COOKIES or pages_of(game.kind).LESSON is None:
        return False
    # A full table starts only when the player's browser has sent its salt, a moment later.
    full = len(pov.seats) == game.size and (game.is_waiting or game.is_running)
    if pov.seat is None or not full or game.challenge_id is not None or game.pass_and_play:
        return False
    if any(not seat.bot for seat in pov.seats if seat.player != pov.player):
        return False
    if any(event.player == pov.player for event in pov.log.events[: game.version]):
        return False
    same_game = Seat.objects.filter(user=pov.seat.user_id, game__kind=game.kind)
    return not same_game.exclude(game=game).exists()


@require_POST
def no_thanks(request: Request, kind: str) -> HttpResponse:
    """Don't offer the lesson of a game in this browser any more."""
    if kind not in KINDS:
        raise Http404
    if request.htmx:
        return remember_seen(HttpResponse(status=HTTPStatus.NO_CONTENT), kind)
    return remember_seen(redirect(next_page(request, "home")), kind)


def remember_seen(response: HttpResponse, kind: str) -> HttpResponse:
    """Have the browser remember that it needs no offer of this lesson any more."""
    response.set_cookie(
        _seen(kind),
        "seen",
        max_age=SEEN_FOR,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response


def _seen(kind: str) -> str:
    """Name of the cookie of browsers in which the lesson was finished or refused."""
    return f"lesson-{kind}"
