"""Message templates, filtered words and weights: the only rows that moderators edit."""

from django.contrib import admin

from accounts.moderation.admin.log_mixin import LoggedAdmin
from accounts.moderation.models import MessageTemplate
from accounts.sanctions.actions import Action
from games.chat.models import FilteredWord

MOST = 1000


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
