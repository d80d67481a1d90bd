"""Rulings: the form on a game's page in the admin, and the list of all rulings."""

from functools import partial
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models import Game, GameRuling
from games.presenters.names import seat_name
from moderation.admin.base import ReadOnlyAdmin, act_page, draw, moderator
from moderation.admin.wording import words_field
from moderation.form_choices import set_choices
from moderation.services import rulings

Kind = GameRuling.Kind

WORDS = {
    Kind.ANNUL: _("Annul it, so it won't count"),
    Kind.UNANNUL: _("Let it count again"),
    Kind.AWARD: _("Award it to the players below"),
    Kind.END: _("End it, because it's stuck"),
}
KINDS_WITH_WINNERS = (Kind.AWARD, Kind.END)


class RulingForm(forms.Form):
    kind = forms.ChoiceField(
        label=_("Ruling"),
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose a ruling.")},
    )
    winners = forms.TypedMultipleChoiceField(
        label=_("Winners"),
        help_text=_("Required to award a game, optional to end one."),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    note = words_field(
        _("Note"),
        _("Everyone can read this on the game's page."),
        required=_("Say why. Everyone can read it."),
    )

    def __init__(self, game: Game, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_choices(self, "kind", [(kind.value, WORDS[kind]) for kind in possible_rulings(game)])
        seats = game.seats.all()
        set_choices(self, "winners", [(seat.player, seat_name(seat)) for seat in seats])

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if data.get("kind") not in KINDS_WITH_WINNERS and data.get("winners"):
            self.add_error("winners", _("Choose winners only if you award or end the game."))
        return data


def possible_rulings(game: Game) -> list[Kind]:
    """Return the kinds of rulings that can be made about a game now."""
    if game.is_imported or not (game.is_running or game.is_finished):
        return []
    counting = Kind.ANNUL if game.annulled_at is None else Kind.UNANNUL
    ending = [Kind.AWARD, Kind.END] if game.is_running else [Kind.AWARD]
    return [counting, *ending]


def rule(request: HttpRequest, pk: int) -> HttpResponse:
    game = get_object_or_404(Game, pk=pk)
    form = RulingForm(game, request.POST or None)

    def act(data: dict[str, Any]) -> HttpResponse:
        rulings.rule(data["kind"], game, moderator(request), data["note"], data["winners"])
        messages.success(request, gettext("Ruling made. Everyone can read it."))
        return redirect("admin:games_game_change", game.pk)

    title = gettext("Rule on game %(code)s") % {"code": game.code}
    context = {"game": game, "past": past_rulings(game)}
    return act_page(form, act, partial(draw, request, "ruling", title, context))


def past_rulings(game: Game) -> list[GameRuling]:
    return list(GameRuling.objects.filter(game=game).select_related("ruled_by"))


@admin.register(GameRuling)
class GameRulingAdmin(ReadOnlyAdmin):
    list_display = ["created_at", "game", "kind", "note", "ruled_by"]
    list_filter = ["kind", "created_at"]
    list_select_related = ["game", "ruled_by"]
    search_fields = ["game__code", "note", "ruled_by__username"]
    ordering = ["-created_at", "-pk"]
    fields = ["created_at", "game", "kind", "winners", "note", "ruled_by"]
