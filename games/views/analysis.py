"""The page that explains a finished game."""

import re
from dataclasses import dataclass, replace
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRefresh

from accounts.models import User
from accounts.preferences import preferences_of
from accounts.requests import Request, whole_number
from games.analysis.explanation import Explanation
from games.models import Game, Notice, SeatGrade
from games.pages.explained import explained_game
from games.pages.mistakes import mistakes_of
from games.pages.trying_again import series_of, trial_of
from games.pov import Pov, pov_of
from games.presenters import presenter, table_context, table_of
from games.presenters.replaying import turns_of
from games.queries import may_know_analysis, started_game
from games.services.analyses import (
    MOST_AHEAD,
    USUAL_DURATION,
    explanation_of,
    games_ahead,
    has_analysis,
    is_secret,
    wait_for,
)
from games.services.notices import read
from games.views.replay import CHUNK, place_of, reader, to_reader
from operations import clock


@dataclass(frozen=True, slots=True)
class Wait:
    """A page's wait for an analysis.

    since: when the page was opened, in seconds since 1970.  ahead: the number of games to analyse
    before this one, None while the wait is no longer than usual.
    is_notified: whether a notice will follow.
    """

    since: str
    ahead: int | None = None
    is_notified: bool = False
    most_ahead: int = MOST_AHEAD


@require_safe
def analysis(request: Request, code: str) -> HttpResponse:
    """Show the analysis of a finished game, or that it is still being worked out."""
    game = started_game(code, request.user)
    if request.htmx and game.is_finished:  # asked by this page, or by the daily challenge
        return _to_waiting_page(request, game)
    if is_secret(game):
        raise Http404
    pov = pov_of(game, None)
    context = {
        "game": game,
        "pov": pov,
        "about": presenter(game.kind).ABOUT,
        "is_analysed": has_analysis(game.kind),
    }
    context["is_withheld"] = not may_know_analysis(game, request.user)
    explanation = None if context["is_withheld"] else explanation_of(game)
    if explanation is not None:
        context |= _explained(request, replace(pov, explanation=explanation), explanation)
    if game.is_explained:
        _note_seen(request, game)
    elif game.is_finished and not context["is_withheld"]:
        context["wait"] = waiting(request, game)
    return render(request, "games/analysis.html", context)


def _explained(request: Request, pov: Pov, explanation: Explanation) -> dict[str, Any]:
    """Return the context of the page's replay, at the step that the address names."""
    game = pov.game
    seq = whole_number(request.GET.get("step"))
    if seq is not None and seq > game.version:
        raise Http404
    me = reader(request, pov)
    rows = SeatGrade.objects.filter(seat__game=game).select_related("seat")
    grades = {row.seat.player: row.to_grade() for row in rows}
    explained = explained_game(pov, explanation, grades, me, seq)
    shown = replace(pov, seq=explained.seq)
    return table_context(shown) | {
        "explained": explained,
        "me": me,
        "told": to_reader(shown, me),
        "replay": table_of(replace(shown, player=me)).replay,
        "place": place_of(shown, turns_of(shown), "?step=", ""),
        "chunk": CHUNK,
    }


@require_safe
def try_again(request: Request, code: str, seq: int) -> HttpResponse:
    """Ask for a better move than a mistake, and say how good the reader's answer is."""
    game = started_game(code, request.user)
    if is_secret(game) or not game.is_finished or not may_know_analysis(game, request.user):
        raise Http404
    explanation = explanation_of(game)
    if explanation is None:
        raise Http404
    pov = replace(pov_of(game, None), explanation=explanation)
    marked = mistakes_of(pov, explanation)
    mistake = next((mistake for mistake in marked if mistake.seq == seq), None)
    if mistake is None:
        raise Http404
    before = replace(pov, seq=mistake.before)
    trial = trial_of(
        before, mistake, request.GET.get("answer"), marked_from=explanation.marked_from
    )
    if trial is None:
        raise Http404
    me = reader(request, pov)
    context = table_context(before) | {
        "me": me,
        "told": to_reader(before, me),
        "mistake": mistake,
        "series": series_of(marked, mistake, me),
        "trial": trial,
    }
    return render(request, "games/try_again.html", context)


def _to_waiting_page(request: Request, game: Game) -> HttpResponse:
    """Reload the page once the analysis is there; until then say how long it may take."""
    if game.is_explained:
        if request.GET.get("sight") == "hidden":
            return HttpResponse(status=204)  # a reload would mark the notice as read
        _note_seen(request, game)
        return HttpResponseClientRefresh()
    wait = waiting(request, game)
    if wait.ahead is None or str(wait.ahead) == request.GET.get("ahead"):
        return HttpResponse(status=204)
    context = {"game": game, "is_analysed": True, "wait": wait}
    return render(request, "games/_analysis_to_come.html", context)


def waiting(request: Request, game: Game) -> Wait:
    """Return a visitor's wait for the analysis. If it is long, have users notified of its end."""
    now = int(clock.now().timestamp())
    asked = request.GET.get("since", "")
    since = int(asked) if re.fullmatch("[0-9]{1,12}", asked) else now
    is_over = game.is_explained or not has_analysis(game.kind)
    if is_over or now - since < USUAL_DURATION.total_seconds():
        return Wait(str(since))
    user = request.user
    is_notified = isinstance(user, User) and not is_secret(game) and _notify_at_end(user, game)
    return Wait(str(since), games_ahead(game), is_notified)


def _notify_at_end(user: User, game: Game) -> bool:
    """Have a user notified of the analysis, if they want such notices. Return whether they do."""
    if not preferences_of(user).channels_for(Notice.Kind.ANALYSIS):
        return False
    if not game.awaited_by.filter(pk=user.pk).exists():
        wait_for(game, user)
    return True


def _note_seen(request: Request, game: Game) -> None:
    if isinstance(request.user, User):
        news = request.user.notices.filter(kind=Notice.Kind.ANALYSIS, game=game, read_at=None)
        read(request.user, news)
