"""The form that opens a table. What differs by game is the options form of its presenter."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.engine.registry import KINDS
from games.models import Game
from games.presenters import presenter

OPEN_SEAT = ""


class TableForm(forms.Form):
    """Seats, bots and visibility of a new table of one kind."""

    visibility = forms.ChoiceField(
        label=_("Who can find it"),
        choices=[
            (Game.Visibility.PUBLIC, _("Everybody: it is listed in the lobby")),
            (Game.Visibility.UNLISTED, _("Only people with the link")),
        ],
        initial=Game.Visibility.PUBLIC,
        widget=forms.RadioSelect,
    )
    show_odds = forms.BooleanField(
        label=_("Show the odds"),
        help_text=_("Everybody at the table sees how likely the next roll is a bust."),
        required=False,
        initial=True,
    )
    rated = forms.BooleanField(
        label=_("Rated"),
        help_text=_("Noted with the game, for the day when players have ratings."),
        required=False,
    )

    def __init__(self, kind: str, data: Mapping[str, Any] | None) -> None:
        super().__init__(data, label_suffix="")
        rules = KINDS[kind].rules
        sizes = range(rules.min_players, rules.max_players + 1)
        self.fields["size"] = forms.TypedChoiceField(
            label=_("Seats"), coerce=int, choices=[(size, size) for size in sizes]
        )
        for number in sizes:
            self.fields[f"seat_{number}"] = self._seat_field(kind, number)

    def bots(self) -> list[str]:
        """Return the bots chosen for the seats that the table has."""
        seats = range(2, self.cleaned_data["size"] + 1)
        return [bot for number in seats if (bot := self.cleaned_data[f"seat_{number}"])]

    def seat_fields(self) -> list[forms.BoundField]:
        """Return the fields that say who sits beside the creator."""
        return [self[name] for name in self.fields if name.startswith("seat_")]

    def table_fields(self) -> list[forms.BoundField]:
        """Return the fields that are about the table and not about who sits there."""
        return [self[name] for name in self.base_fields]

    def _seat_field(self, kind: str, number: int) -> forms.ChoiceField:
        texts = presenter(kind).BOTS.items()
        bots = [(slug, f"{bot.name}: {bot.sentence}") for slug, bot in texts]
        return forms.ChoiceField(
            label=_("Seat %(number)d") % {"number": number},
            choices=[(OPEN_SEAT, _("Open to anybody")), *bots],
            required=False,
        )
