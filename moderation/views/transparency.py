"""The public report of moderation."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.requests import Request
from moderation.numbers import latest_months


@require_safe
def transparency(request: Request) -> HttpResponse:
    return render(request, "moderation/transparency.html", {"months": latest_months()})
