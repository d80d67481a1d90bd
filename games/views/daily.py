"""The daily challenge: today's, and those of earlier days with all players' solutions."""

from datetime import date

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.answers import refused_with
from accounts.guests import ensure_player
from accounts.limits import limited
from accounts.models import User
from accounts.refusals import Refusal
from accounts.requests import Request
from games.models import DailyChallenge, Game
from games.pages.daily import share_text
from games.pov import pov_of
from games.presenters import presenter
from games.services import daily
from games.services.analyses import explanation_of, is_shown
from games.services.refusals import DayOver
from games.views.analysis import waiting

RESULTS_PER_PAGE = 50
DAYS_LISTED = 14

MEASURE = "python -m benchmarks.same_dice --pairs 1500"
"""The command that measured the effect of the same dice, which the page mentions."""


@require_safe
@never_cache
def today(request: Request) -> HttpResponse:
    """Show the challenge of this day."""
    return _page(request, daily.todays_challenge())


@require_safe
@never_cache
def day(request: Request, day: str) -> HttpResponse:
    """Show the challenge of the day with this date."""
    return _page(request, get_object_or_404(DailyChallenge, date=_date(day)))


def _not_begun(request: Request, refusal: Refusal) -> HttpResponse:
    messages.info(request, str(refusal), refusal.code)
    return redirect("daily_today")


@require_POST
@limited("play_now")
@refused_with(_not_begun)
def start(request: Request) -> HttpResponse:
    """Begin the visitor's try at the form's day, or return to it; as a guest if not signed in."""
    challenge = daily.todays_challenge()
    if request.POST.get("day") != challenge.date.isoformat():
        raise DayOver
    return redirect(daily.start_try(challenge, ensure_player(request)))


def _date(text: str) -> date:
    """Return the date in an address. Raises Http404 unless it is written as 2026-01-31."""
    try:
        found = date.fromisoformat(text)
    except ValueError:
        raise Http404 from None
    if found.isoformat() != text:
        raise Http404
    return found


def _page(request: Request, challenge: DailyChallenge) -> HttpResponse:
    user = request.user if isinstance(request.user, User) else None
    mine = daily.try_of(challenge, user) if user else None
    page = Paginator(daily.results(challenge), RESULTS_PER_PAGE).get_page(request.GET.get("page"))
    before = DailyChallenge.objects.filter(date__lt=challenge.date).order_by("-date")
    after = DailyChallenge.objects.filter(date__gt=challenge.date).order_by("date")
    own_rank = daily.rank_of(mine, challenge) if mine else None
    ranked = daily.ranked(challenge).count()
    counts = daily.counts_decisions(challenge)
    explanation = explanation_of(mine) if mine and own_rank and counts else None
    context = {
        "challenge": challenge,
        "is_today": challenge.date == daily.today(),
        "is_analysed": counts,
        "measure": MEASURE,
        "own_cost": explanation and -explanation.sum_of(0).own_errors,
        "about": presenter(challenge.kind).ABOUT,
        "mine": mine,
        "wait": waiting(request, mine) if mine and mine.is_finished else None,
        "not_rolled": not challenge.is_over and (mine is None or mine.version == 0),
        "own_rank": own_rank,
        "own_is_shown": mine is not None and is_shown(mine),
        "page": page,
        "ranked": ranked,
        "playing": challenge.tries.filter(status=Game.Status.RUNNING).count(),
        # Must agree with `queries.is_open_to`, which decides for each try of another user.
        "may_watch": challenge.is_over
        or (user is not None and not user.is_guest and mine is not None and mine.is_finished),
        "before": before[:DAYS_LISTED],
        "day_before": before.first(),
        "day_after": after.first(),
    }
    if mine and explanation:
        place = _("place %(rank)d of %(all)d") % {"rank": own_rank, "all": ranked}
        address = request.build_absolute_uri(challenge.get_absolute_url())
        context["share"] = share_text(pov_of(mine, None), explanation, place, address)
    return render(request, "games/daily.html", context)
