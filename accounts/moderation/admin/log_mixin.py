"""Rows that are edited in the admin, every change of which is in the log of moderation."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.contrib import admin
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.moderation.admin.base import moderator
from accounts.sanctions import log


class LoggedAdmin(admin.ModelAdmin[Any]):
    """Writes what rows were before and after.

    logged: the fields the log keeps.  thing: what the log calls such a row.
    logged_actions: of "added", "changed" and "removed".
    """

    logged: ClassVar[tuple[str, ...]]
    thing: ClassVar[str]
    logged_actions: ClassVar[Mapping[str, str]]

    @transaction.atomic
    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        before = self._text_of(self.model._default_manager.filter(pk=obj.pk).first())
        after = self._text_of(obj)
        super().save_model(request, obj, form, change)
        if before != after:
            self._write(request, "changed" if change else "added", obj, before, after)

    @transaction.atomic
    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        self._write(request, "removed", obj, self._text_of(obj), {})
        super().delete_model(request, obj)

    @transaction.atomic
    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        for row in queryset:
            self.delete_model(request, row)

    def _text_of(self, row: Any) -> dict[str, Any]:
        return {} if row is None else {name: getattr(row, name) for name in self.logged}

    def _write(
        self,
        request: HttpRequest,
        deed: str,
        row: Any,
        before: dict[str, Any],
        after: dict[str, Any],
    ) -> None:
        target = f"{self.thing} {row.pk}"
        log.write(
            moderator(request), self.logged_actions[deed], target=target, before=before, after=after
        )
