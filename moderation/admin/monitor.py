"""The chat monitor: the latest lines of all tables, to remove a line or mute its author."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from accounts.answers import refused_with
from accounts.models import User
from accounts.refusals import Refusal
from accounts.requests import whole_number
from accounts.sanctions.models import LONGEST_REASON, Sanction
from games.chat import services as chat
from games.chat.models import Channel, ChatLine
from games.models import Game
from games.models.game import read_code
from games.queries import running_games_of
from moderation.admin import durations
from moderation.admin.base import draw, moderator
from moderation.admin.sanctions import has_kinds
from moderation.models import MessageTemplate
from moderation.services import recusal, sanctions
from moderation.services.refusals import Invalid

SHOWN = 60
MOST_MUTES = 10
FILTERS = ("table", "name", "channel", "all", "before")


@require_safe
def monitor(request: HttpRequest) -> HttpResponse:
    return show(request)


def show(request: HttpRequest, refused: Refusal | None = None) -> HttpResponse:
    """Render the lines that match the filters in the URL, the latest first."""
    user = moderator(request)
    # PostgreSQL refuses NUL characters.
    chosen = {name: request.GET.get(name, "").replace("\0", "").strip() for name in FILTERS}
    # One line more than shown, to see whether there are older lines.
    found = list(lines(chosen, user)[: SHOWN + 1])
    shown = found[:SHOWN]
    known = set(recusal.played_with(user))
    speakers = {line.user for line in shown if line.user and line.user_id not in known}
    # Shown so that the moderator can lift a mute given by mistake.
    my_mutes = Sanction.objects.in_force().filter(given_by=user, kind=Sanction.Kind.CHAT_MUTE)
    my_mutes = my_mutes.exclude(user__in=known)
    context = {
        "lines": shown,
        "mutable": {speaker.pk for speaker in speakers if has_kinds(user, speaker)},
        "may_remove": chat.may_remove(user),
        "chosen": chosen,
        "older": shown[-1].pk if len(found) > SHOWN else None,
        "channels": Channel.choices,
        "lengths": durations.HELPERS,
        "my_mutes": my_mutes.select_related("user").order_by("-created_at")[:MOST_MUTES],
        "longest": LONGEST_REASON,
        "reasons": MessageTemplate.objects.filter(audience=MessageTemplate.Audience.REASON),
    }
    return draw(request, "monitor", gettext("Chat monitor"), context, refused=refused)


def lines(chosen: dict[str, str], user: User) -> QuerySet[ChatLine]:
    """Return the lines that match the filters; by default only of waiting and running games."""
    found = ChatLine.objects.select_related("game", "user", "removed_by").order_by("-pk")
    # Players of a running game must not read texts of its spectators.
    found = found.exclude(channel=Channel.SPECTATORS, game__in=running_games_of(user))
    if not (chosen["all"] or chosen["table"]):
        found = found.filter(game__status__in=[Game.Status.WAITING, Game.Status.RUNNING])
    if chosen["table"]:
        found = found.filter(game__code=read_code(chosen["table"]))
    if chosen["name"]:
        found = found.filter(user__username__iexact=chosen["name"])
    if chosen["channel"] in Channel.values:
        found = found.filter(channel=chosen["channel"])
    before = whole_number(chosen["before"])
    return found if before is None else found.filter(pk__lt=before)


@require_POST
def remove(request: HttpRequest, pk: int) -> HttpResponse:
    line = get_object_or_404(ChatLine, pk=pk)
    chat.remove(line, moderator(request), request.POST.get("reason", "").strip()[:LONGEST_REASON])
    messages.success(request, gettext("Message removed."))
    return _back(request)


def _show_refused(request: HttpRequest, refusal: Refusal, pk: int) -> HttpResponse:
    return show(request, refusal)


@refused_with(_show_refused)
@require_POST
def mute(request: HttpRequest, pk: int) -> HttpResponse:
    """Mute the author of a line, and remove the line if asked to."""
    user = moderator(request)
    line = get_object_or_404(ChatLine.objects.select_related("user"), pk=pk)
    length = request.POST.get("length", "")
    if line.user is None or length not in dict(durations.HELPERS):
        raise Invalid(gettext("Choose how long."))
    if "remove" in request.POST and not chat.may_remove(user):
        raise PermissionDenied
    reason, end = request.POST.get("reason", ""), durations.end_of(length)
    note = f"{line.game.code}: {line.text or line.phrase}"
    sanctions.give(user, line.user, Sanction.Kind.CHAT_MUTE, reason, end, note=note)
    if "remove" in request.POST:
        chat.remove(line, user, reason.strip()[:LONGEST_REASON])
    messages.success(request, gettext("%(name)s is muted.") % {"name": line.user.username})
    return _back(request)


def _back(request: HttpRequest) -> HttpResponse:
    """Redirect to the lines shown before: the form's URL contains their filters."""
    return redirect(f"{reverse('moderation:monitor')}?{request.GET.urlencode()}")
