"""A position as a picture, for links to it."""

from http import HTTPStatus

from django.http import Http404, HttpResponse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from accounts.headers import for_other_sites
from accounts.limits import check_limit
from accounts.refusals import Refusal
from accounts.requests import Request
from games.models import Game
from games.pictures.painter import PaintingFailedError
from games.pictures.still import kept_picture, new_picture
from games.pov import pov_of
from games.queries import started_game

FRESH = 24 * 3600
FRESH_WHILE_RUNNING = 60
"""Seconds for which caches may keep a picture: positions never change, but names may."""


class TooManyPictures(Refusal):
    code, status = "too-many-pictures", HTTPStatus.TOO_MANY_REQUESTS
    message = _("Too many pictures at once. Try again in a minute.")


class NotDrawn(Refusal):
    code, status = "not-drawn", HTTPStatus.SERVICE_UNAVAILABLE
    message = _("We couldn't draw this picture. Try again later.")


@require_safe
def picture(request: Request, code: str, seq: int) -> HttpResponse:
    """Answer with the position after `seq` events as PNG."""
    game = started_game(code, request.user)
    if seq > game.version:
        raise Http404
    pov = pov_of(game, None, seq)
    png = kept_picture(pov)
    if png is None:
        check_limit(request, "draw", TooManyPictures)
        try:
            png = new_picture(pov)
        except PaintingFailedError:
            raise NotDrawn from None
    answer = HttpResponse(png, content_type="image/png")
    let_keep(answer, game)
    return answer


def let_keep(answer: HttpResponse, game: Game) -> None:
    """Let browsers and caches keep a picture, and other sites show it."""
    for_other_sites(answer)
    if game.challenge is not None and not game.challenge.is_over:
        patch_cache_control(answer, private=True, no_store=True)  # not everybody may see it yet
        return
    age = FRESH if game.is_finished else FRESH_WHILE_RUNNING
    patch_cache_control(answer, public=True, max_age=age)
