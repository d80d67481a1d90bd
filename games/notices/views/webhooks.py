"""Pages of webhooks: for a user's own notices, or for a table that the user has opened."""

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.decorators import account_required
from accounts.limits import limited
from accounts.requests import SignedInRequest, next_page
from games.models import Game
from games.notices import webhooks
from games.notices.models import Webhook
from games.notices.refusals import NoTableWebhook
from games.notices.webhook_form import WebhookForm
from games.queries import visible_game
from games.services.refusals import NotCreator


@limited("webhook")
@login_required
@account_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def webhook(request: SignedInRequest, code: str = "") -> HttpResponse:
    """Show and change the user's own webhook, or the webhook of a table they have opened."""
    game = _own_table(request, code) if code else None
    if request.method != "POST":
        return _page(request, game)
    action, found = request.POST.get("action"), _find(request, game)
    if action == "save":
        form = WebhookForm(request.POST, label_suffix="")
        if not form.is_valid():
            return _page(request, game, form)
        webhooks.save(request.user, game, form.cleaned_data["url"])
        messages.success(request, _("Saved."))
    elif found is None:
        raise Http404
    else:
        messages.success(request, _do(action, found))
    return redirect(next_page(request, request.path))


def webhook_context(
    request: SignedInRequest, game: Game | None = None, form: WebhookForm | None = None
) -> dict[str, Any]:
    """Return the context of notices/_webhook.html for the webhook of a table or the user."""
    found = _find(request, game)
    initial = {"url": found.url} if found else None
    return {
        "webhook": found,
        "webhook_form": form or WebhookForm(initial=initial, label_suffix=""),
        "webhook_last": found and found.deliveries.order_by("pk").last(),
        "webhook_page": reverse("table_webhook", args=[game.code]) if game else reverse("webhook"),
        "webhook_table": game,
    }


def _page(
    request: SignedInRequest, game: Game | None, form: WebhookForm | None = None
) -> HttpResponse:
    status = HTTPStatus.OK if form is None else HTTPStatus.UNPROCESSABLE_ENTITY
    context = webhook_context(request, game, form)
    return render(request, "notices/webhook.html", context, status=status)


def _do(action: str | None, found: Webhook) -> str:
    """Do the action of a button to a webhook; return a message for the user."""
    match action:
        case "test":
            webhooks.send_test(found)
            return _("Test message sent.")
        case "secret":
            found.secret = webhooks.new_secret()
            found.save(update_fields=["secret"])
            return _("We'll sign messages with the new secret from now on.")
        case "on":
            found.failures, found.off_since = 0, None
            found.save(update_fields=["failures", "off_since"])
            return _("Webhook turned on.")
        case "remove":
            found.delete()
            return _("Webhook removed.")
        case _:
            raise Http404


def _find(request: SignedInRequest, game: Game | None) -> Webhook | None:
    return Webhook.objects.filter(user=request.user, game=game).first()


def _own_table(request: SignedInRequest, code: str) -> Game:
    """Return a table that the user opened; refuse tables whose players get no notices of turns."""
    game = visible_game(code, request.user)
    if game.creator_id != request.user.pk:
        raise NotCreator
    people = game.seats.filter(user__isnull=False).count()
    is_shared = game.is_waiting or (game.is_running and people > 1)
    if game.challenge_id is not None or game.pass_and_play or not is_shared:
        raise NoTableWebhook
    return game
