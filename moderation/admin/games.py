"""Games, for moderators to look at. Only their visibility can be changed here."""

from typing import Any

from django.contrib import admin
from django.contrib.admin.utils import flatten_fieldsets
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.sanctions.actions import Action
from games.engine.registry import KINDS
from games.models import ClockNote, Game, GameEvent, Seat
from games.presenters import presenter
from games.presenters.names import name_among
from games.presenters.time_control_words import time_control_words
from games.queries import is_open_to
from moderation.admin.base import LoggedAdmin, ReadOnly, link
from moderation.admin.rulings import RulingForm, past_rulings


class SeatInline(ReadOnly, admin.TabularInline[Seat, Game]):
    model = Seat
    fields = [
        "player",
        "user",
        "bot",
        "name",
        "won",
        "time_left",
        "time_spent",
        "running_since",
        "due_at",
        "has_moved",
        "stand_ins",
        "stood_in",
        "left_by",
        "taken_over_after",
    ]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seat]:
        return super().get_queryset(request).select_related("user", "game", "left_by")


class ClockNoteInline(ReadOnly, admin.TabularInline[ClockNote, Game]):
    model = ClockNote
    fields = ["after", "kind", "player", "seconds", "bot", "created_at"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[ClockNote]:
        return super().get_queryset(request).select_related("game")

    def has_view_permission(self, request: HttpRequest, obj: Game | None = None) -> bool:
        # A clock note reveals no more than its game does.
        return request.user.has_perm("games.view_game")


class GameEventInline(ReadOnly, admin.TabularInline[GameEvent, Game]):
    model = GameEvent
    fields = ["step", "player", "kind", "data", "created_at"]
    readonly_fields = ["step"]
    ordering = ["seq"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[GameEvent]:
        return super().get_queryset(request).select_related("game")

    @admin.display(description=_("step"))
    def step(self, event: GameEvent) -> SafeString:
        return link(event.seq, "replay", event.game.code, event.seq)


class KindFilter(admin.SimpleListFilter):
    title = _("game")
    parameter_name = "kind"

    def lookups(
        self, request: HttpRequest, model_admin: admin.ModelAdmin[Game]
    ) -> list[tuple[str, str]]:
        return [(slug, presenter(slug).ABOUT.name) for slug in KINDS]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        return queryset.filter(kind=self.value()) if self.value() else queryset


@admin.register(Game)
class GameAdmin(LoggedAdmin):
    logged = ("visibility",)
    thing = "game"
    logged_actions = {"changed": Action.CHANGED_VISIBILITY}
    list_display = [
        "code",
        "game",
        "status",
        "players",
        "visibility",
        "version",
        "created_at",
        "finished_at",
    ]
    list_filter = [
        "status",
        KindFilter,
        "visibility",
        ("imported_at", admin.EmptyFieldListFilter),
        "pass_and_play",
        "created_at",
    ]
    list_per_page = 50
    search_fields = ["code", "seats__user__username"]
    search_help_text = _("Game code or player")
    date_hierarchy = "created_at"
    ordering = ["-created_at", "-pk"]
    fieldsets = [
        (None, {"fields": ["code", "links", "visibility"]}),
        (
            _("Table"),
            {
                "fields": [
                    "game",
                    "size",
                    "options",
                    "show_odds",
                    "time",
                    "stand_in",
                    "creator",
                    "invited",
                    "pass_and_play",
                ]
            },
        ),
        (_("Dice"), {"fields": ["same_dice_as", "challenge", "own_dice"]}),
        (_("Progress"), {"fields": ["status", "version", "termination", "rematch_of", "due_at"]}),
        (
            _("Dates"),
            {"fields": ["created_at", "started_at", "moved_at", "finished_at", "annulled_at"]},
        ),
        (_("Import"), {"fields": ["imported_by", "imported_at", "played_on"]}),
    ]

    def get_inlines(self, request: HttpRequest, obj: Game | None) -> list[Any]:
        # The events would show dice that the viewer has yet to roll.
        is_open = obj is not None and is_open_to(obj, request.user.pk)
        shown = [SeatInline, ClockNoteInline]
        return [*shown, GameEventInline] if is_open else shown

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        games = (
            super()
            .get_queryset(request)
            .select_related("creator", "invited", "rematch_of", "imported_by")
        )
        return games.prefetch_related("seats__user")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Game | None = None) -> bool:
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: Game | None = None) -> list[str]:
        shown: list[str] = flatten_fieldsets(self.fieldsets)
        # Imported and pass-and-play games are for people with the link: no one may publish them.
        is_private = obj is not None and (obj.is_imported or obj.pass_and_play)
        return [name for name in shown if name != "visibility" or is_private]

    def render_change_form(
        self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any
    ) -> HttpResponse:
        game, may_rule = context["original"], request.user.has_perm("moderation.rule_games")
        context |= {
            "past": past_rulings(game),
            "ruling_form": RulingForm(game) if may_rule else None,
        }
        return super().render_change_form(request, context, *args, **kwargs)

    @admin.display(description=_("players"))
    def players(self, game: Game) -> str:
        seats = game.seats.all()
        return ", ".join(name_among(seats, seat) for seat in seats)

    @admin.display(description=_("game"), ordering="kind")
    def game(self, game: Game) -> str:
        return str(presenter(game.kind).ABOUT.name)

    @admin.display(description=_("options"))
    def options(self, game: Game) -> str:
        return " ".join(presenter(game.kind).options(game)) or "–"

    @admin.display(description=_("time control"))
    def time(self, game: Game) -> str:
        return time_control_words(game.timing) or "–"

    @admin.display(description=_("links"))
    def links(self, game: Game) -> SafeString:
        table = link(_("Table"), "game", game.code)
        if game.started_at is None:
            return table
        replay = link(_("Replay"), "replay", game.code, game.version)
        return format_html("{} · {}", table, replay)
