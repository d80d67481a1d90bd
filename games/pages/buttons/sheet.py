"""Layouts of Buttons on paper: each colour has a letter and a pattern, to print without colours."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, pgettext_lazy

from games.engine.buttons.board import LINE, SIZE
from games.engine.buttons.deal import MAX_PLAYERS, MIN_PLAYERS, cards_each
from games.engine.buttons.layouts import LAYOUTS, Colour
from games.engine.buttons.scoring import ENOUGH_OF_COLOUR, ENOUGH_STARS
from games.engine.buttons.state import DICE, dice_taken
from games.pages.kind_pages import ScoreSheet
from games.presenters.buttons.words import COLOURS

# The sheet has room for these rounds; few games take more.
ROUNDS = range(1, 9)

LETTERS: Mapping[Colour, Promise] = {
    Colour.RED: pgettext_lazy("letter for red", "R"),
    Colour.YELLOW: pgettext_lazy("letter for yellow", "Y"),
    Colour.GREEN: pgettext_lazy("letter for green", "G"),
    Colour.BLUE: pgettext_lazy("letter for blue", "B"),
}


class SheetForm(forms.Form):
    """Asks for a layout for each player."""

    layouts = forms.MultipleChoiceField(
        label=_("Layouts, one for each player"),
        choices=[(name, name) for name in LAYOUTS],
        widget=forms.CheckboxSelectMultiple,
    )

    def clean_layouts(self) -> list[str]:
        layouts = list(dict.fromkeys(self.cleaned_data["layouts"]))
        if not MIN_PLAYERS <= len(layouts) <= MAX_PLAYERS:
            raise forms.ValidationError(
                ngettext_lazy(
                    "Choose between %(fewest)d and %(most)d layout.",
                    "Choose between %(fewest)d and %(most)d layouts.",
                    MAX_PLAYERS,
                ),
                params={"fewest": MIN_PLAYERS, "most": MAX_PLAYERS},
            )
        return layouts


class ButtonsSheet(ScoreSheet):
    """A layout for each player, with room to count the rounds."""

    Form = SheetForm
    USUAL = {"layouts": list(LAYOUTS)[::2]}

    def draw(self, chosen: Mapping[str, Any]) -> Mapping[str, Any]:
        names, along = chosen["layouts"], range(1, SIZE + 1)
        return {
            "colours": [(colour.value, LETTERS[colour], COLOURS[colour]) for colour in Colour],
            "layouts": [
                (name, [[LAYOUTS[name][row, column].value for column in along] for row in along])
                for name in names
            ],
            "rounds": ROUNDS,
            "dice": DICE,
            "taken": dice_taken(len(names)),
            "three": ENOUGH_OF_COLOUR,
            "cards": cards_each(len(names)),
            "line": LINE,
            "enough": ENOUGH_STARS,
        }
