"""Choices of a form that fit only some numbers of seats."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms


class FittingSelect(forms.Select):
    """A select whose options name the numbers of seats they fit, in `data-seats`, for a script."""

    def __init__(self, seats: Mapping[str, Sequence[int]]) -> None:
        super().__init__()
        self.seats = seats

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(name, value, *args, **kwargs)
        option["attrs"]["data-seats"] = " ".join(map(str, self.seats[str(value)]))
        return option
