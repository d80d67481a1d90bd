"""Positions that somebody sets up, to look at what the analysis says of them."""

from collections.abc import Iterator
from typing import Any, ClassVar

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from accounts.requests import whole_number
from games.engine.core import Rules, State
from games.engine.registry import KINDS
from games.pov import Pov
from games.presenters.examples import NAMES, after

USUAL = 2
"""So many play where nobody has said how many."""


class PositionForm(forms.Form):
    """Asks for a position in which the first player rolls or stops.

    A field that is left out has its first value, so that addresses are short.
    """

    KIND: ClassVar[str]

    def __init__(self, data: QueryDict) -> None:
        self.said_so = data.copy()
        super().__init__(self.said_so, label_suffix="")
        kind = KINDS[self.KIND]
        sizes = range(1 if kind.solo else kind.rules.min_players, kind.rules.max_players + 1)
        self.count = whole_number(data.get("players")) or USUAL
        if self.count not in sizes:
            self.count = USUAL
        self.fields["players"] = forms.TypedChoiceField(
            label=_("Players"), coerce=int, choices=[(n, n) for n in sizes], initial=USUAL
        )
        self.add_fields()
        for name, field in self.fields.items():
            if field.initial is not None:
                self.said_so.setdefault(name, str(field.initial))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players."""
        return NAMES[: self.count]

    def add_fields(self) -> None:
        """Add the fields that so many players need."""
        raise NotImplementedError

    def rules_and_start(self, chosen: dict[str, Any]) -> tuple[Rules[Any], State]:
        """Return the position. Raises ValidationError if it cannot be one of a running game.

        chosen: what the fields say.
        """
        raise NotImplementedError

    def clean(self) -> None:
        """Refuse what cannot be a position."""
        if not self.errors:
            rules, start = self.rules_and_start(self.cleaned_data)
            self.pov = after(rules, start, [])

    def position(self) -> Pov:
        """Return the position, once the form is valid."""
        return self.pov

    def said(self) -> Iterator[tuple[str, str]]:
        """Yield the names and values of an address that says the same."""
        for name, field in self.fields.items():
            for value in self.said_so.getlist(name):
                if value not in {"", str(field.initial)}:
                    yield name, value


def impossible(text: str, **told: object) -> forms.ValidationError:
    """Return why something is no position. text: with places for what is told."""
    return forms.ValidationError(text, code="impossible-position", params=told)
