"""The table: look at it, act at it, and give standing orders."""

from http import HTTPStatus

from django.core.exceptions import NON_FIELD_ERRORS
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.answers import refused_with
from accounts.limits import limited
from accounts.refusals import Refusal
from accounts.requests import Request, whole_number
from accounts.statements import Select
from games.engine.errors import InvalidAction
from games.live.tables import Viewer, answer_for
from games.models import Game, Seat
from games.pov import pov_of
from games.presence import see
from games.presenters import presenter
from games.presenters.evaluated import hint as hint_for
from games.queries import visible_game
from games.services.endings import stop_waiting
from games.services.hints import give_hint
from games.services.notices import read
from games.services.orders import change_orders, give_orders
from games.services.play import submit_actions
from games.services.refusals import NoSuchOrders, OnlyWatching, SignedOut, engine_refusals
from games.services.typed_rolls import submit_typed_roll
from games.views.table_page import table_page, table_refused

_seat_at = Select(
    lambda code, user: Seat.objects.select_related("game").filter(game__code=code, user=user),
    str,
    int,
)


@require_safe
def table(request: Request, code: str) -> HttpResponse:
    """Show a table; htmx, which asks now and then, gets nothing if it has the newest position."""
    game = visible_game(code, request.user)
    # Pages in hidden tabs ask too, but nobody looks at them.
    if request.user.is_authenticated and request.GET.get("sight") != "hidden":
        see(code, request.user.pk)  # so that players without a socket count as present
        read(request.user, game=game)
    if request.htmx and game.is_running and request.GET.get("have") == str(game.version):
        return HttpResponse(status=204)
    return table_page(request, game, typed=request.GET.get("dice", ""))


@require_POST
@limited("act")
@refused_with(table_refused)
def act(request: Request, code: str) -> HttpResponse:
    """Carry out a player's action, or two at once, and show the result."""
    game, player = _seated_game(request, code)
    with engine_refusals():
        actions = [
            game.rules.parse_action(text) for text in action_text(request.POST).split(" ", 1)
        ]
        token = _token(request)
    if typed := request.POST.get("dice"):
        return _table_after(request, submit_typed_roll(code, typed, player, actions, token))
    return _table_after(request, submit_actions(code, player, actions, token))


@require_POST
@limited("act")
@refused_with(table_refused)
def absent(request: Request, code: str) -> HttpResponse:
    """Stop waiting for a player who has gone: a bot plays on for them, or the game is won."""
    _game, player = _seated_game(request, code)
    with engine_refusals():
        gone, answer = whole_number(request.POST.get("player")), request.POST.get("answer")
        if gone is None or answer not in {"bot", "win"}:
            raise InvalidAction
    game = stop_waiting(code, player, gone, claims=answer == "win")
    return _table_after(request, game)


def _no_hint(request: Request, refusal: Refusal, code: str) -> HttpResponse:
    if request.htmx:
        return render(request, "games/_hint.html", {"not_told": refusal}, status=refusal.status)
    return table_refused(request, refusal, code)


@require_POST
@limited("hint")
@refused_with(_no_hint)
def hint(request: Request, code: str) -> HttpResponse:
    """Show the best move by the analysis to a player who plays against bots alone."""
    game, player = _seated_game(request, code)
    told = hint_for(game, give_hint(game, player), player)
    if request.htmx:
        return render(request, "games/_hint.html", {"hint": told})
    return table_page(request, game, hint=told)


@require_http_methods(["GET", "HEAD", "POST"])
@limited("act")
@refused_with(table_refused)
def orders(request: Request, code: str) -> HttpResponse:
    """Ask a player for their standing orders, give them, or cancel them."""
    game, player = _seated_game(request, code)
    kind, pov = presenter(game.kind), pov_of(game, player)
    if kind.OrdersForm is None or pov.seat is None or pov.seat.user is None:
        raise Http404
    page = {"game": game, "pov": pov}
    if request.method != "POST":
        page["form"] = kind.OrdersForm(pov)
        return render(request, "games/orders.html", page) if game.is_running else redirect(game)
    if "cancel" in request.POST:
        return _table_after(request, give_orders(code, player, None, None))
    with engine_refusals():
        token = _token(request)
    if quick := request.POST.get("quick"):
        change = kind.QUICK_ORDERS.get(quick)
        if change is None:
            raise NoSuchOrders(reason=quick)
        return _table_after(request, change_orders(code, player, change, token))
    form = page["form"] = kind.OrdersForm(pov, request.POST)
    if form.is_valid():
        return _table_after(request, give_orders(code, player, form.orders(), token))
    if request.htmx:
        name, (error, *_others) = next(iter(form.errors.items()))
        label = "" if name == NON_FIELD_ERRORS else f"{form[name].label}: "
        raise NoSuchOrders(reason=f"{label}{error}")
    return render(request, "games/orders.html", page, status=HTTPStatus.UNPROCESSABLE_ENTITY)


def _table_after(request: Request, game: Game) -> HttpResponse:
    """Return the table after an action or orders."""
    if not request.htmx:
        return redirect(game)
    viewer = Viewer(request.user.pk, get_language() or "en")
    # The receiver of `game_changed` has already rendered the table, after the commit.
    shown = answer_for(game, viewer, whole_number(request.POST.get("have")))
    return table_page(request, game) if shown is None else HttpResponse(shown)


def _seated_game(request: Request, code: str) -> tuple[Game, int]:
    """Return a game and the player that the requester is, or acts for."""
    user = request.user
    # Without this check, a visitor's pk, None, would find a bot's seat, which has no user.
    if user.is_authenticated:
        seat = _seat_at.first(code, user.pk)
        if seat is not None:
            return seat.game, seat.player
    game = visible_game(code, user)
    if user.is_authenticated and game.host_id == user.pk:
        with engine_refusals():
            number = whole_number(request.POST.get("player"))
            if number is None or number >= game.size:
                raise InvalidAction
        return game, number
    raise OnlyWatching if user.is_authenticated else SignedOut


def action_text(sent: QueryDict) -> str:
    """Return the text of the action in a form: `action`, with the cells picked for it.

    A button may add a second action, `then`, after a space, or replace the whole text with `take`.
    """
    if taken := sent.get("take"):
        return taken
    action = sent.get("action", "") + "+".join(sent.getlist("pick"))
    return " ".join(filter(None, (action, sent.get("then"))))


def _token(request: Request) -> int | None:
    text = request.POST.get("token", "")
    if not text:
        return None
    number = whole_number(text)
    if number is None:
        raise InvalidAction
    return number
