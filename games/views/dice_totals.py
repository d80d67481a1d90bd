"""The totals of all dice of the site."""

from django.db.models import Sum
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.requests import Request
from games.engine.registry import KINDS
from games.models import DiceTally
from games.pages.dice_chart import dice_chart
from games.presenters import presenter
from games.services.tallies import COLUMNS


@require_safe
def dice_totals(request: Request) -> HttpResponse:
    """Show the totals of all rolls beside the expected totals, together and by game."""
    sums = DiceTally.objects.values("kind").annotate(**{name: Sum(name) for name in COLUMNS})
    tallies = [DiceTally(**row) for row in sums.order_by("kind")]
    by_kind = [
        (presenter(kind).ABOUT.name, dice_chart(found))
        for kind in KINDS
        if (found := [tally for tally in tallies if tally.kind == kind])
    ]
    context = {"together": dice_chart(tallies), "by_kind": by_kind}
    return render(request, "games/dice_totals.html", context)
