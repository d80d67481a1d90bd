"""A game step by step: each position is a page, and scripts fetch many positions at once."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, TypedDict

from django.http import Http404, HttpResponse, HttpResponseBadRequest, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.requests import Request, whole_number
from games.models import Game
from games.pov import Pov, pov_of
from games.presence import count_spectators
from games.presenters import part, presenter, table_context
from games.presenters.replaying import marks, question, since_last, stops
from games.presenters.talk import Talk, talk_on
from games.queries import started_game

CHUNK = 64
"""The most positions one request for frames may ask for."""

FRAMES_FRESH = 3600
"""Seconds a browser may keep the frames of a finished game; short, since a player's name may go."""

REGIONS = {
    "t-seats": "games/_seats.html",
    "r-step": "games/_replay_step.html",
}
"""What differs between two steps besides the pieces: templates of whole elements, by their id."""

GROWING = ("log", "marks")
"""What grows with a running game: parts of the page, by the names of their templates."""


class Frame(TypedDict):
    """A position as scripts fetch it.

    stop: whether a replay stops there.  at: milliseconds since the event before.
    moment: whether a replay pauses there if asked to.  asks, answer: what to guess, or "".
    say: what screen readers hear.  html: each region, by the id of its element.
    """

    seq: int
    stop: bool
    at: int
    moment: bool
    asks: str
    answer: str
    title: str
    say: str
    rolled: bool
    html: dict[str, str]


@dataclass(frozen=True, slots=True)
class Place:
    """Where among all steps a page is. number: 0 at the start.  steps: how many there are.

    to: the seq to which each button leads, None where it leads nowhere.
    """

    number: int
    steps: int
    to: dict[str, int | None]


@require_safe
def last(request: Request, code: str) -> HttpResponse:
    """Go to the step that the slider's form names, or to the last one there is."""
    game = started_game(code, request.user)
    number, seq = whole_number(request.GET.get("step")), game.version
    if number is not None:
        found = stops(_turns(pov_of(game, None)))
        seq = found[min(number, len(found) - 1)]
    return redirect(reverse("replay", args=(code, seq)) + _query(_side(request, game)))


@require_safe
def step(request: Request, code: str, seq: int) -> HttpResponse:
    """Show the position after `seq` events."""
    game = started_game(code, request.user)
    if seq > game.version:
        raise Http404
    return replay_page(request, game, talk_on(game, seq, request.user))


def replay_page(request: Request, game: Game, talk: Talk, status: int = 200) -> HttpResponse:
    """Return the page of the step that is talked about."""
    pov = replace(pov_of(game, None, talk.seq), side=_side(request, game))
    turns = _turns(pov)
    context = table_context(pov) | {
        "replay": presenter(game.kind).replay_step(pov),
        "query": _query(pov.side),
        "turns": turns,
        "marks": marks(pov, turns),
        "about": presenter(game.kind).ABOUT,
        "place": _place(pov, turns),
        "chunk": CHUNK,
        "talk": talk,
        "viewers": count_spectators(game) if game.is_running else 0,
    }
    return render(request, "games/replay.html", context, status=status)


@require_safe
def frames(request: Request, code: str) -> HttpResponse:
    """Answer with the positions `from`..`to` as JSON, each with its regions as HTML.

    While the game runs the answer holds the log too, because it may have grown; log=0 does
    without it. A browser may keep the steps of a finished game where `lang` names the language
    they are in: the address says what is kept.
    """
    game = started_game(code, request.user)
    first, final = whole_number(request.GET.get("from")), whole_number(request.GET.get("to"))
    if first is None or final is None or not 0 <= final - first < CHUNK:
        return HttpResponseBadRequest(_("Ask for at most 64 steps, from the first to the last."))
    pov = replace(pov_of(game, None), side=_side(request, game))
    turns = _turns(pov)
    ends = frozenset(stops(turns))
    shown = [
        _frame(replace(pov, seq=seq), stop=seq in ends)
        for seq in range(first, min(final, game.version) + 1)
    ]
    grown = _grown(pov, turns) if game.is_running and request.GET.get("log") != "0" else {}
    answer = JsonResponse(
        {"version": game.version, "frames": shown, **grown},
        json_dumps_params={"ensure_ascii": False},
    )
    if game.is_finished and request.GET.get("lang") == get_language():
        patch_cache_control(answer, private=True, max_age=FRAMES_FRESH)
    else:
        patch_cache_control(answer, no_store=True)
    return answer


def _side(request: Request, game: Game) -> int | None:
    """Return the player whose side the address asks for, None without one at this table."""
    side = whole_number(request.GET.get("as"))
    return side if side is not None and side < game.size else None


def _query(side: int | None) -> str:
    """Return what every address of a replay seen from this side ends in."""
    return "" if side is None else f"?as={side}"


def _turns(pov: Pov) -> Sequence[Any]:
    """Return the whole log so far, grouped by turns, whatever position is shown."""
    return presenter(pov.game.kind).turns(pov.log, pov.game.version)


def _frame(pov: Pov, *, stop: bool) -> Frame:
    """Return the position shown for scripts. stop: whether a replay stops there."""
    step = presenter(pov.game.kind).replay_step(pov)
    context = table_context(pov) | {"replay": step}
    paths = {"t-pieces": part(pov.game.kind, "pieces"), **REGIONS}
    asked = question(pov)
    return {
        "seq": pov.seq,
        "stop": stop,
        "at": since_last(pov),
        "moment": presenter(pov.game.kind).is_moment(pov),
        "asks": asked.words if asked else "",
        "answer": asked.answer if asked else "",
        "title": step.title,
        "say": context["t"].told,
        "rolled": pov.event is not None and pov.event.type == "rolled",
        "html": {name: render_to_string(path, context) for name, path in paths.items()},
    }


def _grown(pov: Pov, turns: Sequence[Any]) -> dict[str, str]:
    """Return what grows with a running game as HTML, for scripts."""
    context = {
        "game": pov.game,
        "pov": pov,
        "turns": turns,
        "query": _query(pov.side),
        "marks": marks(pov, turns),
    }
    return {name: render_to_string(f"games/_replay_{name}.html", context) for name in GROWING}


def _place(pov: Pov, turns: Sequence[Any]) -> Place:
    ends = stops(turns)
    return Place(
        number=bisect_left(ends, pov.seq),
        steps=len(ends) - 1,
        to=_destinations(pov, ends, [turn.first for turn in turns]),
    )


def _destinations(pov: Pov, ends: Sequence[int], starts: Sequence[int]) -> dict[str, int | None]:
    at, end = pov.seq, pov.game.version
    before, after = bisect_left(starts, at), bisect_right(starts, at)
    back = {
        "first": 0,
        "turn_back": starts[before - 1] if before else 0,
        "back": ends[max(bisect_left(ends, at) - 1, 0)],
    }
    forward = {
        "forward": ends[min(bisect_right(ends, at), len(ends) - 1)],
        "turn_forward": starts[after] if after < len(starts) else end,
        "last": end,
    }
    return {
        **(back if at > 0 else dict.fromkeys(back)),
        **(forward if at < end else dict.fromkeys(forward)),
    }
