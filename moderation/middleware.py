"""Answers in place of a view if the user is suspended, or must read a warning first."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.db.models import F, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from accounts.answers import answer
from accounts.models import User
from accounts.requests import Request, is_for_anybody
from accounts.sanctions.checks import Kind, Sanctioned
from accounts.sanctions.models import Sanction
from accounts.statements import Select
from games.models import Game
from operations import metrics

ALWAYS_OPEN = frozenset(
    {
        *("my_sanctions", "appeal", "warning_read", "transparency"),
        *("about", "contact", "house_rules", "privacy"),
        *("account_settings", "account_data", "account_data_download", "account_delete"),
        "unsubscribe",
        *("account_reauthenticate", "mfa_authenticate", "mfa_reauthenticate", "account_logout"),
    }
)
"""Pages that suspended users may see, such as those to appeal, sign out or delete the account."""

JUST_NOW = timedelta(minutes=10)
"""A game with a step this recent is live, and no warning interrupts it."""


def _sanctions_of_concern(user_id: int) -> QuerySet[Sanction]:
    unread = Q(kind=Kind.WARNING, acknowledged_at=None)
    held = Q(revoked_at=None) & (Q(kind=Kind.SUSPENSION) | unread)
    found = Sanction.objects.filter(held | Q(unseen=True) | Q(appeal__unseen=True), user=user_id)
    return found.select_related("appeal").order_by(F("ends_at").asc(nulls_last=True), "-pk")


_of_concern = Select(_sanctions_of_concern, int)
"""A user's sanctions that may stop a view or are news: one query for every page."""


class SanctionMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self._get_response(request)

    def process_view(
        self, request: Request, view: object, args: object, kwargs: Any
    ) -> HttpResponse | None:
        if is_for_anybody(view) or not isinstance(request.user, User):
            return None
        user, match = request.user, request.resolver_match
        sanctions = _of_concern(user.pk)
        request.moderation_message = user.message_unseen
        request.moderation_news = [one for one in sanctions if _is_news(one)]
        if match is None or match.view_name in ALWAYS_OPEN:
            return None
        # The dict has the last sanction of each kind: the longest suspension, the oldest warning.
        first = {sanction.kind: sanction for sanction in sanctions if sanction.is_open}
        if Kind.SUSPENSION in first:
            refusal = Sanctioned(first[Kind.SUSPENSION])
            return _refused(request, "moderation/suspended.html", refusal)
        # No warning interrupts a live game, because the clock runs.
        if Kind.WARNING in first and _loads_page(request) and not _plays_now(user):
            context = {"sanction": first[Kind.WARNING], "next": request.get_full_path()}
            return render(request, "moderation/warning.html", context)
        return None

    def process_exception(self, request: Request, error: Exception) -> HttpResponse | None:
        """If a service refused because of a sanction, show its reason and its end."""
        if not isinstance(error, Sanctioned):
            return None
        return _refused(request, "refused.html", error)


def leave_out_of_news(request: Request, *shown: Sanction) -> None:
    """Don't show these sanctions (by default: all) as news, because the page itself shows them."""
    if not shown:
        request.moderation_message = False
    request.moderation_news = [
        sanction for sanction in request.moderation_news if shown and sanction not in shown
    ]


def _is_news(sanction: Sanction) -> bool:
    appeal = getattr(sanction, "appeal", None)
    return sanction.unseen or (appeal is not None and appeal.unseen)


def _refused(request: Request, template: str, refusal: Sanctioned) -> HttpResponse:
    if request.htmx:
        metrics.refusals.labels(refusal.code).inc()
        # A part of a page has no room for the reason: the browser opens the list of sanctions.
        leads = {"HX-Redirect": reverse("my_sanctions")}
        return HttpResponse(status=refusal.status, headers=leads)
    context, status = {"refusal": refusal}, refusal.status
    return answer(request, refusal, lambda: render(request, template, context, status=status))


def _loads_page(request: Request) -> bool:
    """Return whether a browser asks for a whole page, not for a frame or a script."""
    page = "text/html" in request.headers.get("Accept", "")
    framed = request.headers.get("Sec-Fetch-Dest", "document") != "document"
    return request.method == "GET" and page and not framed and not request.htmx


def _plays_now(user: User) -> bool:
    since = timezone.now() - JUST_NOW
    return user.seats.filter(game__status=Game.Status.RUNNING, game__moved_at__gt=since).exists()
