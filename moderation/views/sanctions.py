"""One's own sanctions, in force and past."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.requests import SignedInRequest, next_page
from accounts.sanctions.models import Sanction
from moderation.middleware import leave_out_of_news
from moderation.services import cases, sanctions


@login_required
@never_cache
@require_safe
def mine(request: SignedInRequest) -> HttpResponse:
    user = request.user
    # Messages are marked before they are read: a message that arrives later stays unseen.
    cases.messages_seen(user)
    given = list(user.sanctions.select_related("appeal").order_by("-created_at", "-pk"))
    context = {
        "held": [sanction for sanction in given if sanction.is_open],
        "written": cases.messages_to(user),
        "past": [sanction for sanction in given if not sanction.is_open],
    }
    leave_out_of_news(request)
    sanctions.seen(user.sanctions.all())
    return render(request, "moderation/my_sanctions.html", context)


@login_required
@require_POST
def read(request: SignedInRequest, pk: int) -> HttpResponse:
    user = request.user
    sanction = get_object_or_404(Sanction, pk=pk, user=user, kind=Sanction.Kind.WARNING)
    sanctions.acknowledge(user, sanction)
    return redirect(next_page(request, reverse("my_sanctions")))
