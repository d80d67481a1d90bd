"""Choices of form fields that are known only when the form is made."""

from collections.abc import Iterable
from typing import Any

from django import forms


def set_choices(form: forms.Form, name: str, choices: Iterable[tuple[Any, Any]]) -> None:
    """Set the choices of a form's field."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)  # noqa: S101 - asked of no other
    field.choices = list(choices)
