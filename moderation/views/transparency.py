"""The public page of what moderation did."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.requests import Request
from moderation.numbers import latest_months


@require_safe
def transparency(request: Request) -> HttpResponse:
    """Show the numbers of the last twelve months."""
    return render(request, "moderation/transparency.html", {"months": latest_months()})
