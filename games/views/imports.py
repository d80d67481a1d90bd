"""Importing records of games, the list of the visitor's imported games, and deleting them."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods

from accounts.answers import refuse
from accounts.limits import limited
from accounts.models import User
from accounts.refusals import Refusal
from accounts.requests import Request
from games import queries
from games.engine.records.importer import MAX_BYTES, RecordError
from games.engine.registry import KINDS
from games.forms import ImportForm
from games.models import Game
from games.presenters import presenter
from games.presenters.rows import rows
from games.services.imports import delete_imported, import_game
from games.views.lists import PER_PAGE

MOST_BYTES_SENT = 2 * MAX_BYTES
"""Maximum bytes of a whole form: browsers add a byte for each line of a pasted text."""


# Checking the token reads the whole form, so `_import` does it, after the length is checked.
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def import_record(request: Request) -> HttpResponseBase:
    """Show the form and the visitor's imported games, or import a record."""
    user = _account(request)
    if request.method != "POST":
        return _page(request, ImportForm())
    if user is None:
        return _page(request, ImportForm(), status=403)
    if int(request.META.get("CONTENT_LENGTH") or 0) > MOST_BYTES_SENT:
        too_long = _("That's too long. A record can have up to %(size)d kB.")
        return _page(request, ImportForm(), too_long % {"size": MAX_BYTES // 1024}, 413)
    answer: HttpResponseBase = _import(request, user)
    return answer


@csrf_protect
@limited("import_record")
def _import(request: Request, user: User) -> HttpResponse:
    form = ImportForm(request.POST, request.FILES)
    if form.is_valid():
        try:
            return redirect("replay", import_game(form.text, user).code, 0)
        except RecordError as error:
            form.refuse(error)
        except Refusal as refusal:
            refuse(form, refusal, form.source)
    return _page(request, form, status=422)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: Request, code: str) -> HttpResponse:
    """Ask the importer of a game whether to delete the game; a POST deletes it."""
    game = queries.visible_game(code, request.user)
    if not game.is_imported:
        raise Http404
    if game.imported_by_id is None or game.imported_by_id != request.user.pk:
        raise PermissionDenied
    if request.method != "POST":
        context = {"game": game, "seats": game.seats.all()}
        return render(request, "games/delete_import.html", context)
    delete_imported(Game.objects.filter(pk=game.pk))
    messages.success(request, _("Imported game deleted."))
    return redirect("import_record")


def _account(request: Request) -> User | None:
    """Return the user, None for visitors and guests."""
    user = request.user
    return user if isinstance(user, User) and not user.is_guest else None


def _page(request: Request, form: ImportForm, notice: str = "", status: int = 200) -> HttpResponse:
    user = _account(request)
    games = queries.imported_games(user) if user else Game.objects.none()
    page = Paginator(games, PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "form": form,
        "notice": notice,
        "account": user,
        "kinds": {slug: presenter(slug).ABOUT for slug in KINDS},
        "page": page,
        "rows": rows(page.object_list, request.user),
    }
    return render(request, "games/import.html", context, status=status)
