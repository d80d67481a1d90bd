"""The list of one's blocks, and the form to block somebody, which stands on many pages."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, HttpResponseBadRequest
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.answers import refused_with
from accounts.models import User
from accounts.moderation.services import blocks
from accounts.refusals import Refusal
from accounts.requests import Request, SignedInRequest, next_page
from games.chat.audience import reader_of

ASPECTS = {
    "chat": {"chat": True, "tables": False},
    "tables": {"chat": False, "tables": True},
    "both": {"chat": True, "tables": True},
    "none": {"chat": False, "tables": False},
}


@require_safe
@login_required
@never_cache
def mine(request: SignedInRequest) -> HttpResponse:
    """Show one's blocks, and how one reads chat."""
    return _page(request, request.user)


def _refused(request: SignedInRequest, refusal: Refusal, username: str) -> HttpResponse:
    messages.error(request, str(refusal), refusal.code)
    return _page(request, request.user, refusal.status)


@require_POST
@login_required
@refused_with(_refused)
def block(request: SignedInRequest, username: str) -> HttpResponse:
    """Block somebody in one aspect or both, or not any more."""
    owner = request.user
    other = get_object_or_404(User, username__iexact=username)
    aspects = ASPECTS.get(request.POST.get("aspect", ""))
    if aspects is None:
        return HttpResponseBadRequest(_("Choose what to block: chat, tables or both."))
    blocks.block(owner, other, **aspects)
    if request.htmx:
        return HttpResponse(status=204)
    messages.success(request, _done(other.username, **aspects))
    return redirect(next_page(request, reverse("my_blocks")))


def _done(name: str, *, chat: bool, tables: bool) -> str:
    if chat and tables:
        text = _("%(name)s is blocked in chat and at your tables.")
    elif chat:
        text = _("%(name)s is blocked in chat.")
    elif tables:
        text = _("%(name)s is blocked at your tables.")
    else:
        text = _("%(name)s is not blocked any more.")
    return text % {"name": name}


def _page(request: Request, owner: User, status: int = 200) -> HttpResponse:
    context = {"blocks": blocks.blocks_of(owner), "reader": reader_of(owner.pk, False)}
    return render(request, "moderation/my_blocks.html", context, status=status)
