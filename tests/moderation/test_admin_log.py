"""The log of moderation: the database itself refuses to change it, and the admin only shows it."""

from datetime import timedelta
from functools import partial

import pytest
from django.db import DatabaseError, connection, transaction
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.sanctions import log
from accounts.sanctions.actions import Action
from accounts.sanctions.models import ModerationAction
from tests.moderation.panel import browser_of
from tests.moderation.people import make_player, make_staff
from tests.staff import staff_client

pytestmark = pytest.mark.django_db

LIST = "admin:moderation_moderationaction_changelist"


@pytest.fixture
def act() -> ModerationAction:
    return log.write(make_staff("moderator"), Action.MUTED, subject=make_player(), reason="Because")


def test_a_row_of_the_log_cannot_be_saved_again(act: ModerationAction) -> None:
    act.reason = "Something else"
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
        act.save()
    act.refresh_from_db()
    assert act.reason == "Because"


def test_a_row_of_the_log_cannot_be_deleted(act: ModerationAction) -> None:
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
        act.delete()
    assert ModerationAction.objects.filter(reason="Because").exists()


def test_many_rows_of_the_log_cannot_be_changed_at_once(act: ModerationAction) -> None:
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
        ModerationAction.objects.update(reason="")
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
        ModerationAction.objects.all().delete()
    assert ModerationAction.objects.filter(reason="Because").exists()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE moderation_moderationaction SET reason = ''",
        "DELETE FROM moderation_moderationaction",
    ],
)
def test_not_even_plain_sql_changes_the_log(act: ModerationAction, statement: str) -> None:
    with (
        pytest.raises(DatabaseError, match="never changed"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)
    assert ModerationAction.objects.filter(reason="Because").exists()


def test_no_row_is_put_in_the_place_of_another(act: ModerationAction) -> None:
    """SQLite alone has such a statement; on PostgreSQL the table cannot be emptied at once."""
    table = ModerationAction._meta.db_table
    names = ", ".join(f'"{field.column}"' for field in ModerationAction._meta.fields)
    values = names.replace('"reason"', "''")
    statement = {
        "sqlite": f"REPLACE INTO {table} ({names}) SELECT {values} FROM {table}",
        "postgresql": f"TRUNCATE {table} CASCADE",
    }[connection.vendor]
    with (
        pytest.raises(DatabaseError, match="never changed"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)
    assert ModerationAction.objects.get() == act
    assert ModerationAction.objects.get().reason == "Because"
    assert log.write(None, Action.MUTED).pk != act.pk


@pytest.mark.services
def test_the_caller_has_no_say_in_when_an_act_was() -> None:
    long_ago = timezone.now() - timedelta(days=3)
    write = partial(ModerationAction.objects.create, action=Action.MUTED, created_at=long_ago)
    if connection.vendor == "sqlite":  # its triggers can refuse a row, and not change it
        with pytest.raises(DatabaseError, match="clock of the database"), transaction.atomic():
            write()
        return
    act = write()
    act.refresh_from_db()
    assert timezone.now() - act.created_at < timedelta(minutes=1)


@pytest.mark.services
def test_an_act_is_told_when_it_was_as_the_database_has_it() -> None:
    act = log.write(None, Action.MUTED)
    stored = ModerationAction.objects.get(pk=act.pk)
    assert act.created_at == stored.created_at
    assert abs(timezone.now() - act.created_at) < timedelta(minutes=1)


def test_the_log_outlives_the_accounts_it_tells_of(act: ModerationAction) -> None:
    User.objects.all().delete()
    act.refresh_from_db()
    assert act.subject_name == "Pat"


@pytest.mark.parametrize("page", ["change", "delete"])
def test_not_even_a_superuser_changes_the_log_in_the_admin(
    act: ModerationAction, page: str
) -> None:
    address = reverse(f"admin:moderation_moderationaction_{page}", args=[act.pk])
    assert browser_of("superuser").post(address, {"post": "yes"}).status_code == 403
    assert ModerationAction.objects.filter(reason="Because").exists()


def test_the_log_can_be_searched_and_filtered(act: ModerationAction) -> None:
    client = browser_of("superuser")
    assert "Because" in client.get(reverse(LIST), {"q": "Pat"}).content.decode()
    found = client.get(reverse(LIST), {"action__exact": Action.SUSPENDED})
    assert list(found.context["cl"].result_list) == []


def test_the_page_of_an_act_shows_before_and_after() -> None:
    act = log.write(None, Action.MUTED, before={"end": "<b>no</b>"}, after={"end": "tomorrow"})
    address = reverse("admin:moderation_moderationaction_change", args=[act.pk])
    page = browser_of("superuser").get(address).content.decode()
    assert "&lt;b&gt;no&lt;/b&gt;" in page
    assert "tomorrow" in page
    assert "the site" in page


def test_a_moderator_does_not_read_what_others_noted_about_themselves() -> None:
    moderator = make_staff("moderator", "Mo")
    log.write(make_staff("senior"), Action.NOTED_ON_CASE, subject=moderator, reason="Secret")
    log.write(moderator, Action.CLAIMED, subject=make_player(), reason="Own act")
    page = staff_client(moderator).get(reverse(LIST)).content.decode()
    assert "Secret" not in page
    assert "Own act" in page
