"""A position of Buttons that somebody sets up."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, NamedTuple

from django import forms
from django.forms import BoundField
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.buttons.board import CELLS, Cell, has_line, neighbours
from games.engine.buttons.deal import cards_each
from games.engine.buttons.events import Hand
from games.engine.buttons.layouts import LAYOUTS, Colour
from games.engine.buttons.rules import ButtonsRules
from games.engine.buttons.scoring import ENOUGH_STARS
from games.engine.buttons.state import ButtonsState, Phase, Standing, dice_taken
from games.engine.core import Rules
from games.presenters.buttons.sheet import LETTERS
from games.presenters.buttons.words import at, colour_name
from games.presenters.setting_up import PositionForm as BasePositionForm
from games.presenters.setting_up import impossible

USUAL_HOLDERS: Mapping[int, tuple[int | None, ...]] = {
    2: (0, 1, 1, 0),
    3: (0, 1, 2, None),
    4: (0, 1, 2, 3),
}
"""Who holds the card of each colour where nobody has said it, by how many play."""

STANDINGS: dict[str, Promise] = {
    Standing.IN: gettext_lazy("in the round"),
    Standing.OPTED_OUT: gettext_lazy("has opted out"),
    Standing.BUST: gettext_lazy("bust"),
}


@dataclass(frozen=True, slots=True)
class CellBox:
    """A box to tick: for a cell of a layout, with its colour and the letter of that."""

    box: object
    colour: Colour

    @property
    def letter(self) -> Promise:
        return LETTERS[self.colour]

    @property
    def colour_name(self) -> str:
        return colour_name(self.colour)


class PlayerFields(NamedTuple):
    """The fields of a player. standing: None for the one who is to move."""

    name: str
    layout: BoundField
    standing: BoundField | None
    buttons: list[CellBox]
    stars: list[CellBox]


class PositionForm(BasePositionForm):
    """Asks for the layouts, the cards, and the cells with buttons and stars."""

    KIND = ButtonsRules.kind

    def add_fields(self) -> None:
        holders = [(player, name) for player, name in enumerate(self.names)]
        cells = [(f"{row}{column}", at([(row, column)])) for row, column in CELLS]
        for colour, holder in zip(Colour, USUAL_HOLDERS[self.count], strict=True):
            nobody = [("", _("nobody"))] if self.count == 3 and colour is not Colour.RED else []
            self.fields[f"{colour.value}_card"] = forms.TypedChoiceField(
                label=_("Card: %(colour)s") % {"colour": colour_name(colour)},
                coerce=int,
                required=not nobody,
                choices=[*nobody, *holders],
                initial=holder,
            )
        for player, layout in zip(range(self.count), LAYOUTS, strict=False):
            self.fields[f"layout{player}"] = forms.ChoiceField(
                label=_("Layout"),
                choices=[(name, name) for name in LAYOUTS],
                initial=layout,
            )
            if player:
                self.fields[f"standing{player}"] = forms.ChoiceField(
                    label=_("Part in the round"),
                    choices=list(STANDINGS.items()),
                    initial=Standing.IN.value,
                )
            for letter in "bs":
                self.fields[f"{letter}{player}"] = forms.TypedMultipleChoiceField(
                    coerce=_cell,
                    required=False,
                    choices=cells,
                    widget=forms.CheckboxSelectMultiple,
                )

    @property
    def cards(self) -> list[BoundField]:
        """The fields that say who holds which card."""
        return [self[f"{colour.value}_card"] for colour in Colour]

    def players_fields(self) -> Iterator[PlayerFields]:
        """Yield the fields of each player."""
        for player, name in enumerate(self.names):
            layout = LAYOUTS.get(self[f"layout{player}"].value(), LAYOUTS["1A"])
            boxes = (
                [
                    CellBox(box, layout[cell])
                    for cell, box in zip(CELLS, self[f"{letter}{player}"].subwidgets, strict=True)
                ]
                for letter in "bs"
            )
            standing = self[f"standing{player}"] if player else None
            yield PlayerFields(name, self[f"layout{player}"], standing, *boxes)

    def rules_and_start(self, chosen: dict[str, Any]) -> tuple[Rules[Any], ButtonsState]:
        layouts = [chosen[f"layout{player}"] for player in range(self.count)]
        if len(set(layouts)) != self.count:
            raise impossible(_("Each player has another layout."))
        others = (Standing(chosen[f"standing{player}"]) for player in range(1, self.count))
        standing = [Standing.IN, *others]
        cells = {
            letter: [frozenset(chosen[f"{letter}{player}"]) for player in range(self.count)]
            for letter in "bs"
        }
        for player, name in enumerate(self.names):
            _check(name, standing[player], cells["b"][player], cells["s"][player])
        rules = ButtonsRules(self.count)
        out = [part is not Standing.IN for part in standing]
        return rules, replace(
            rules.initial_state(),
            layouts=tuple(layouts),
            cards=self._hands(chosen),
            buttons=tuple(cells["b"]),
            stars=tuple(cells["s"]),
            standing=tuple(standing),
            taken=tuple(dice_taken(self.count) * is_out for is_out in out),
            turns=(1,) + (0,) * (self.count - 1),
            phase=Phase.TURN,
        )

    def _hands(self, chosen: dict[str, Any]) -> tuple[Hand, ...]:
        each = cards_each(self.count)
        hands = [
            tuple(colour for colour in Colour if chosen[f"{colour.value}_card"] == player)
            for player in range(self.count)
        ]
        if any(len(hand) != each for hand in hands):
            text = ngettext("Each player holds %(n)d card.", "Each player holds %(n)d cards.", each)
            raise impossible(text, n=each)
        return tuple(hands)


def _check(name: str, standing: Standing, buttons: frozenset[Cell], stars: frozenset[Cell]) -> None:
    """Check what lies on a layout. Raises ValidationError if it cannot."""
    if both := buttons & stars:
        text = _("%(name)s has a button and a star on %(cells)s.")
        raise impossible(text, name=name, cells=at(both))
    for pair in combinations(sorted(buttons), 2):
        if pair[1] in neighbours(pair[0]):
            text = _("Buttons are no neighbours, but two of %(name)s are: %(cells)s.")
            raise impossible(text, name=name, cells=at(pair))
    if has_line(stars) or len(stars) >= ENOUGH_STARS:
        raise impossible(_("%(name)s has won already."), name=name)
    if standing is Standing.OPTED_OUT and not buttons:
        raise impossible(_("%(name)s needs a button to opt out."), name=name)
    if standing is Standing.BUST and buttons:
        raise impossible(_("%(name)s has lost all buttons by the bust."), name=name)


def _cell(text: str) -> Cell:
    return int(text[0]), int(text[1])
