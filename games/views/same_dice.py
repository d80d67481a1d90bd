"""Play the dice of a finished game again, and compare the two games."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from accounts.answers import refused_with
from accounts.guests import ensure_player
from accounts.limits import limited
from accounts.requests import Request
from games.pages.comparison import compared
from games.pov import pov_of
from games.queries import visible_game
from games.services.refusals import NoKnownDice, NotFinished
from games.services.same_dice import can_be_played_again, play_same_dice
from games.views.table_page import table_refused


@require_POST
@limited("create_table")
@refused_with(table_refused)
def play(request: Request, code: str) -> HttpResponse:
    """Open a table with the dice of a finished game, as a guest if nobody is signed in."""
    game = visible_game(code, request.user)
    if not can_be_played_again(game):  # before a guest is made for nothing
        raise NoKnownDice if game.is_finished else NotFinished
    return redirect(play_same_dice(game, ensure_player(request)))


@require_safe
def compare(request: Request, code: str) -> HttpResponse:
    """Show a finished game beside the game whose dice it had."""
    game = visible_game(code, request.user)
    if game.same_dice_as is None or not game.is_finished:
        raise Http404
    first, second = pov_of(game.same_dice_as, None), pov_of(game, None)
    context = {"first": first, "second": second, "game": game, "players": compared(first, second)}
    return render(request, "games/compare.html", context)
