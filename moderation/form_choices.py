"""Choices of forms that depend on what they are about."""

from collections.abc import Iterable
from typing import Any

from django import forms


def set_choices(form: forms.Form, name: str, choices: Iterable[tuple[Any, Any]]) -> None:
    """Offer these choices in a field, which must be one of choices."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)  # noqa: S101 - asked of no other
    field.choices = list(choices)
