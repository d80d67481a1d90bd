"""The table as an answer, with a sentence above it where something was refused."""

from dataclasses import replace

from django.forms import BoundField
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from accounts.forms import BotsPaceForm
from accounts.preferences import preferences_read_with
from accounts.refusals import Refusal
from accounts.requests import Request
from games.live.rendering import holders, render_regions
from games.models import Game, people_at
from games.pov import Pov, player_of, pov_of, with_typed_roll
from games.presence import count_spectators
from games.presenters import presenter, table_context
from games.services.play import typed_roll
from games.services.refusals import AlreadySeated
from games.views.lesson_offer import offers_lesson
from games.views.replay import CHUNK


def table_page(
    request: Request, game: Game, refusal: Refusal | None = None, *, typed: str = ""
) -> HttpResponse:
    """Return the table as the requester sees it: the whole page, or its regions for htmx.

    Args:
        request: The request.
        game: The game.
        refusal: What was refused.
        typed: The faces of a roll of the players' own dice, which is to be shown but not taken.
    """
    user_id = request.user.pk
    pov = replace(
        pov_of(game, player_of(game, user_id)),
        invited=user_id is not None and game.invited_id == user_id,
        hosts=user_id is not None and game.host_id == user_id,
    )
    if typed and pov.player is not None:
        try:
            pov = with_typed_roll(pov, typed, typed_roll(game, typed))
        except Refusal as why_not:
            refusal = refusal or why_not
    status = refusal.status if refusal else 200
    if request.htmx:
        regions = render_regions(pov, get_language() or "en", refusal)
        return HttpResponse(regions.text, status=status)
    asks = presenter(game.kind).OrdersForm
    context = table_context(pov) | {
        "refusal": refusal,
        "confirms_stop": _confirms_stop(pov),
        "orders_form": asks(pov) if asks and pov.seat and pov.seat.user else None,
        "viewers": count_spectators(game.code, people_at(game, pov.seats)),
        "chunk": CHUNK,
        "offers_lesson": offers_lesson(request, pov),
        "bots_pace": _bots_pace(pov),
        "holders": SafeString(holders(pov)) if pov.hosts else "",
    }
    return render(request, "games/table.html", context, status=status)


def _confirms_stop(pov: Pov) -> bool:
    """Return whether the viewer wants to be asked before a turn ends."""
    user = pov.game.creator if pov.hosts else pov.seat.user if pov.seat else None
    return user is not None and preferences_read_with(user).confirm_stop


def _bots_pace(pov: Pov) -> BoundField | None:
    """Return the field for how fast bots play, None for who does not play with any."""
    game = pov.game
    with_bots = game.is_waiting or (game.is_running and any(seat.bot for seat in pov.seats))
    user = pov.seat.user if pov.seat else None
    if user is None or not with_bots:
        return None
    return BotsPaceForm(instance=preferences_read_with(user))["bots_pace"]


def table_refused(request: Request, refusal: Refusal, code: str) -> HttpResponse:
    """Answer what was refused at a table with the table as it is now, and the reason."""
    if isinstance(refusal, AlreadySeated):
        return redirect("game", code)
    game = Game.objects.get(code=code)
    # A roll that was typed in stays to be seen as long as it is not in the log.
    is_open = request.POST.get("token") == str(game.version + 1)
    typed = request.POST.get("dice", "") if is_open else ""
    return table_page(request, game, refusal, typed=typed)
