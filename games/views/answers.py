"""What a view answers when something is refused: a clear sentence and the right status."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from games.engine.errors import ActionError
from games.live.rendering import render_regions
from games.models import Game
from games.pov import player_of, pov_of
from games.presence import count_spectators
from games.presenters import table_context
from games.services.refusals import TableError
from games.views.replay import CHUNK

SENTENCES = {
    "invalid": _("We could not read that action. Nothing was changed."),
    "illegal": _("The rules do not allow that here. Nothing was changed."),
    "not-active": _("It is not your turn. This is where the game stands."),
    "stale": _("That was decided already. This is where the game stands now."),
    "over": _("This game is over."),
    "not-started": _("This game has not started yet."),
    "not-at-table": _("You do not sit at this table, so you can only watch."),
    "signed-out": _("Please sign in to play."),
    "not-waiting": _("This table does not wait for players any more."),
    "full": _("All seats at this table are taken."),
    "already-seated": _("You sit at this table already."),
    "not-seated": _("You do not sit at this table."),
    "not-creator": _("Only the player who opened this table can do that."),
    "not-invited": _("This rematch is for the players of the game before."),
    "no-invitations": _("Somebody who played here takes no offers of a rematch."),
    "too-many-tables": _("You sit at 20 unfinished tables. Finish or leave one of them first."),
    "bad-salt": _("Up to 64 letters, digits, hyphens and underscores, please."),
    "salt-too-late": _(
        "Your part in the dice came too late: they were fixed by then. Nothing was changed."
    ),
    "not-finished": _("This game is not over yet."),
    "no-known-dice": _("The dice of this game cannot be rolled again."),
    "only-one-try": _("There is one try a day for everybody."),
    "needs-account": _("Please sign up for the daily challenge: each account has one try a day."),
    "day-over": _("That day is over. There are new dice now."),
    "no-such-bot": _("There is no such bot here."),
    "unfinished-record": _("This game is not over. Only finished games can be imported."),
    "long-names": _(
        "A name in this record is too long: a player's has at most 150 characters, a bot's 30 and"
        " that of a scheme of dice 20."
    ),
    "day-not-over": _(
        "This record tells the dice of today's challenge, which others can still play. You can"
        " import it when the day is over."
    ),
    "too-many-imports": _("You keep 100 imported games. Delete some of them first."),
}

ACTION_STATUS = {"invalid": 400, "illegal": 422}


def sentence(code: str) -> str:
    """Return what a person reads when something was refused for this reason."""
    return str(SENTENCES[code])


def table_page(
    request: HttpRequest, game: Game, *, notice: str = "", status: int = 200
) -> HttpResponse:
    """Return the table as the requester sees it: the whole page, or its regions for htmx."""
    pov = pov_of(game, player_of(game, request.user.pk))
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(render_regions(pov, get_language() or "en", notice), status=status)
    context = table_context(pov) | {
        "notice": notice,
        "viewers": count_spectators(game),
        "chunk": CHUNK,
    }
    return render(request, "games/table.html", context, status=status)


def action_refused(request: HttpRequest, game: Game, error: ActionError) -> HttpResponse:
    """Answer an action that was refused with the present position and the reason."""
    status = ACTION_STATUS.get(error.code, 409)
    return table_page(request, game, notice=sentence(error.code), status=status)


def not_at_table(request: HttpRequest, game: Game) -> HttpResponse:
    """Answer an action from somebody who has no seat here."""
    code = "not-at-table" if request.user.is_authenticated else "signed-out"
    return table_page(request, game, notice=sentence(code), status=403)


def table_refused(request: HttpRequest, code: str, error: TableError) -> HttpResponse:
    """Answer something a table refused with the table and the reason."""
    game = Game.objects.get(code=code)
    return table_page(request, game, notice=sentence(error.code), status=error.status)
