"""The page of a table, with the reason above it if something was refused."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from accounts.forms import BotsPaceForm
from accounts.models import User
from accounts.preferences import preferences_read_with
from accounts.refusals import Refusal
from accounts.requests import Request
from accounts.vacations import on_vacation_until
from games.engine.time_control import Live, TurnByTurn
from games.live.rendering import holders, render_regions
from games.lru_cache import LruCache
from games.models import Game, Seat, people_at
from games.pov import Pov, player_of, pov_of, with_typed_roll
from games.presence import count_spectators
from games.presenters import presenter, table_context
from games.presenters.clocks import away_of, epoch_ms
from games.presenters.evaluated import Hint
from games.presenters.levels import levels_at
from games.presenters.names import bot_name, name_among
from games.queries import next_game_of
from games.services.absence import gone_since
from games.services.automatic import orders_of
from games.services.clocks import stand_in_of
from games.services.refusals import AlreadySeated
from games.services.typed_rolls import typed_roll
from games.views.lesson_offer import offers_lesson
from games.views.replay import CHUNK
from operations import clock

_fields: LruCache[SafeString] = LruCache(128)
"""HTML of form fields at a table, by their present values and the language."""


def table_page(
    request: Request,
    game: Game,
    refusal: Refusal | None = None,
    *,
    typed: str = "",
    hint: Hint | None = None,
) -> HttpResponse:
    """Return the table as the requester sees it: the whole page, or its regions for htmx.

    typed: the faces of a roll of the players' own dice that is shown, but not in the log yet.
    hint: the best move, shown only on the whole page.
    """
    user_id = request.user.pk
    pov = replace(
        pov_of(game, player_of(game, user_id)),
        invited=user_id is not None and game.invited_id == user_id,
        is_host=user_id is not None and game.host_id == user_id,
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
    context = table_context(pov) | {
        "refusal": refusal,
        "hint": hint,
        "confirms_stop": _confirms_stop(pov),
        "orders_fields": _orders_fields(pov),
        "viewers": count_spectators(game.code, people_at(game, pov.seats)),
        "away": away_of(game.code, {seat.user_id: seat.player for seat in pov.seats}),
        "chunk": CHUNK,
        "now": epoch_ms(clock.now()),
        "absent": _absent(pov),
        "stand_in": _stand_in(pov),
        "on_vacation": list(_on_vacation(pov)),
        "offers_lesson": offers_lesson(request, pov),
        "levels": levels_at(pov),
        "bots_pace": _bots_pace(pov),
        "asks_time_zone": _asks_time_zone(pov),
        "others_wait": _others_wait(request, game),
        "holders": SafeString(holders(pov)) if pov.is_host else "",
    }
    return render(request, "games/table.html", context, status=status)


def _stand_in(pov: Pov) -> str:
    """Return the name of the bot that may play on for others at a live table, "" for spectators."""
    game = pov.game
    if pov.player is None or game.is_finished or not isinstance(game.timing, Live):
        return ""
    return bot_name(game.kind, stand_in_of(game))


def _on_vacation(pov: Pov) -> Iterator[tuple[str, date]]:
    """Yield names of players whose clocks a vacation stops, each with the vacation's last day."""
    if not pov.game.is_running or not isinstance(pov.game.timing, TurnByTurn):
        return
    for seat in pov.seats:
        until = on_vacation_until(seat.user, clock.now()) if seat.user else None
        if until is not None:
            yield name_among(pov.seats, seat), until


def _absent(pov: Pov) -> Seat | None:
    """Return a seat whose player has gone from a live game, so others may stop waiting; or None."""
    if pov.player is None or not pov.game.is_running:
        return None
    return next((seat for seat in pov.seats if gone_since(pov.game, seat)), None)


def _confirms_stop(pov: Pov) -> bool:
    """Return whether the player at the screen wants to be asked before a turn ends."""
    user = pov.game.creator if pov.is_host else pov.seat.user if pov.seat else None
    return user is not None and preferences_read_with(user).confirm_stop


def _others_wait(request: Request, game: Game) -> bool:
    """Return whether another game waits for the requester's move."""
    user = request.user
    found = next_game_of(user, after=game.code) if isinstance(user, User) else None
    return found is not None and found != game


def _orders_fields(pov: Pov) -> str:
    """Return the form of the viewer's standing orders; "" if they can give none."""
    asks = presenter(pov.game.kind).OrdersForm
    if asks is None or pov.seat is None or pov.seat.user is None:
        return ""

    def draw() -> SafeString:
        return render_to_string("games/_orders_fields.html", {"form": asks(pov)})

    return _fields.get((asks, orders_of(pov.game, pov.seat), get_language()), draw)


def _bots_pace(pov: Pov) -> str:
    """Return the field for how fast bots play, "" for viewers without bots at their table."""
    game = pov.game
    with_bots = game.is_waiting or (game.is_running and any(seat.bot for seat in pov.seats))
    user = pov.seat.user if pov.seat else None
    if user is None or not with_bots:
        return ""
    chosen = preferences_read_with(user)

    def draw() -> SafeString:
        return BotsPaceForm(instance=chosen)["bots_pace"].as_field_group()

    return _fields.get((BotsPaceForm, chosen.bots_pace, get_language()), draw)


def _asks_time_zone(pov: Pov) -> bool:
    """Return whether the browser is to send the viewer's time zone, because the clocks need it."""
    user = pov.seat.user if pov.seat else None
    in_turns = isinstance(pov.game.timing, TurnByTurn)
    return in_turns and user is not None and not preferences_read_with(user).time_zone


def table_refused(request: Request, refusal: Refusal, code: str) -> HttpResponse:
    """Answer with the table as it is now, and the reason for the refusal."""
    if isinstance(refusal, AlreadySeated):
        return redirect("game", code)
    game = Game.objects.get(code=code)
    # A typed roll stays visible until it is in the log.
    is_open = request.POST.get("token") == str(game.version + 1)
    typed = request.POST.get("dice", "") if is_open else ""
    return table_page(request, game, refusal, typed=typed)
