"""Before and after a game: open a table, take a seat, leave it, start, play again."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.answers import refuse, refused_with
from accounts.guests import ensure_player
from accounts.limits import limited
from accounts.models import User
from accounts.refusals import Refusal
from accounts.requests import Request, SignedInRequest
from games.engine.registry import KINDS, default_stand_in
from games.forms import WAYS, PassAndPlayForm, TableForm
from games.models import Game, TableOptions
from games.pages import pages_of
from games.presenters import levels, part, presenter
from games.presenters.bots import bots_on_offer
from games.presenters.levels import bot_at, usual_level
from games.presenters.paces import USUAL_TURN_BY_TURN
from games.queries import tables_to_join, visible_game
from games.services import invitations, lobby
from games.services.refusals import (
    AlreadySeated,
    NotInvitable,
    NotInvited,
    NotWaiting,
    SignedOut,
    TableFull,
    TooManyTables,
)
from games.views.table_page import table_refused

SALT_LATER = "~later"
"""Scripts send this in place of a salt until they have seen the commitment. Salts have no "~"."""

QR_MAX_AGE = 24 * 60 * 60
"""Seconds for which browsers may cache a QR code, which never changes."""

FIRST_KIND = next(iter(KINDS))

LAST_TABLE = "last-table"
"""Session key of the last choices in the form of a new table."""


@require_http_methods(["GET", "HEAD", "POST"])
@limited("create_table")
def new(request: Request) -> HttpResponse:
    """Show the form of a new table, or open the table.

    The form starts with the visitor's last choices; `kind` or `way` in the query replace them.
    """
    last = request.session.get(LAST_TABLE, {})
    kind = kind_of(request.GET, last.get("kind", FIRST_KIND))
    chosen = {way.slug: way.chosen for way in WAYS}.get(request.GET.get("way", ""), {})
    initial = {**last.get("table", {}), **chosen}
    if kind != last.get("kind"):
        initial = {name: value for name, value in initial.items() if "seat" not in name}
    form = TableForm(kind, request.POST if request.method == "POST" else None, initial)

    def open_table(options: TableOptions) -> Game:
        player, salt = ensure_player(request), salt_for_new_table(request)
        game = lobby.create_table(player, options, bots=form.bots(), salt=salt)
        variant = dict(options.variant)
        request.session[LAST_TABLE] = {"kind": kind, "table": form.cleaned_data, "variant": variant}
        return game

    variant = last.get("variant") if kind == last.get("kind") else None
    return new_table_page(request, "games/new.html", form, open_table, variant)


def new_table_page(
    request: Request,
    template: str,
    form: TableForm | PassAndPlayForm,
    open_table: Callable[[TableOptions], Game],
    variant: dict[str, Any] | None = None,
) -> HttpResponse:
    """Show the form of a new table, or open the table and lead there.

    variant: the initial choices of the form for the rules, None for the usual rules.
    """
    kind, data = presenter(form.kind), request.POST if request.method == "POST" else None
    variant_form, status = kind.OptionsForm(data, label_suffix="", initial=variant), 200
    if data is not None:
        if form.is_valid() and variant_form.is_valid():
            options = form.options(variant_form.variant())
            try:
                # Checked first: `open_table` signs visitors in as guests.
                KINDS[form.kind].rules_of_record(options.size, options.variant)
                return redirect(open_table(options))
            except ValueError:
                variant_form.refuse_for_players(options.size)
            except TooManyTables as refusal:
                refuse(form, refusal)
        status = 422
    context = {
        "form": form,
        "options": variant_form,
        "options_template": part(form.kind, "options"),
        "kind": form.kind,
        "has_sheet": pages_of(form.kind).score_sheet is not None,
    }
    return render(request, template, context, status=status)


def _to_own_games(request: Request, refusal: Refusal) -> HttpResponse:
    messages.info(request, str(refusal), refusal.code)
    return redirect("my_games")


@require_POST
@limited("play_now")
@refused_with(_to_own_games)
def play_now(request: Request) -> HttpResponse:
    """Start a game against a bot at once, as a guest if nobody is signed in.

    `instead`: the code of a game to give up, in which the visitor has not moved yet.
    """
    kind = kind_of(request.POST)
    bot = request.POST["bot"] if "bot" in request.POST else bot_at(kind, _level_of(request))
    if bot not in bots_on_offer(kind):
        raise Http404  # before a guest is made for nothing
    options = levels.options_against_bot(kind)
    player, salt = ensure_player(request), salt_for_new_table(request)
    lobby.give_up_before_first_move(request.POST.get("instead", ""), player)
    bots = [bot] * (options.size - 1)
    return redirect(lobby.create_table(player, options, bots=bots, salt=salt))


def _level_of(request: Request) -> int:
    asked = request.POST.get("level", "")
    if not asked:
        return usual_level(request.user)
    if asked not in map(str, range(1, levels.HIGHEST + 1)):
        raise Http404
    return int(asked)


@require_POST
@limited("play_now")
@refused_with(_to_own_games)
def play_with_people(request: Request) -> HttpResponse:
    """Join a table that waits, or open one; as a guest if nobody is signed in."""
    kind = kind_of(request.POST)
    days = USUAL_TURN_BY_TURN if request.POST.get("time") == "turn-by-turn" else None
    player, salt = ensure_player(request), salt_for_new_table(request)
    for table in tables_to_join(player, kind, days):
        try:
            return redirect(lobby.join(table.code, player, salt))
        except AlreadySeated:
            return redirect(table)
        except (NotInvited, NotWaiting, TableFull):
            continue  # somebody was faster
    options = TableOptions(
        kind,
        KINDS[kind].rules.min_players,
        time_control=(days or presenter(kind).PACES.normal).to_json(),
        stand_in=default_stand_in(kind),
    )
    return redirect(lobby.create_table(player, options, salt=salt))


def _to_player(request: Request, refusal: Refusal, username: str) -> HttpResponse:
    messages.info(request, str(refusal), refusal.code)
    return redirect("player", username)


@require_POST
@limited("invite")
@refused_with(_to_player)
def invite(request: Request, username: str) -> HttpResponse:
    """Open a table for the visitor and the player with this name."""
    kind, other = kind_of(request.POST), User.objects.named(username)
    if other is None or kind not in invitations.kinds_for_two():
        raise Http404
    if not request.user.is_authenticated:
        raise NotInvitable
    return redirect(invitations.invite(request.user, other, kind, salt_for_new_table(request)))


@require_POST
@limited("act")
@refused_with(table_refused)
def decline(request: Request, code: str) -> HttpResponse:
    """Turn an invitation down."""
    invitations.decline(code, _user(request, code))
    messages.info(request, _("Invitation declined."))
    return redirect("my_games")


@require_POST
@limited("act")
@login_required
def decline_all(request: SignedInRequest) -> HttpResponse:
    """Turn all invitations down."""
    invitations.decline_all(request.user)
    messages.info(request, _("All invitations declined."))
    return redirect("my_games")


def kind_of(data: QueryDict, usual: str = FIRST_KIND) -> str:
    """Return the kind that a request names, the usual one if it names none."""
    kind = data.get("kind", usual)
    if kind not in KINDS:
        raise Http404
    return kind


@require_POST
@limited("join")
@refused_with(table_refused)
def join(request: Request, code: str) -> HttpResponse:
    """Take a free seat, as a guest if nobody is signed in."""
    game = visible_game(code, request.user)
    salt = _salt(request)
    if not request.user.is_authenticated:
        lobby.check_open(game, None)  # before a guest is made for nothing
        lobby.check_salt(salt)
    return redirect(lobby.join(code, ensure_player(request), salt))


@require_safe
@cache_control(private=True, max_age=QR_MAX_AGE)
def qr_code(request: Request, code: str) -> HttpResponse:
    """Draw a QR code of the link of a table: black on white, whatever the page's colours."""
    return draw_qr_code(request, visible_game(code, request.user).get_absolute_url())


def draw_qr_code(request: Request, path: str) -> HttpResponse:
    """Draw a QR code of the link of a page of this site."""
    # Imported here: these modules load a library for bitmaps, which no other page needs.
    import qrcode  # noqa: PLC0415
    from qrcode.image.svg import SvgPathFillImage  # noqa: PLC0415

    link = request.build_absolute_uri(path)
    drawing = qrcode.make(link, image_factory=SvgPathFillImage)
    return HttpResponse(drawing.to_string(), content_type="image/svg+xml")


@require_POST
@limited("act")
@refused_with(table_refused)
def set_salt(request: Request, code: str) -> HttpResponse:
    """Set the visitor's salt, which is possible until the game starts."""
    salt = request.POST.get("salt", "").strip()
    return redirect(lobby.set_salt(code, _user(request, code), salt))


@require_POST
@limited("act")
@refused_with(table_refused)
def leave(request: Request, code: str) -> HttpResponse:
    """Give up one's seat at a table that waits."""
    lobby.leave(code, _user(request, code))
    return redirect("lobby")


@require_POST
@limited("act")
@refused_with(table_refused)
def add_bot(request: Request, code: str) -> HttpResponse:
    """Seat a bot at the requester's own table."""
    bot = request.POST.get("bot", "")
    return redirect(lobby.add_bot(code, _user(request, code), bot))


@require_POST
@limited("act")
@refused_with(table_refused)
def remove_bot(request: Request, code: str) -> HttpResponse:
    """Free a bot's seat at the requester's own table."""
    player = request.POST.get("player", "")
    number = int(player) if player in {"0", "1", "2", "3"} else -1
    return redirect(lobby.remove_bot(code, _user(request, code), number))


@require_POST
@limited("act")
@refused_with(table_refused)
def start(request: Request, code: str) -> HttpResponse:
    """Fill the free seats of the requester's own table with a bot and start."""
    bot = request.POST.get("bot", "")
    return redirect(lobby.start(code, _user(request, code), bot))


@require_POST
@limited("act")
@refused_with(table_refused)
def rematch(request: Request, code: str) -> HttpResponse:
    """Offer a rematch, or take a seat in the rematch offered."""
    salt = salt_for_new_table(request)
    return redirect(lobby.rematch(code, _user(request, code), salt))


def _salt(request: Request) -> str | None:
    """Return the visitor's salt: "" without scripts, None if a script will send it later."""
    salt = request.POST.get("salt", "")
    return None if salt == SALT_LATER else salt


def salt_for_new_table(request: Request) -> str | None:
    """Return the salt for a new table: never one chosen before its commitment was seen."""
    return None if _salt(request) is None else ""


def _user(request: Request, code: str) -> User:
    """Return the user who asks for something at a table. Raises Http404 if they may not see it."""
    visible_game(code, request.user)
    if not request.user.is_authenticated:
        raise SignedOut
    return request.user
