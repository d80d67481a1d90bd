"""The page of notices, and the settings of the ways to get them."""

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.limits import limited
from accounts.preferences import preferences_of, save_preferences
from accounts.requests import SignedInRequest
from games.models import Notice
from games.notices.channels_form import ChannelsForm
from games.notices.views.push import push_context
from games.notices.views.webhooks import webhook_context
from games.notices.words import words_of
from games.services.notices import read

ON_A_PAGE = 30


@login_required
@never_cache
@require_safe
def notices(request: SignedInRequest) -> HttpResponse:
    """Show the user's notices, the newest first, without withdrawn ones."""
    kept = Notice.objects.filter(in_page=True, user=request.user, withdrawn_at=None)
    kept = kept.select_related("game").prefetch_related("game__seats__user")
    kept = kept.order_by("-created_at", "-pk")
    page = Paginator(kept, ON_A_PAGE).get_page(request.GET.get("page"))
    entries = [(notice, words_of(notice)) for notice in page.object_list]
    return render(request, "notices/notices.html", {"page": page, "entries": entries})


@login_required
@require_safe
def notice(request: SignedInRequest, pk: int) -> HttpResponse:
    """Redirect to the subject of a notice, and mark the notice as read."""
    found = get_object_or_404(Notice.objects.select_related("game"), pk=pk, user=request.user)
    read(request.user, [found])
    return redirect(words_of(found).path)


@limited("act")
@login_required
@require_POST
def read_all(request: SignedInRequest) -> HttpResponse:
    """Mark all notices of the user as read."""
    read(request.user)
    return redirect("notices")


@limited("act")
@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: SignedInRequest) -> HttpResponse:
    """Show and save the ways in which the user gets each kind of notice."""
    user = request.user
    form = ChannelsForm(preferences_of(user), request.POST if request.method == "POST" else None)
    if form.is_valid():
        save_preferences(user, channels=form.channels())
        messages.success(request, _("Saved."))
        return redirect("notice_settings")
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK
    context = {"form": form, **push_context(request), **webhook_context(request)}
    return render(request, "notices/settings.html", context, status=status)
