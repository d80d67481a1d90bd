"""Pass and play: open a game for people round one device, and claim seats when the game is over."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe

from accounts.answers import refused_with
from accounts.guests import ensure_player
from accounts.limits import limited
from accounts.refusals import Refusal
from accounts.requests import Request, whole_number
from games.forms import PassAndPlayForm
from games.models import Game, TableOptions
from games.pov import player_of
from games.presenters.names import recorded_name
from games.queries import visible_game
from games.services import pass_and_play
from games.services.refusals import SignedOut
from games.views.lobby import QR_MAX_AGE, draw_qr_code, kind_of, new_table_page, salt_for_new_table


@require_http_methods(["GET", "HEAD", "POST"])
@limited("create_table")
def new(request: Request) -> HttpResponse:
    """Ask who plays and with which dice, or open the game. `again`: code of a game to repeat."""
    data = request.POST if request.method == "POST" else None
    again, before = request.GET.get("again", ""), None
    if request.user.is_authenticated and again.isalnum():  # databases refuse some characters
        before = Game.objects.filter(pass_and_play=True, creator=request.user, code=again).first()
    kind = before.kind if before else kind_of(request.GET)
    names = [recorded_name(seat) for seat in before.seats.all()] if before else []
    form = PassAndPlayForm(kind, data, names, before)

    def open_game(options: TableOptions) -> Game:
        return pass_and_play.open_game(
            ensure_player(request),
            options,
            form.names(),
            own_dice=form.cleaned_data["dice"] == form.OWN,
            salt=salt_for_new_table(request),
        )

    variant = before.variant if before else None
    return new_table_page(request, "games/pass_and_play.html", form, open_game, variant)


def _claim_page(
    request: Request, refusal: Refusal | None = None, *, code: str, key: str
) -> HttpResponse:
    game = _claimable(request, code, key)
    context = {
        "game": game,
        "refusal": refusal,
        "free": [seat for seat in game.seats.all() if seat.name is not None],
        "mine": player_of(game, request.user.pk) is not None,
    }
    return render(request, "games/claim.html", context, status=refusal.status if refusal else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@limited("act")
@refused_with(_claim_page)
def claim(request: Request, code: str, key: str) -> HttpResponse:
    """Let users say which of the players they were."""
    if request.method != "POST":
        return _claim_page(request, code=code, key=key)
    _claimable(request, code, key)
    if not request.user.is_authenticated:
        raise SignedOut
    player = whole_number(request.POST.get("player"))
    game = pass_and_play.claim(code, request.user, -1 if player is None else player)
    messages.success(request, _("You'll find this game in My games."))
    return redirect(game)


@require_safe
@cache_control(private=True, max_age=QR_MAX_AGE)
def claim_qr(request: Request, code: str, key: str) -> HttpResponse:
    """Draw a QR code of the address of the page for claims."""
    _claimable(request, code, key)
    return draw_qr_code(request, reverse("claim", args=[code, key]))


def _claimable(request: Request, code: str, key: str) -> Game:
    game = visible_game(code, request.user)
    if not (game.pass_and_play and pass_and_play.is_claim_key(code, key)):
        raise Http404
    return game
