"""The public list of commitments: as pages, and as JSON for programs."""

import re
from typing import Any

from django.http import HttpResponse, HttpResponseBadRequest, JsonResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import conditional_page, require_safe

from accounts.requests import Request, for_anybody, whole_number
from games.models.commitment import FORMAT, LINES, PublishedCommitment, utc

Kind = PublishedCommitment.Kind

ENTRIES_PER_PAGE = 50
ENTRIES_AT_ONCE = 1000
"""Maximum number of entries in one JSON answer."""

HASH = re.compile(r"[0-9a-f]{64}")

MAX_AGE = 60
"""Seconds for which caches may keep an answer, so a new entry may show up this much later."""


@require_safe
def commitments(request: Request) -> HttpResponse:
    """Show the list, newest first. `from`: the number of the entry to begin with."""
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
        "line_of_commitment": LINES[Kind.COMMITMENT],
        "line_of_salts": LINES[Kind.SALTS],
        "at_once": ENTRIES_AT_ONCE,
    }
    return render(request, "games/commitments.html", context)


@require_safe
@for_anybody
@conditional_page
def commitments_json(request: Request) -> HttpResponse:
    """Answer with entries of the list, oldest first, and the newest entry as a text to note down.

    `after`: only entries with higher numbers.  `commitment`: only entries of this commitment.
    """
    after, commitment = whole_number(request.GET.get("after", "0")), request.GET.get("commitment")
    if after is None:
        return HttpResponseBadRequest(
            _("Give the number of the entry to start after, or 0 for the beginning.")
        )
    newest = PublishedCommitment.objects.last()
    entries = PublishedCommitment.objects.filter(number__gt=after)
    if commitment is not None:
        if not HASH.fullmatch(commitment):
            return HttpResponseBadRequest(_("Give a fingerprint: 64 hexadecimal digits."))
        entries = entries.filter(commitment=commitment)
    answer = JsonResponse(
        {
            "format": FORMAT,
            "newest": str(newest) if newest else None,
            "entries": [_entry(entry) for entry in entries[:ENTRIES_AT_ONCE]],
        }
    )
    patch_cache_control(answer, public=True, max_age=MAX_AGE)
    return answer


def _entry(entry: PublishedCommitment) -> dict[str, Any]:
    salts = {"salts": entry.salts} if entry.kind == Kind.SALTS else {}
    return {
        "number": entry.number,
        "time": utc(entry.time),
        "kind": entry.kind,
        "commitment": entry.commitment,
        **salts,
        "previous": entry.previous,
        "hash": entry.hash,
        "key": entry.key,
        "signature": entry.signature,
    }
