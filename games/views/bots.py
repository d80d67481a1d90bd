"""The page about the bots."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.requests import Request
from games.engine.registry import KINDS
from games.pages.bots import bots_of


@require_safe
def bots(request: Request) -> HttpResponse:
    """Show the bots of every game, how strong they are, and how much they dare."""
    return render(request, "games/bots.html", {"games": [bots_of(kind) for kind in KINDS]})
