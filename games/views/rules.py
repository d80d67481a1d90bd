"""The rules of each game in plain words."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.engine.registry import KINDS
from games.presenters import presenter


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show which games there are."""
    return render(request, "games/rules.html")


@require_safe
def rules(request: HttpRequest, kind: str) -> HttpResponse:
    """Show the rules of a game kind, its odds and what its bots are like."""
    if kind not in KINDS:
        raise Http404
    context = presenter(kind).rules_context() | {"kind": kind}
    return render(request, f"games/{kind}/rules.html", context)
