"""A position of Buttons that a visitor sets up."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, NamedTuple

from django import forms
from django.forms import BoundField
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext, pgettext_lazy

from games.engine.buttons.board import CELLS, Cell, has_line, neighbours
from games.engine.buttons.deal import cards_each
from games.engine.buttons.events import Hand
from games.engine.buttons.layouts import LAYOUTS, Colour
from games.engine.buttons.rules import ButtonsRules
from games.engine.buttons.scoring import ENOUGH_STARS
from games.engine.buttons.state import ButtonsState, Phase, Standing, dice_taken
from games.engine.core import Rules
from games.pages.setting_up import PositionForm as BasePositionForm
from games.pages.setting_up import impossible
from games.presenters.buttons.geometry import WHOLE
from games.presenters.buttons.words import at, cell_words, colour_name, goal_words

NOBODY = "none"

# The initial holders of the colours' cards, by number of players.
USUAL_HOLDERS: Mapping[int, tuple[str, ...]] = {
    2: ("0", "1", "1", "0"),
    3: ("0", "1", "2", NOBODY),
    4: ("0", "1", "2", "3"),
}

# The names of the fields for each player's buttons and stars begin with these letters.
BUTTON, STAR = "b", "s"

STANDINGS: dict[str, Promise] = {
    Standing.IN: pgettext_lazy("a player", "in the round"),
    Standing.OPTED_OUT: pgettext_lazy("a player", "opted out"),
    Standing.BUST: pgettext_lazy("a player", "bust"),
}


@dataclass(frozen=True, slots=True)
class CellBoxes:
    """The two checkboxes of a cell: for a button and for a star."""

    row: int
    column: int
    colour: Colour
    cell: str  # row and column in words
    button: object
    star: object

    @property
    def colour_name(self) -> str:
        return colour_name(self.colour)


class Cloth(NamedTuple):
    """A player's layout with its checkboxes."""

    name: str
    layout: str
    goal: str  # in words, how far the stars are from winning
    cells: list[CellBoxes]
    fields: tuple[BoundField, BoundField]


class PlayerFields(NamedTuple):
    """A player's fields for the layout and, except for the player to move, the standing."""

    name: str
    choices: list[BoundField]


class PositionForm(BasePositionForm):
    """Asks for the layouts, the cards, and the cells with buttons and stars."""

    KIND = ButtonsRules.kind
    is_board = True
    view_box = WHOLE

    def add_fields(self) -> None:
        holders = [(str(player), name) for player, name in enumerate(self.names)]
        for colour, holder in zip(Colour, USUAL_HOLDERS[self.count], strict=True):
            may_be_out = self.count == 3 and colour is not Colour.RED  # BT-4
            out = [(NOBODY, pgettext("holder of a card", "no one"))] if may_be_out else []
            self.fields[f"{colour.value}_card"] = forms.ChoiceField(
                # Translators: %(colour)s is a colour: red, yellow, green or blue.
                label=_("Card: %(colour)s") % {"colour": colour_name(colour)},
                choices=[*holders, *out],
                initial=holder,
            )
        for player, layout in zip(range(self.count), LAYOUTS, strict=False):
            self.fields[f"layout{player}"] = forms.ChoiceField(
                label=_("Layout"), choices=[(name, name) for name in LAYOUTS], initial=layout
            )
            if player:
                self.fields[f"standing{player}"] = forms.ChoiceField(
                    label=_("This round"),
                    choices=list(STANDINGS.items()),
                    initial=Standing.IN.value,
                )
            for piece in (BUTTON, STAR):
                self.fields[f"{piece}{player}"] = forms.TypedMultipleChoiceField(
                    coerce=lambda text: (int(text[0]), int(text[1])),
                    required=False,
                    choices=[
                        (f"{row}{column}", cell_words((row, column))) for row, column in CELLS
                    ],
                    widget=forms.CheckboxSelectMultiple,
                )

    @property
    def cards(self) -> list[BoundField]:
        """The fields for the holders of the cards."""
        return [self[f"{colour.value}_card"] for colour in Colour]

    def players_fields(self) -> Iterator[PlayerFields]:
        """Yield each player's fields for the layout and the standing."""
        for player, name in enumerate(self.names):
            choices = [self[f"layout{player}"]]
            if player:
                choices.append(self[f"standing{player}"])
            yield PlayerFields(name, choices)

    def cloths(self) -> Iterator[Cloth]:
        """Yield the layout of each player, with its buttons and stars."""
        for player, name in enumerate(self.names):
            asked = self[f"layout{player}"]
            # The chosen layout is drawn even if the form is invalid.
            layout = asked.value() if asked.value() in LAYOUTS else asked.initial
            buttons, stars = self[f"{BUTTON}{player}"], self[f"{STAR}{player}"]
            boxes = zip(CELLS, buttons.subwidgets, stars.subwidgets, strict=True)
            yield Cloth(
                name,
                layout,
                goal_words(frozenset(self.cleaned_data.get(stars.name, ()))),
                [
                    CellBoxes(*cell, LAYOUTS[layout][cell], cell_words(cell), button, star)
                    for cell, button, star in boxes
                ],
                (buttons, stars),
            )

    def rules_and_start(self, chosen: dict[str, Any]) -> tuple[Rules[Any], ButtonsState]:
        layouts = [chosen[f"layout{player}"] for player in range(self.count)]
        if len(set(layouts)) != self.count:
            raise impossible(_("Each player needs a different layout."))
        others = (Standing(chosen[f"standing{player}"]) for player in range(1, self.count))
        standing = [Standing.IN, *others]
        buttons, stars = (
            tuple(frozenset(chosen[f"{piece}{player}"]) for player in range(self.count))
            for piece in (BUTTON, STAR)
        )
        for each in zip(self.names, standing, buttons, stars, strict=True):
            _check(*each)
        rules = ButtonsRules(self.count)
        out = [part is not Standing.IN for part in standing]
        return rules, replace(
            rules.initial_state(),
            layouts=tuple(layouts),
            cards=self._hands(chosen),
            buttons=buttons,
            stars=stars,
            standing=tuple(standing),
            taken=tuple(dice_taken(self.count) * is_out for is_out in out),
            turns=(1,) + (0,) * (self.count - 1),
            phase=Phase.TURN,
        )

    def _hands(self, chosen: dict[str, Any]) -> tuple[Hand, ...]:
        each = cards_each(self.count)
        hands = [
            tuple(colour for colour in Colour if chosen[f"{colour.value}_card"] == str(player))
            for player in range(self.count)
        ]
        if any(len(hand) != each for hand in hands):
            text = ngettext("Each player holds %(n)d card.", "Each player holds %(n)d cards.", each)
            raise impossible(text, n=each)
        return tuple(hands)


def _check(name: str, standing: Standing, buttons: frozenset[Cell], stars: frozenset[Cell]) -> None:
    """Raise ValidationError if a player in this standing cannot have these buttons and stars."""
    if both := buttons & stars:
        # Translators: %(cells)s is such as "(2,3) and (2,4)".
        text = _("%(name)s can't have both a button and a star on %(cells)s.")
        raise impossible(text, name=name, cells=at(both))
    for pair in combinations(sorted(buttons), 2):
        if pair[1] in neighbours(pair[0]):
            # Translators: %(cells)s is such as "(2,3) and (2,4)".
            text = _("%(name)s can't have buttons side by side: %(cells)s.")
            raise impossible(text, name=name, cells=at(pair))
    if has_line(stars) or len(stars) >= ENOUGH_STARS:
        raise impossible(_("%(name)s has already won."), name=name)
    if standing is Standing.OPTED_OUT and not buttons:
        raise impossible(_("%(name)s needs a button to opt out."), name=name)
    if standing is Standing.BUST and buttons:
        raise impossible(_("%(name)s has busted and can't have buttons."), name=name)
