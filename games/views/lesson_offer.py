"""The offer of a lesson: once, at a newcomer's first table."""

from http import HTTPStatus

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from accounts.requests import Request, next_page
from games.models import Seat
from games.pov import Pov
from games.presenters import presenter

SEEN = "lesson"
"""The cookie of browsers in which somebody did a lesson to its end, or did not want one."""

SEEN_FOR = 365 * 24 * 60 * 60


def offers_lesson(request: Request, pov: Pov) -> bool:
    """Return whether this is a newcomer's first table: against bots, before their first move.

    No person waits for them there, so there is time for a lesson.
    """
    game = pov.game
    if SEEN in request.COOKIES or presenter(game.kind).LESSON is None:
        return False
    # A table that waits for nobody but its player's browser starts in a moment.
    full = len(pov.seats) == game.size and (game.is_waiting or game.is_running)
    if pov.seat is None or not full or game.challenge_id is not None or game.pass_and_play:
        return False
    if any(not seat.bot for seat in pov.seats if seat.player != pov.player):
        return False
    if any(event.player == pov.player for event in pov.log.events[: game.version]):
        return False
    return not Seat.objects.filter(user=pov.seat.user_id).exclude(game=game).exists()


@require_POST
def no_thanks(request: Request) -> HttpResponse:
    """Offer no lesson any more in this browser."""
    if request.htmx:
        return remember_seen(HttpResponse(status=HTTPStatus.NO_CONTENT))
    return remember_seen(redirect(next_page(request, "home")))


def remember_seen(response: HttpResponse) -> HttpResponse:
    """Have the browser remember that it needs no offer any more."""
    response.set_cookie(
        SEEN,
        "seen",
        max_age=SEEN_FOR,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response
