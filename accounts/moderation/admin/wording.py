"""Message templates and filtered words: the rows that moderators edit, and forms with templates."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.moderation.admin.base import LoggedAdmin
from accounts.moderation.models import MessageTemplate
from accounts.requests import row_numbered
from accounts.sanctions.actions import Action
from games.chat.models import FilteredWord


class TemplateSelect(forms.Select):
    """Choices that carry their texts, for the script that puts them in."""

    texts: dict[str, str] = {}

    def create_option(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option: dict[str, Any] = super().create_option(*args, **kwargs)
        text = self.texts.get(str(option["value"]))
        if text is not None:
            option["attrs"]["data-text"] = text
        return option


def template_field(audience: str, category: str | None = None) -> forms.ChoiceField:
    """Return a choice of the templates for these readers, of one category or of all."""
    found = MessageTemplate.objects.filter(audience=audience)
    if category is not None:
        found = found.filter(Q(category="") | Q(category=category))
    texts = {str(template.pk): template for template in found}
    field = forms.ChoiceField(
        label=_("Template"),
        choices=[("", "–"), *((number, each.title) for number, each in texts.items())],
        required=False,
        widget=TemplateSelect,
    )
    field.widget.texts = {number: template.text for number, template in texts.items()}
    return field


def put_in(audience: str, number: str, written: str) -> str:
    """Return a text with the chosen template in it.

    It takes the place of another template, and comes below what somebody wrote.
    """
    templates = MessageTemplate.objects.filter(audience=audience)
    chosen = row_numbered(templates, number)
    written = written.replace("\r\n", "\n").strip()
    if chosen is None or chosen.text in written:
        return written
    if not written or templates.filter(text=written).exists():
        return chosen.text
    return f"{written}\n\n{chosen.text}"


def filled_in(posted: Any, targets: Mapping[str, str]) -> dict[str, Any]:
    """Return what was posted, with the chosen templates in it.

    targets: by the name of a field, the readers that its templates are for.
    """
    data: dict[str, Any] = posted.dict()
    for target, audience in targets.items():
        data[target] = put_in(audience, data.get(f"template_{target}", ""), data.get(target, ""))
    return data


@admin.register(MessageTemplate)
class MessageTemplateAdmin(LoggedAdmin):
    """Texts to begin a message with."""

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
    """Words that readers see as asterisks unless they want to read everything."""

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
