"""The page that explains a finished game."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRefresh

from accounts.requests import Request
from games.analysis.explanation import Grade
from games.models import Game, SeatGrade
from games.pov import pov_of
from games.presenters import presenter
from games.presenters.explained import explained_game
from games.queries import may_know_analysis, started_game
from games.services.analyses import explanation_of, has_analysis, is_secret


@require_safe
def analysis(request: Request, code: str) -> HttpResponse:
    """Show what everything in a finished game was worth, or that it is still being worked out."""
    game = started_game(code, request.user)
    if not game.is_finished:
        raise Http404
    if request.htmx:  # a page that waits; it may be another one, such as that of the day
        return HttpResponseClientRefresh() if game.is_explained else HttpResponse(status=204)
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
        context["explained"] = explained_game(pov, explanation, _grades(game))
    return render(request, "games/analysis.html", context)


def _grades(game: Game) -> dict[int, Grade]:
    rows = SeatGrade.objects.filter(seat__game=game).select_related("seat")
    return {row.seat.player: row.to_grade() for row in rows}
