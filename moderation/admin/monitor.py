"""What is said at the tables now: to watch, to remove lines, to mute from there."""

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
    """Show the latest lines."""
    return show(request)


def show(request: HttpRequest, refused: Refusal | None = None) -> HttpResponse:
    """Draw the lines that the address asks for, the latest first."""
    user = moderator(request)
    # PostgreSQL finds no zeros.
    chosen = {name: request.GET.get(name, "").replace("\0", "").strip() for name in FILTERS}
    found = list(lines(chosen, user)[: SHOWN + 1])
    shown = found[:SHOWN]
    context = {
        "lines": shown,
        "mutable": _mutable(user, shown),
        "may_remove": chat.may_remove(user),
        "chosen": chosen,
        "older": shown[-1].pk if len(found) > SHOWN else None,
        "channels": Channel.choices,
        "lengths": durations.HELPERS,
        "my_mutes": _my_mutes(user),
        "longest": LONGEST_REASON,
        "reasons": MessageTemplate.objects.filter(audience=MessageTemplate.Audience.REASON),
    }
    return draw(request, "monitor", gettext("Chat monitor"), context, refused=refused)


def lines(chosen: dict[str, str], user: User) -> QuerySet[ChatLine]:
    """Return the lines that were chosen: of live tables, unless all are asked for.

    What is said of a game by those who watch it is kept from those who play in it, here, too.
    """
    found = ChatLine.objects.select_related("game", "user", "removed_by").order_by("-pk")
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
    """Remove a line for everybody."""
    line = get_object_or_404(ChatLine, pk=pk)
    chat.remove(line, moderator(request), request.POST.get("reason", "").strip()[:LONGEST_REASON])
    messages.success(request, gettext("Message removed."))
    return _back(request)


def _show_refused(request: HttpRequest, refusal: Refusal, pk: int) -> HttpResponse:
    return show(request, refusal)


@refused_with(_show_refused)
@require_POST
def mute(request: HttpRequest, pk: int) -> HttpResponse:
    """Mute the author of a line, and remove it when that was asked for."""
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
    """Return to the lines that were shown: the address of the form names them, too."""
    return redirect(f"{reverse('moderation:monitor')}?{request.GET.urlencode()}")


def _my_mutes(user: User) -> list[Sanction]:
    """Return the mutes this user gave that hold, so that they can lift what was a mistake."""
    held = Sanction.objects.in_force().filter(given_by=user, kind=Sanction.Kind.CHAT_MUTE)
    held = held.exclude(user__in=recusal.played_with(user))
    return list(held.select_related("user").order_by("-created_at")[:MOST_MUTES])


def _mutable(user: User, shown: list[ChatLine]) -> set[int]:
    """Return the numbers of those among the speakers that this user may mute."""
    speakers = {line.user.pk: line.user for line in shown if line.user}
    known = set(recusal.played_with(user))
    return {pk for pk, speaker in speakers.items() if pk not in known and has_kinds(user, speaker)}
