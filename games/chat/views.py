"""Chat at a table: forms and pages that work without scripts, and parts of the page."""

from functools import partial

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.answers import answer
from accounts.limits import check_limit
from accounts.mfa import ask_to_prove, has_proved
from accounts.refusals import Refusal
from accounts.requests import Request, SignedInRequest, next_page, whole_number
from games.chat import services
from games.chat.audience import has_chat
from games.chat.models import ChatLine
from games.chat.refusals import TooFast
from games.chat.showing import Panel, Refused, panel_of
from games.models import Game
from games.queries import visible_game


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def chat(request: Request, code: str) -> HttpResponse:
    """Show the chat of a table: the last lines, or those before a line. A POST adds a line."""
    game = _game_with_chat(request, code)
    if request.method == "POST":
        return _say(request, game)
    before = whole_number(request.GET.get("before"))
    if _by_script(request) and before is not None:
        panel = panel_of(game, request.user, before=before)
        return render(request, "chat/_older.html", vars(panel))
    if _by_script(request):
        return _regions(request, panel_of(game, request.user))
    return _page(request, game, before)


@never_cache
@require_safe
def line(request: Request, code: str, pk: int) -> HttpResponse:
    """Show one line and its actions."""
    game = _game_with_chat(request, code)
    try:
        panel = panel_of(game, request.user, line=pk)
    except ChatLine.DoesNotExist:
        raise Http404 from None
    (view,) = panel.log.lines
    found = view.line
    others = found.user is not None and found.user != request.user
    context = {
        "game": game,
        "view": view,
        "in_panel": _by_script(request),
        "may_report": others and found.removed_at is None,
        "may_block": others and request.user.is_authenticated,
        "may_remove": services.may_remove(request.user) and found.removed_at is None,
    }
    template = "chat/_line_actions.html" if _by_script(request) else "chat/line.html"
    return render(request, template, context)


@require_POST
def remove(request: Request, code: str, pk: int) -> HttpResponse:
    """Remove a line, for staff who have proved a second factor."""
    game = visible_game(code, request.user)
    found = get_object_or_404(ChatLine, game=game, pk=pk)
    if services.may_remove(request.user) and not has_proved(request):
        return ask_to_prove(request)
    services.remove(found, request.user, request.POST.get("reason", "").strip()[:1000])
    if _by_script(request):
        return HttpResponse(status=204)
    messages.success(request, _("Message removed."))
    return redirect("chat", code)


@require_POST
@login_required
def settings(request: SignedInRequest) -> HttpResponse:
    """Save how the user wants to read chat."""
    user = request.user
    services.choose(
        user,
        hide_words="hide_words" in request.POST,
        hide_spectators="hide_spectators" in request.POST,
    )
    if _by_script(request):
        return HttpResponse(status=204)
    messages.success(request, _("Saved."))
    return redirect(next_page(request, reverse("my_blocks")))


def _say(request: Request, game: Game) -> HttpResponse:
    text, phrase = request.POST.get("text", ""), request.POST.get("phrase", "")
    try:
        check_limit(request, "chat", TooFast)
        said = services.say(game, request.user, text=text, phrase=phrase)
    except Refusal as refusal:
        page = partial(_refused, request, game, Refused(text, refusal))
        return answer(request, refusal, page)
    if not _by_script(request):
        place = "#c-log" if "table" in request.POST else ""
        return redirect(reverse("game" if place else "chat", args=[game.code]) + place)
    return _regions(request, panel_of(game, request.user, line=said.pk))


def _refused(request: Request, game: Game, refused: Refused) -> HttpResponse:
    if _by_script(request):
        context = {**vars(panel_of(game, request.user, refused=refused)), "oob": True}
        return render(request, "chat/_composer.html", context, status=refused.why.status)
    return _page(request, game, None, refused)


def _page(
    request: Request,
    game: Game,
    before: int | None,
    refused: Refused | None = None,
) -> HttpResponse:
    panel = panel_of(game, request.user, before=before, refused=refused)
    context = {**vars(panel), "is_page": True, "before": before}
    status = refused.why.status if refused else 200
    return render(request, "chat/page.html", context, status=status)


def _regions(request: Request, panel: Panel) -> HttpResponse:
    return render(request, "chat/_regions.html", {**vars(panel), "oob": True})


def _game_with_chat(request: Request, code: str) -> Game:
    game = visible_game(code, request.user)
    if not has_chat(game):
        raise Http404
    return game


def _by_script(request: Request) -> bool:
    return bool(request.htmx)
