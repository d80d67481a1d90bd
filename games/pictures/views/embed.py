"""A replay for other people's pages: the only page of the site that others may frame.

It needs no cookie, has no form and no script, and depends on no user.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, cast

from csp.constants import NONE
from csp.decorators import csp_replace
from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from accounts.answers import answer
from accounts.headers import for_other_sites
from accounts.limits import check_limit
from accounts.requests import Request, for_anybody, whole_number
from games.lru_cache import LruCache
from games.pictures.steps import around, stops
from games.pictures.views.still import TooManyPictures
from games.pov import Pov, pov_of
from games.presenters import presenter, table_context
from games.queries import started_game
from games.views.replay import drawn_from

POLICY = {"frame-ancestors": ["*"], "form-action": [NONE], "script-src": [NONE]}


_pages: LruCache[str] = LruCache(512)

# The library's type forgets that views have arguments.
framed = cast("Callable[[Callable[..., Any]], Callable[..., Any]]", csp_replace(POLICY))


@for_anybody
@require_safe
@xframe_options_exempt
@framed
def embed(request: Request, code: str) -> HttpResponse:
    """Show the position after `seq` events; the last one if `seq` is missing or too large."""
    game = started_game(code, AnonymousUser())
    pov = pov_of(game, None)
    seq = whole_number(request.GET.get("seq"))
    if seq is not None:
        pov = replace(pov, seq=min(seq, game.version))

    def draw() -> str:
        check_limit(request, "frames", TooManyPictures)
        return _drawn(pov)

    try:
        # Not cached while a game runs: the next event may change the last step.
        key = pov.seq, drawn_from(pov)
        page = _pages.get(key, draw) if game.is_finished else draw()
    except TooManyPictures as refusal:
        text = partial(HttpResponse, str(refusal), "text/plain; charset=utf-8", refusal.status)
        return answer(request, refusal, text)
    shown = HttpResponse(page)
    for_other_sites(shown)
    return shown


def _drawn(pov: Pov) -> str:
    # Nothing here may depend on the visitor: the page is cached for everybody.
    found = stops(pov)
    context = table_context(pov)
    context |= {
        "replay": context["t"].replay,
        "to": around(found, pov.seq),
        "number": sum(1 for stop in found if 0 < stop <= pov.seq),
        "steps": len(found) - 1,
        "about": presenter(pov.game.kind).ABOUT,
    }
    return render_to_string("pictures/embed.html", context)
