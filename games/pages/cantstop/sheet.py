"""The board of Can't Stop on paper, with a box in every space for each player.

Players fill in their boxes up to the space of their marker, so nothing is ever rubbed out.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.engine.cantstop.analysis import rolls_using
from games.engine.cantstop.board import COLUMNS, LENGTHS, ROLLS
from games.engine.cantstop.rules import CantStopRules
from games.engine.cantstop.variant import CantStopVariant
from games.pages.kind_pages import ScoreSheet
from games.presenters.shared import percent

SIZES = range(CantStopRules.min_players, CantStopRules.max_players + 1)
LETTERS = "ABCD"


class SheetForm(forms.Form):
    """Asks for the number of players."""

    players = forms.TypedChoiceField(
        label=_("Players"), coerce=int, choices=[(size, size) for size in SIZES]
    )


class CantStopSheet(ScoreSheet):
    """One board, in which each player has a box of their own in every space."""

    Form = SheetForm
    USUAL = {"players": SIZES[-1]}

    def draw(self, chosen: Mapping[str, Any]) -> Mapping[str, Any]:
        return {
            "letters": LETTERS[: chosen["players"]],
            "columns": [
                (
                    number,
                    range(LENGTHS[number]),
                    percent(Fraction(rolls_using(frozenset({number})), len(ROLLS)), decimals=0),
                )
                for number in COLUMNS
            ],
            "to_win": CantStopVariant().columns_to_win,
        }
