"""The rules of each game, how to play it well, a score sheet to print, and its bots."""

from datetime import timedelta
from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from accounts.requests import Request
from games.engine.registry import KINDS
from games.lru_cache import LruCache
from games.pages import pages_of
from games.pages.bots import bots_of
from games.presenters import presenter
from games.presenters.bots import bots_on_offer
from games.services.analyses import has_analysis
from games.services.clocks import FIRST_MOVE
from games.services.tables import ABANDONED_TIME, GUEST_TIME, WAITING_TIME

_strategies: LruCache[str] = LruCache(64)


@require_safe
def index(request: Request) -> HttpResponse:
    """Show the list of games."""
    return render(request, "games/rules.html")


@require_safe
def rules(request: Request, kind: str) -> HttpResponse:
    """Show the rules of a game kind, with pictures, and describe its bots."""
    context = _about(kind) | pages_of(kind).rules_context() | {"bots": bots_on_offer(kind)}
    return render(request, f"games/{kind}/rules.html", context)


@require_safe
def strategy(request: Request, kind: str) -> HttpResponse:
    """Show the exact odds of a game kind, and what follows from them.

    The text within the page is the same for every visitor, so it is rendered once.
    """
    context = _about(kind) | {"is_analysed": has_analysis(kind)}

    def draw() -> str:
        shown = context | pages_of(kind).strategy_context()
        return render_to_string(f"games/{kind}/_strategy.html", shown)

    context["lesson"] = _strategies.get((kind, context["is_analysed"], get_language()), draw)
    return render(request, f"games/{kind}/strategy.html", context)


@require_safe
def sheet(request: Request, kind: str) -> HttpResponse:
    """Show a score sheet to print, for people with real dice; 404 for kinds without one."""
    context = _about(kind)
    score_sheet = pages_of(kind).score_sheet
    if score_sheet is None:
        raise Http404
    form = score_sheet.Form(request.GET or score_sheet.USUAL, label_suffix="")
    context["form"] = form
    if form.is_valid():
        context["sheet"] = score_sheet.draw(form.cleaned_data)
        context["sheet_template"] = f"games/{kind}/_sheet.html"
    status = HTTPStatus.OK if form.is_valid() else HTTPStatus.BAD_REQUEST
    return render(request, "games/sheet.html", context, status=status)


@require_safe
def bots(request: Request) -> HttpResponse:
    """Show the bots of every game, how strong they are, and how much they dare."""
    return render(request, "games/bots.html", {"games": [bots_of(kind) for kind in KINDS]})


def _about(kind: str) -> dict[str, Any]:
    """Return the context of every page about a kind. Raises Http404 for an unknown one."""
    if kind not in KINDS:
        raise Http404
    return {
        "kind": kind,
        "about": presenter(kind).ABOUT,
        "fewest": KINDS[kind].rules.min_players,
        "most": KINDS[kind].rules.max_players,
        "move_days": ABANDONED_TIME.days,
        "first_move_minutes": FIRST_MOVE // timedelta(minutes=1),
        "guest_hours": GUEST_TIME // timedelta(hours=1),
        "waiting_days": WAITING_TIME.days,
    }
