"""A replay for other people's pages: the only page of the site that may be framed.

It needs no cookie, has no form and no script, and knows nobody.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

from csp.constants import NONE
from csp.decorators import csp_replace
from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from accounts.headers import for_other_sites
from accounts.requests import Request, for_anybody, whole_number
from games.pictures.steps import around, stops
from games.pov import pov_of
from games.presenters import presenter, table_context
from games.queries import started_game

POLICY = {"frame-ancestors": ["*"], "form-action": [NONE], "script-src": [NONE]}


# The library's type forgets that views have arguments.
framed = cast("Callable[[Callable[..., Any]], Callable[..., Any]]", csp_replace(POLICY))


@for_anybody
@require_safe
@xframe_options_exempt
@framed
def embed(request: Request, code: str) -> HttpResponse:
    """Show the position after `seq` events, or the last one; an odd number is the nearest."""
    game = started_game(code, AnonymousUser())
    pov = pov_of(game, None)
    seq = whole_number(request.GET.get("seq"))
    if seq is not None:
        pov = replace(pov, seq=min(seq, game.version))
    found = stops(pov)
    context = table_context(pov) | {
        "replay": presenter(game.kind).replay_step(pov),
        "to": around(found, pov.seq),
        "number": sum(1 for stop in found if 0 < stop <= pov.seq),
        "steps": len(found) - 1,
        "about": presenter(game.kind).ABOUT,
    }
    # Without the request: nothing of the visitor is looked at, so the page is anybody's.
    answer = HttpResponse(render_to_string("pictures/embed.html", context))
    for_other_sites(answer)
    return answer
