"""The one way in which the panel takes in a moment: a field in UTC, which says so beside it."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django import forms
from django.contrib.admin import FieldListFilter
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import lazy
from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

YEARS = range(2000, 2200)


def _clock() -> str:
    return gettext("In UTC, where it is %(now)s now.") % {
        "now": date_format(timezone.now(), "DATETIME_FORMAT")
    }


clock = lazy(_clock, str)
"""What is said beside every moment that somebody writes."""


class MomentField(forms.DateTimeField):
    """A moment in UTC, written as the site writes it: 2026-11-30 18:00."""

    default_error_messages = {
        "invalid": _("Please write a moment as 2026-11-30 18:00, in UTC."),
    }

    def __init__(self, *, help_text: Any = "", **options: Any) -> None:
        said = format_lazy("{} {}", help_text, clock()) if help_text else clock()
        widget = forms.DateTimeInput({"autocomplete": "off"}, format="%Y-%m-%d %H:%M")
        super().__init__(widget=widget, help_text=said, **options)

    def to_python(self, value: Any) -> datetime | None:
        moment = super().to_python(value)
        if moment is not None and moment.year not in YEARS:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return moment


class BetweenFilter(FieldListFilter):
    """The rows of a list from one moment on, before another one, or both."""

    template = "admin/moderation/between_filter.html"

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.title = _("time")
        asked: dict[str, Any] = dict(self.used_parameters)
        self.form = forms.Form({name: found[-1] for name, found in asked.items()})
        for name, label in self.names.items():
            self.form.fields[name] = MomentField(label=label, required=False)

    @property
    def names(self) -> dict[str, Any]:
        """The names of the two fields, with what each is called."""
        return {f"{self.field_path}__gte": _("From"), f"{self.field_path}__lt": _("Before")}

    @property
    def clock(self) -> str:
        return str(clock())

    def expected_parameters(self) -> list[str | None]:
        return list(self.names)

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if not self.form.is_valid():
            return queryset.none()
        asked = {key: moment for key, moment in self.form.cleaned_data.items() if moment}
        return queryset.filter(**asked)

    def choices(self, changelist: Any) -> Iterator[Any]:
        """Yield what else the list is filtered by, to be kept."""
        for name, values in changelist.filter_params.items():
            if name not in self.names:
                yield from ({"name": name, "value": value} for value in values)
