"""The rules of each game in plain words."""

from importlib import import_module

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.engine.registry import KINDS


@require_safe
def rules(request: HttpRequest, kind: str) -> HttpResponse:
    """Show the rules of a game kind, its odds and what its bots are like."""
    if kind not in KINDS:
        raise Http404
    page = import_module(f"games.presenters.{kind}.rules_page")
    return render(request, f"games/{kind}/rules.html", page.context())
