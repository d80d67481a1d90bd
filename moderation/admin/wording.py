"""Message templates and filtered words, which moderators edit, and forms with templates."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from accounts.requests import row_numbered
from accounts.sanctions.actions import Action
from accounts.sanctions.models import LONGEST_REASON
from games.chat.models import FilteredWord
from moderation.admin.base import LoggedAdmin
from moderation.models import MessageTemplate


class TemplateSelect(forms.Select):
    """Templates to choose from; options carry their texts, for the script that inserts them."""

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option: dict[str, Any] = super().create_option(name, value, *args, **kwargs)
        if value:
            option["attrs"]["data-text"] = value.instance.text
        return option


class TemplatedForm(forms.Form):
    """Offers templates for its text fields; a script inserts them, or a button without scripts.

    audiences: the audience of a field's templates, by the field's name.
    """

    audiences: ClassVar[dict[str, str]]

    def __init__(
        self, data: QueryDict | None = None, initial: Any = None, category: str | None = None
    ) -> None:
        # The button "fill" inserts templates and shows the form again, without validation.
        if data and "fill" in data:
            initial, data = _filled_in(data, self.audiences), None
        super().__init__(data, initial=initial)
        for target, audience in self.audiences.items():
            templates = MessageTemplate.objects.filter(audience=audience)
            if category is not None:
                # Templates without a category fit cases of every category.
                templates = templates.filter(category__in=["", category])
            self.fields[f"template_{target}"] = forms.ModelChoiceField(
                templates,
                label=_("Template"),
                empty_label="–",
                required=False,
                widget=TemplateSelect,
            )


def _filled_in(posted: QueryDict, audiences: Mapping[str, str]) -> dict[str, Any]:
    """Return the posted values, with the texts of the chosen templates inserted."""
    filled: dict[str, Any] = posted.dict()
    for target, audience in audiences.items():
        templates = MessageTemplate.objects.filter(audience=audience)
        chosen = row_numbered(templates, posted.get(f"template_{target}"))
        written = posted.get(target, "").replace("\r\n", "\n").strip()
        if chosen is not None and chosen.text not in written:
            # A template replaces another template, but is added below the moderator's own words.
            is_own = written and written not in {template.text for template in templates}
            written = f"{written}\n\n{chosen.text}" if is_own else chosen.text
        filled[target] = written
    return filled


def words_field(
    label: StrOrPromise, help_text: StrOrPromise = "", *, required: StrOrPromise = "", rows: int = 3
) -> forms.CharField:
    """Return a field for some sentences. required: the error if empty; "" if optional."""
    return forms.CharField(
        label=label,
        help_text=help_text,
        max_length=LONGEST_REASON,
        required=bool(required),
        widget=forms.Textarea({"rows": rows}),
        error_messages={"required": required},
    )


@admin.register(MessageTemplate)
class MessageTemplateAdmin(LoggedAdmin):
    list_display = ["title", "audience", "category", "text"]
    list_filter = ["audience", "category"]
    search_fields = ["title", "text"]
    logged = ("title", "audience", "category", "text")
    thing = "template"
    logged_actions = {
        "added": Action.ADDED_TEMPLATE,
        "changed": Action.CHANGED_TEMPLATE,
        "removed": Action.REMOVED_TEMPLATE,
    }


@admin.register(FilteredWord)
class FilteredWordAdmin(LoggedAdmin):
    list_display = ["word", "opens_case"]
    list_filter = ["opens_case"]
    search_fields = ["word"]
    logged = ("word", "opens_case")
    thing = "word"
    logged_actions = {
        "added": Action.ADDED_WORD,
        "changed": Action.CHANGED_WORD,
        "removed": Action.REMOVED_WORD,
    }
