"""What the admin's lists of moderation have in common: they are looked at, and nothing else.

Everything that is done goes through the services, which check permissions and write the log.
"""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.utils.text import capfirst


class ReadOnlyAdmin(admin.ModelAdmin[Any]):
    """A model nobody adds, changes or removes in the admin; who has `view_…` may look."""

    list_per_page = 50
    actions = None

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Call the list by what is in it."""
        title = {"title": capfirst(self.opts.verbose_name_plural)}
        listed: HttpResponse = super().changelist_view(request, title | (extra_context or {}))
        return listed

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
