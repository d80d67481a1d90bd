"""The options of a Buttons table as a form."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.engine.buttons.layouts import LAYOUTS
from games.engine.buttons.variant import RANDOM
from games.presenters.base import VariantForm

CHOSEN = "chosen"


class OptionsForm(VariantForm):
    """Asks for a variant (BT-3)."""

    dealt = forms.ChoiceField(
        label=_("Layouts"),
        choices=[(RANDOM, _("Dealt at random")), (CHOSEN, _("Chosen by me"))],
        initial=RANDOM,
        widget=forms.RadioSelect,
    )
    layouts = forms.MultipleChoiceField(
        label=_("Choose one for each seat"),
        help_text=_("We deal them when the game starts."),
        choices=[(name, name) for name in LAYOUTS],
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    def variant(self) -> dict[str, Any]:
        """Return the options as the variant object of a record."""
        if self.cleaned_data["dealt"] == RANDOM:
            return {"layouts": RANDOM}
        return {"layouts": self.cleaned_data["layouts"]}

    def refuse_for_players(self, players: int) -> None:
        """Say how many layouts this number of players needs."""
        text = ngettext(
            "Choose %(n)d layout, one for each seat.",
            "Choose %(n)d layouts, one for each seat.",
            players,
        )
        self.add_error("layouts", text % {"n": players})
