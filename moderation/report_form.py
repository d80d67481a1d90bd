"""The form of a report, with the fields that fit the reported thing."""

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.forms import CommentField
from games.models import Game
from games.presenters.names import listed, seat_name
from moderation.form_choices import set_choices
from moderation.models import LONGEST_TEXT, Report
from moderation.services import reasons
from moderation.services.reportable import Reportable, games_to_name

MOST_GAMES = 20


class ReportForm(forms.Form):
    subject = forms.TypedChoiceField(
        label=_("Who?"), coerce=int, widget=forms.RadioSelect, empty_value=None
    )
    reason = forms.ChoiceField(label=_("What's wrong?"), widget=forms.RadioSelect)
    game = forms.ChoiceField(
        label=_("Which game?"),
        required=False,
        help_text=_("Needed for reports about stalling or helping another player."),
    )
    text = CommentField(
        label=_("In your own words"),
        required=False,
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("What happened, and when? Only moderators see this. Up to 1,000 characters."),
    )
    block = forms.BooleanField(required=False)

    def __init__(self, thing: Reportable, reporter: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""
        self._choose_people(thing)
        self._choose_game(thing, reporter)
        fitting = reasons.OF_TARGET[thing.target]
        set_choices(self, "reason", [(reason, _reason(reason)) for reason in fitting])
        if len(fitting) == 1:
            self.fields["reason"].initial = fitting[0]

    def _choose_people(self, thing: Reportable) -> None:
        block = self.fields["block"]
        if len(thing.subjects) == 1:
            del self.fields["subject"]
            named = {"name": thing.subjects[0].username}
            block.label = _("Block %(name)s: no chat, no games together") % named
        else:
            block.label = _("Block this player: no chat, no games together")
            set_choices(self, "subject", [(user.pk, user.username) for user in thing.subjects])

    def _choose_game(self, thing: Reportable, reporter: User) -> None:
        games: list[Game] = []
        if thing.target == Report.Target.PLAYER and thing.game is None:
            games = list(games_to_name(thing.subjects[0], reporter)[:MOST_GAMES])
        if games:
            choices = [
                ("", _("No game, or a different one")),
                *((g.code, _named(g)) for g in games),
            ]
            set_choices(self, "game", choices)
        else:
            del self.fields["game"]


def _reason(reason: str) -> SafeString:
    label = str(Report.Reason(reason).label)
    return format_html(
        '<span>{} <span class="muted">{}</span></span>',
        label[:1].upper() + label[1:],
        reasons.MEANINGS[reason],
    )


def _named(game: Game) -> str:
    names = listed(seat_name(seat) for seat in game.seats.all())
    when = date_format(timezone.localtime(game.started_at), "SHORT_DATETIME_FORMAT")
    return f"{when} UTC · {names}"
