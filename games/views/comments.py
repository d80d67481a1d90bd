"""Comments on the steps of a replay: forms that work without scripts, and parts of the page."""

from dataclasses import replace
from functools import partial

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.answers import answer
from accounts.limits import check_limit
from accounts.mfa import ask_to_prove, has_proved
from accounts.refusals import Refusal
from accounts.requests import Request, whole_number
from games.forms import CommentForm
from games.models import Game, StepComment
from games.presenters.talk import Talk, talk_on
from games.queries import started_game
from games.services import comments
from games.views.replay import replay_page


@require_safe
@never_cache
def of_step(request: Request, code: str, seq: int) -> HttpResponse:
    """Answer with the comments on a step, for scripts that step through a game."""
    game = _game_with_step(request, code, seq)
    talk = talk_on(game, seq, request.user)
    if talk.closed:
        raise PermissionDenied
    return render(request, "games/_talk_list.html", {"game": game, "talk": talk})


@require_POST
def add(request: Request, code: str) -> HttpResponse:
    """Add a comment on the step that the form names."""
    seq = whole_number(request.POST.get("seq"))
    if seq is None:
        raise Http404
    game = _game_with_step(request, code, seq)
    if not talk_on(game, seq, request.user).may_write:
        raise PermissionDenied
    form = CommentForm(request.POST)
    if not form.is_valid():
        return _refused(request, game, seq, " ".join(map(str, form.errors["text"])), 422)
    try:
        check_limit(request, "comment")
        comments.add_comment(game, seq, request.user, form.cleaned_data["text"])
    except Refusal as refusal:
        page = partial(_refused, request, game, seq, refusal, refusal.status)
        return answer(request, refusal, page)
    return _done(request, game, seq, _("Comment added."))


@require_POST
def delete(request: Request, code: str, pk: int) -> HttpResponse:
    """Delete a comment: one's own, or any comment for staff who have proved a second factor."""
    game = started_game(code, request.user)
    comment = get_object_or_404(StepComment, game=game, pk=pk, deleted_at=None)
    is_own = comment.user_id == request.user.pk
    if not is_own and comments.may_delete(comment, request.user) and not has_proved(request):
        return ask_to_prove(request)
    comments.delete_comment(comment, request.user)
    return _done(request, game, comment.seq, _("Comment deleted."))


def _game_with_step(request: Request, code: str, seq: int) -> Game:
    game = started_game(code, request.user)
    if seq > game.version:
        raise Http404
    return game


def _done(request: Request, game: Game, seq: int, news: str) -> HttpResponse:
    if request.htmx:
        return _regions(request, game, replace(talk_on(game, seq, request.user), news=news))
    messages.success(request, news)
    return redirect(reverse("replay", args=[game.code, seq]))


def _refused(
    request: Request, game: Game, seq: int, error: str | Refusal, status: int
) -> HttpResponse:
    draft = request.POST.get("text", "")
    talk = replace(talk_on(game, seq, request.user), draft=draft, error=error)
    if request.htmx:
        return _regions(request, game, talk, status)
    return replay_page(request, game, talk, status)


def _regions(request: Request, game: Game, talk: Talk, status: int = 200) -> HttpResponse:
    context = {"game": game, "talk": talk, "oob": True}
    return render(request, "games/_talk_regions.html", context, status=status)
