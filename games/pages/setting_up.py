"""Positions that a visitor sets up to see their analysis."""

from collections.abc import Iterator
from typing import Any, ClassVar

from django import forms
from django.http import QueryDict

from accounts.requests import whole_number
from games.engine.core import Rules, State
from games.engine.registry import KINDS
from games.pages.examples import NAMES, after
from games.pov import Pov

USUAL_PLAYERS = 2


class PositionForm(forms.Form):
    """Asks for a position in which the first player must roll, or decides whether to roll."""

    KIND: ClassVar[str]
    is_board: ClassVar[bool] = False  # whether the fields lie on a board; else a board is drawn
    pov: Pov  # the position; set once the form is valid

    def __init__(self, data: QueryDict) -> None:
        completed = data.copy()
        super().__init__(completed, label_suffix="")
        kind = KINDS[self.KIND]
        self.sizes = range(1 if kind.solo else kind.rules.min_players, kind.rules.max_players + 1)
        # Read before the other fields are made, because they depend on the number of players.
        asked = whole_number(data.get("players"))
        self.count = asked if asked is not None and asked in self.sizes else USUAL_PLAYERS
        self.names = NAMES[: self.count]
        self.fields["players"] = forms.TypedChoiceField(
            coerce=int,
            choices=[(n, n) for n in self.sizes],
            initial=str(USUAL_PLAYERS),
            widget=forms.HiddenInput,
        )
        self.add_fields()
        # A field missing in the data gets its initial value, so that addresses can leave it out.
        for name, field in self.fields.items():
            if field.initial is not None:
                completed.setdefault(name, field.initial)

    def add_fields(self) -> None:
        """Add the fields that this number of players needs. Their initial values are strings."""
        raise NotImplementedError

    def rules_and_start(self, chosen: dict[str, Any]) -> tuple[Rules[Any], State]:
        """Return the position. Raises ValidationError if it cannot occur in a running game."""
        raise NotImplementedError

    def clean(self) -> None:
        if not self.errors:
            rules, start = self.rules_and_start(self.cleaned_data)
            self.pov = after(rules, start, [])

    def said(self) -> Iterator[tuple[str, str]]:
        """Yield the names and values in the shortest address of this position."""
        for name in self.changed_data:
            value = self[name].value()
            if isinstance(value, list):
                yield from ((name, each) for each in sorted(set(value)))
            else:
                yield name, "on" if value is True else value


def impossible(text: str, **told: object) -> forms.ValidationError:
    """Return the error for an impossible position. told: values of the text's placeholders."""
    return forms.ValidationError(text, code="impossible-position", params=told)
