"""The pages that a game kind may have beside its table."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms

from games.pages.lessons import Lesson
from games.pages.setting_up import PositionForm


class ScoreSheet(ABC):
    """A page to print for people who play with real dice at a table of their own."""

    Form: type[forms.Form]
    # The form's values until a visitor chooses, so that the page shows a sheet at once.
    USUAL: ClassVar[Mapping[str, Any]]

    @abstractmethod
    def draw(self, chosen: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the variable `sheet` of the kind's template. chosen: the cleaned form."""


class KindPages:
    """The pages of a kind without any. A kind with some has `PAGES`, an instance of a subclass."""

    LESSON: ClassVar[Lesson | None] = None
    PositionForm: type[PositionForm] | None = None  # for a kind with an analysis
    score_sheet: ScoreSheet | None = None

    def rules_context(self) -> dict[str, Any]:
        """Return the template context of the page with the kind's rules."""
        return {}

    def strategy_context(self) -> dict[str, Any]:
        """Return the template context of the page about playing the kind well."""
        return {}
