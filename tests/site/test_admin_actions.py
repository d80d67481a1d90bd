"""Every action on rows that the administration offers, tried by everybody who may enter it."""

from typing import Any

import pytest
from django.contrib import admin
from django.db.models import Model
from django.test import RequestFactory
from django.urls import reverse

from accounts.models import User
from games.chat.models import FilteredWord
from games.models import StepComment
from moderation.models import MessageTemplate
from tests.moderation.panel import member
from tests.site.cast import STAFF, VISITORS, Site, browser_for

pytestmark = pytest.mark.django_db

DELETE = "delete_selected"

ACTIONS: dict[tuple[type[Model], str], tuple[str, ...]] = {
    (User, DELETE): (),
    (User, "act_on_several"): ("moderator", "senior", "admin"),
    (MessageTemplate, DELETE): ("senior", "admin"),
    (FilteredWord, DELETE): ("senior", "admin"),
    (StepComment, "remove"): ("moderator", "senior", "admin"),
}
"""Who may do it. Those on rows of other apps are for superusers alone."""


def test_every_action_is_in_the_table(rf: RequestFactory) -> None:
    request = rf.get("/")
    request.user = member("superuser")
    ours = ("accounts", "moderation", "games", "chat")
    found = {
        (model, name)
        for model, row_admin in admin.site._registry.items()
        if model._meta.app_label in ours
        for name in row_admin.get_actions(request)
    }
    assert found == set(ACTIONS)


@pytest.mark.parametrize("visitor", VISITORS)
def test_an_action_is_done_for_those_it_is_meant_for_and_nobody_else(
    site: Site, visitor: str
) -> None:
    client = browser_for(visitor, site)
    for (model, action), allowed in ACTIONS.items():
        row = row_of(model, site)
        before = as_stored(row)
        sent = {"action": action, "_selected_action": str(row.pk), "post": "yes"}
        sent |= {"act": "warning", "length": "hour", "reason": "Be kind."}
        client.post(list_of(model), sent)
        assert (as_stored(row) != before) == (visitor in allowed), (model, action)


@pytest.mark.parametrize("visitor", STAFF)
def test_an_action_takes_no_rows_that_are_not_shown(site: Site, visitor: str) -> None:
    """Select all across pages reaches no further than the list does."""
    client = browser_for(visitor, site)
    row = row_of(StepComment, site)
    sent = {"action": "remove", "_selected_action": "0", "select_across": "1", "index": "0"}
    client.post(list_of(StepComment) + "?q=no-such-word", sent)
    row.refresh_from_db()
    assert row.deleted_at is None


def row_of(model: type[Model], site: Site) -> Any:
    if model is FilteredWord:
        return FilteredWord.objects.get_or_create(word="nitwit")[0]
    rows = {User: site.owner, MessageTemplate: site.panel.template, StepComment: site.comment}
    return rows[model]


def list_of(model: type[Model]) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")


def as_stored(row: Any) -> Any:
    """Return a row as the database has it, nothing when it is gone; a user with their sanctions."""
    stored = type(row)._default_manager.filter(pk=row.pk)
    fields = [field.name for field in row._meta.concrete_fields]
    return list(stored.values_list(*fields, *(["sanctions"] if type(row) is User else [])))
