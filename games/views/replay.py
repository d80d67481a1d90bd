"""A game step by step: each position is a page, and scripts fetch many positions at once."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.fragments import table_context
from games.pov import Pov, pov_of
from games.presence import count_spectators
from games.presenters import presenter
from games.presenters.names import seat_name
from games.queries import started_game

CHUNK = 64
"""The most positions one request for frames may ask for."""

FRAMES_FRESH = 3600
"""Seconds a browser may keep the frames of a finished game; short, since a player's name may go."""

REGIONS = {
    "t-pieces": "games/{kind}/_pieces.html",
    "t-seats": "games/_seats.html",
    "r-step": "games/_replay_step.html",
}
"""What differs between two steps: the templates of whole elements, by their id."""


@require_safe
def last(request: HttpRequest, code: str) -> HttpResponse:
    """Go to the step that the slider's form names, or to the last one there is."""
    game = started_game(code, request.user)
    seq = _number(request.GET.get("seq"))
    return redirect("replay", code, game.version if seq is None else min(seq, game.version))


@require_safe
def step(request: HttpRequest, code: str, seq: int) -> HttpResponse:
    """Show the position after `seq` events."""
    game = started_game(code, request.user)
    if seq > game.version:
        raise Http404
    pov = pov_of(game, None, seq)
    turns = _turns(pov)
    context = _frame_context(pov) | {
        "turns": turns,
        "to": _destinations(pov, turns),
        "chunk": CHUNK,
        "viewers": count_spectators(game) if game.is_running else 0,
    }
    return render(request, "games/replay.html", context)


@require_safe
def frames(request: HttpRequest, code: str) -> HttpResponse:
    """Answer with the positions `from`..`to` as JSON, each with its regions as HTML.

    While the game runs the answer holds the log too, because it may have grown.
    """
    game = started_game(code, request.user)
    first, final = _number(request.GET.get("from")), _number(request.GET.get("to"))
    if first is None or final is None or not 0 <= final - first < CHUNK:
        return HttpResponseBadRequest(_("Ask for at most 64 steps, from the first to the last."))
    pov = pov_of(game, None)
    data: dict[str, Any] = {
        "version": game.version,
        "frames": [_frame(pov, seq) for seq in range(first, min(final, game.version) + 1)],
    }
    if game.is_running:
        log = {"game": game, "pov": pov, "turns": _turns(pov)}
        data["log"] = render_to_string("games/_replay_log.html", log)
    answer = JsonResponse(data, json_dumps_params={"ensure_ascii": False})
    if game.is_finished:
        patch_cache_control(answer, private=True, max_age=FRAMES_FRESH)
    else:
        patch_cache_control(answer, no_store=True)
    return answer


def _number(text: str | None) -> int | None:
    """Return a seq from a query string, None for anything else."""
    if text and text.isascii() and text.isdecimal() and len(text) < 10:
        return int(text)
    return None


def _turns(pov: Pov) -> Sequence[Any]:
    """Return the whole log so far, grouped by turns, whatever position is shown."""
    return presenter(pov.game.kind).turns(pov.log, pov.game.version)


def _frame_context(pov: Pov) -> dict[str, Any]:
    """Return what the regions of one step draw.

    title: of the page.  rows: the ways to use the dice, of the decision that is open or has
    just been made.  chosen: the action taken there.  coming: the type of the next event.
    """
    context = table_context(pov)
    rows, answer = context["t"]["rows"], pov.next_event
    if not rows and pov.event is not None:
        before = replace(pov, seq=pov.seq - 1)
        rows, answer = table_context(before)["t"]["rows"], pov.event
    coming = pov.next_event
    return context | {
        "title": _title(pov),
        "rows": rows,
        "chosen": str(pov.rules.action_of(answer)) if answer else "",
        "coming": coming and coming.type,
    }


def _title(pov: Pov) -> str:
    names = " – ".join(seat_name(seat) for seat in pov.seats)
    return _("Step %(seq)d · %(names)s · Can't Stop") % {"seq": pov.seq, "names": names}


def _frame(pov: Pov, seq: int) -> dict[str, Any]:
    """Return one step for scripts."""
    pov = replace(pov, seq=seq)
    context = _frame_context(pov)
    paths = {name: path.format(kind=pov.game.kind) for name, path in REGIONS.items()}
    return {
        "seq": seq,
        "title": context["title"],
        "say": context["t"]["status"],
        "rolled": pov.event is not None and pov.event.type == "rolled",
        "html": {name: render_to_string(path, context) for name, path in paths.items()},
    }


def _destinations(pov: Pov, turns: Sequence[Any]) -> dict[str, int | None]:
    """Return where each button leads, None where it leads nowhere."""
    starts = [turn.first for turn in turns]
    at, end = pov.seq, pov.game.version
    before, after = bisect_left(starts, at), bisect_right(starts, at)
    back = {
        "first": 0,
        "turn_back": starts[before - 1] if before else 0,
        "back": at - 1,
    }
    forward = {
        "forward": at + 1,
        "turn_forward": starts[after] if after < len(starts) else end,
        "last": end,
    }
    return {
        **(back if at > 0 else dict.fromkeys(back)),
        **(forward if at < end else dict.fromkeys(forward)),
    }
