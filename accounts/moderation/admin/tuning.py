"""Message templates, filtered words and weights: the only rows that moderators edit."""

from typing import Any

from django import forms
from django.contrib import admin
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.moderation.admin.base import moderator
from accounts.moderation.admin.log_mixin import LoggedAdmin
from accounts.moderation.models import MessageTemplate, Weight
from accounts.moderation.services import scores
from accounts.moderation.weights import MEANINGS, label_of
from accounts.sanctions import log
from accounts.sanctions.actions import Action
from games.chat.models import FilteredWord

MOST = 1000


@admin.register(MessageTemplate)
class MessageTemplateAdmin(LoggedAdmin):
    """Texts to begin a message with."""

    list_display = ["title", "audience", "room", "text"]
    list_filter = ["audience", "room"]
    search_fields = ["title", "text"]
    logged = ("title", "audience", "room", "text")
    thing = "template"
    verbs = {
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
    verbs = {
        "added": Action.ADDED_WORD,
        "changed": Action.CHANGED_WORD,
        "removed": Action.REMOVED_WORD,
    }


class WeightForm(forms.ModelForm[Weight]):
    class Meta:
        model = Weight
        fields = ["value"]

    def clean_value(self) -> float:
        value: float = self.cleaned_data["value"]
        if not 0 <= value <= MOST:
            text = _("Please choose a number from 0 to %(most)d.")
            raise forms.ValidationError(text, params={"most": MOST})
        return value


@admin.register(Weight)
class WeightAdmin(admin.ModelAdmin[Weight]):
    """How much things count in a score. The program names them, so rows neither come nor go."""

    form = WeightForm
    list_display = ["label", "value", "meaning"]
    fields = ["label", "meaning", "value"]
    readonly_fields = ["label", "meaning"]
    ordering = ["name"]
    actions = None

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Weight | None = None) -> bool:
        return False

    @transaction.atomic
    def save_model(self, request: HttpRequest, obj: Weight, form: Any, change: bool) -> None:
        before = Weight.objects.get(pk=obj.pk).value
        if before == obj.value:
            return
        super().save_model(request, obj, form, change)
        log.write(
            moderator(request),
            Action.CHANGED_WEIGHT,
            target=f"weight {obj.name}",
            before={"value": before},
            after={"value": obj.value},
        )
        scores.refresh_all()

    @admin.display(description=_("what"), ordering="name")
    def label(self, weight: Weight) -> str:
        return label_of(weight.name)

    @admin.display(description=_("meaning"))
    def meaning(self, weight: Weight) -> str:
        return str(MEANINGS.get(weight.name, "–"))
