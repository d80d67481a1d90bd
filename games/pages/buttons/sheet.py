"""Layouts of Buttons on paper: each colour has a letter and a pattern, to print without colours."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, pgettext_lazy

from games.engine.buttons.board import LINE
from games.engine.buttons.deal import MAX_PLAYERS, MIN_PLAYERS, cards_each
from games.engine.buttons.layouts import LAYOUTS, Colour
from games.engine.buttons.scoring import ENOUGH_OF_COLOUR, ENOUGH_STARS
from games.engine.buttons.state import DICE, dice_taken
from games.pages.kind_pages import ScoreSheet
from games.presenters.buttons.geometry import ALONG, MIDDLES, WHOLE
from games.presenters.buttons.words import COLOURS

ROUNDS = range(1, 9)
"""The rounds for which there is room. Few games take more."""

LETTERS: Mapping[Colour, Promise] = {
    Colour.RED: pgettext_lazy("letter for red", "R"),
    Colour.YELLOW: pgettext_lazy("letter for yellow", "Y"),
    Colour.GREEN: pgettext_lazy("letter for green", "G"),
    Colour.BLUE: pgettext_lazy("letter for blue", "B"),
}


@dataclass(frozen=True, slots=True)
class SheetCell:
    """A cell with the middle of its drawing."""

    colour: str
    letter: Promise
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """The layout of one player."""

    name: str
    cells: tuple[SheetCell, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """What the template draws.

    dice: how many are rolled while everybody is in.  taken: how many a bust or opting out takes.
    line, enough, three: how many stars win in a line and anywhere, and buttons that earn a star.
    """

    layouts: tuple[SheetLayout, ...]
    cards: int
    taken: int
    dice: int = DICE
    line: int = LINE
    enough: int = ENOUGH_STARS
    three: int = ENOUGH_OF_COLOUR
    rounds: range = ROUNDS
    view: str = WHOLE
    along: tuple[tuple[int, int], ...] = tuple(enumerate(ALONG, 1))

    @property
    def players(self) -> int:
        return len(self.layouts)

    @property
    def colours(self) -> list[tuple[str, Promise, Promise]]:
        """Each colour with its letter and its name."""
        return [(colour.value, LETTERS[colour], COLOURS[colour]) for colour in Colour]


class SheetForm(forms.Form):
    """Asks which layouts are on it, one for each player."""

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

    def draw(self, chosen: Mapping[str, Any]) -> Sheet:
        layouts = tuple(_layout(name) for name in chosen["layouts"])
        return Sheet(layouts, cards_each(len(layouts)), dice_taken(len(layouts)))


def _layout(name: str) -> SheetLayout:
    return SheetLayout(
        name,
        tuple(
            SheetCell(colour.value, LETTERS[colour], *MIDDLES[cell])
            for cell, colour in LAYOUTS[name].items()
        ),
    )
