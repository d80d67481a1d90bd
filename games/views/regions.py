"""Pages with regions that change while the page is open: a script asks for them again."""

from collections.abc import Callable, Mapping
from hashlib import blake2b
from http import HTTPStatus
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString

from accounts.requests import Request


def page_with_regions(
    request: Request,
    template: str,
    regions: Mapping[str, str],
    rest: Callable[[], Mapping[str, Any]],
) -> HttpResponse:
    """Return a whole page; its script gets only the regions, or nothing if they have not changed.

    The script sends the stamp of the regions on the page as `have`; the page's template includes
    _regions_again.html. rest: returns the page's context besides the regions.
    """
    # Regions hold no forms: their CSRF tokens would change the stamp each time.
    drawn = {id_: SafeString(html) for id_, html in regions.items()}
    stamp = blake2b("".join(drawn.values()).encode(), digest_size=8).hexdigest()
    context: dict[str, Any] = {"regions": drawn, "stamp": stamp}
    if not request.htmx:
        return render(request, template, {**context, **rest()})
    if request.GET.get("have") == stamp:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    return render(request, "games/_regions_again.html", {**context, "alone": True})
