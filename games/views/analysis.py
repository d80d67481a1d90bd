"""The page that explains a finished game."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRefresh

from accounts.requests import Request
from games.analysis.explanation import Explanation
from games.models import Game
from games.pov import pov_of
from games.presenters import presenter
from games.presenters.explained import explained_game
from games.queries import started_game
from games.services.analyses import explanation_of, has_analysis


@require_safe
def analysis(request: Request, code: str) -> HttpResponse:
    """Show what everything in a finished game was worth, or that it is still being worked out."""
    game = started_game(code, request.user)
    if not game.is_finished:
        raise Http404
    explanation = explanation_of(game)
    if request.htmx:
        if explanation is not None:
            return HttpResponseClientRefresh()
        return render(request, "games/_analysis_to_come.html", _to_come(game))
    return _page(request, game, explanation)


def _page(request: Request, game: Game, explanation: Explanation | None) -> HttpResponse:
    pov = pov_of(game, None)
    context = {"game": game, "pov": pov, "about": presenter(game.kind).ABOUT, **_to_come(game)}
    if explanation is not None:
        context["explained"] = explained_game(pov, explanation)
    return render(request, "games/analysis.html", context)


def _to_come(game: Game) -> dict[str, object]:
    return {"game": game, "is_analysed": has_analysis(game.kind)}
