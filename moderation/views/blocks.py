"""The list of one's blocks, and the view for the form to block a user, found on many pages."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, HttpResponseBadRequest
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.answers import refused_with
from accounts.models import User
from accounts.refusals import Refusal
from accounts.requests import SignedInRequest, next_page
from accounts.templatetags.names import with_names
from games.chat.audience import reader_of
from moderation.services import blocks

ASPECTS = {
    "chat": (True, False, _("%(name)s is blocked in chat.")),
    "tables": (False, True, _("%(name)s is blocked in games.")),
    "both": (True, True, _("%(name)s is blocked in chat and games.")),
    "none": (False, False, _("%(name)s is unblocked.")),
}
"""For each button: whether it blocks chat, whether it blocks tables, and the message."""


@require_safe
@login_required
@never_cache
def mine(request: SignedInRequest) -> HttpResponse:
    return _page(request)


def _refused(request: SignedInRequest, refusal: Refusal, username: str) -> HttpResponse:
    messages.error(request, str(refusal), refusal.code)
    return _page(request, refusal.status)


@require_POST
@login_required
@refused_with(_refused)
def block(request: SignedInRequest, username: str) -> HttpResponse:
    """Block a user's chat, games or both, or unblock the user."""
    owner = request.user
    other = get_object_or_404(User, username__iexact=username)
    aspect = request.POST.get("aspect", "")
    if aspect not in ASPECTS:
        return HttpResponseBadRequest(gettext("Choose what to block: chat, games or both."))
    chat, tables, done = ASPECTS[aspect]
    blocks.block(owner, other, chat=chat, tables=tables)
    # Open pages are updated through their sockets.
    if request.htmx:
        return HttpResponse(status=204)
    told = done % {"name": other.username}
    messages.success(request, with_names(told, other.username))
    return redirect(next_page(request, reverse("my_blocks")))


def _page(request: SignedInRequest, status: int = 200) -> HttpResponse:
    made = request.user.blocks.select_related("blocked").order_by("blocked__username")
    context = {"blocks": made, "reader": reader_of(request.user.pk, False)}
    return render(request, "moderation/my_blocks.html", context, status=status)
