"""The public list of commitments: as pages, and as JSON for programs."""

from typing import Any

from django.http import HttpResponse, HttpResponseBadRequest, JsonResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import conditional_page, require_safe

from accounts.requests import Request, for_anybody, whole_number
from games.models.commitment import FORMAT, PublishedCommitment, utc

ENTRIES_PER_PAGE = 50
ENTRIES_AT_ONCE = 1000
"""The most entries of one answer as JSON."""

FRESH = 60
"""Seconds for which caches may keep an answer: so long a new entry may take to show up."""


@require_safe
def commitments(request: Request) -> HttpResponse:
    """Show the list, newest first, or from the entry of this number down."""
    newest = PublishedCommitment.objects.last()
    last = newest.number if newest else 0
    asked = whole_number(request.GET.get("from"))
    start = last if asked is None else min(asked, last)
    entries = PublishedCommitment.objects.filter(number__lte=start).order_by("-number")
    context = {
        "newest": newest,
        "entries": entries[:ENTRIES_PER_PAGE],
        "older": start - ENTRIES_PER_PAGE,
        "newer": min(start + ENTRIES_PER_PAGE, last) if start < last else 0,
        "format": FORMAT,
        "at_once": ENTRIES_AT_ONCE,
    }
    return render(request, "games/commitments.html", context)


@require_safe
@for_anybody
@conditional_page
def commitments_json(request: Request) -> HttpResponse:
    """Answer with the entries after a number, oldest first, and with the line to note down."""
    after = whole_number(request.GET.get("after", "0"))
    if after is None:
        return HttpResponseBadRequest(_("After which entry? Please give its number, or 0."))
    newest = PublishedCommitment.objects.last()
    entries = PublishedCommitment.objects.filter(number__gt=after)[:ENTRIES_AT_ONCE]
    answer = JsonResponse(
        {
            "format": FORMAT,
            "newest": str(newest) if newest else None,
            "entries": [_entry(entry) for entry in entries],
        }
    )
    patch_cache_control(answer, public=True, max_age=FRESH)
    return answer


def _entry(entry: PublishedCommitment) -> dict[str, Any]:
    return {
        "number": entry.number,
        "time": utc(entry.time),
        "commitment": entry.commitment,
        "previous": entry.previous,
        "hash": entry.hash,
        "key": entry.key,
        "signature": entry.signature,
    }
