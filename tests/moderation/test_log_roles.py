"""deploy/roles.sql on PostgreSQL: what is only added to, the site's own role cannot change."""

import re
import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.db import DatabaseError, connection, transaction

from accounts.append_only import AppendOnly
from accounts.sanctions import log, triggers
from accounts.sanctions.actions import Action
from accounts.sanctions.models import ModerationAction
from games.models import commitment
from tests.games.factories import make_user

pytestmark = [pytest.mark.django_db, pytest.mark.services]

STATEMENTS = (Path(settings.BASE_DIR) / "deploy" / "roles.sql").read_text()


@pytest.fixture
def owner() -> str:
    """Return a new role that owns all tables. It goes with the transaction of the test."""
    if connection.vendor != "postgresql":
        pytest.skip("SQLite knows no roles")
    name = f"owner_{secrets.token_hex(6)}"
    run(f"CREATE ROLE {name}")
    for table in connection.introspection.table_names():
        run(f'ALTER TABLE "{table}" OWNER TO {name}')
    return name


@pytest.fixture
def site(owner: str) -> Iterator[str]:
    """Act as the site's role for the rest of the test."""
    name = f"site_{secrets.token_hex(6)}"
    run(f"CREATE ROLE {name}")
    run(named(STATEMENTS, owner, name))
    run(f"SET ROLE {name}")
    yield name
    run("RESET ROLE")


def named(statements: str, owner: str, site: str) -> str:
    """Return the statements with the names of other roles."""
    statements = statements.replace("cantstop_owner", owner)
    return re.sub(r"\bcantstop\b", site, statements)


def run(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def test_the_sites_role_adds_to_the_log(site: str) -> None:
    act = log.write(None, Action.MUTED, reason="By the site's role")
    assert ModerationAction.objects.get() == act


def test_the_sites_role_writes_into_every_other_table(site: str) -> None:
    user = make_user("Pat")
    user.is_active = False
    user.save()
    user.delete()


@pytest.mark.parametrize("kept", [triggers.LOG, commitment.CHAIN], ids=str)
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE {table} SET {column} = {column}",
        "DELETE FROM {table}",
        "TRUNCATE {table} CASCADE",
        "DROP TABLE {table} CASCADE",
        "DROP TRIGGER {trigger} ON {table}",
        "ALTER TABLE {table} DISABLE TRIGGER ALL",
        "ALTER TABLE {table} DROP COLUMN {column}",
        "CREATE TRIGGER mine BEFORE INSERT ON {table} EXECUTE FUNCTION {trigger}()",
        "CREATE RULE mine AS ON INSERT TO {table} DO INSTEAD NOTHING",
        "CREATE OR REPLACE FUNCTION {trigger}() RETURNS trigger LANGUAGE plpgsql "
        "AS 'BEGIN RETURN NEW; END'",
        "SET session_replication_role = replica",
        "UPDATE django_migrations SET app = app",
    ],
)
def test_the_sites_role_has_no_way_to_change_what_is_only_added_to(
    site: str, kept: AppendOnly, statement: str
) -> None:
    names = {"table": kept.table, "column": kept.unique[0], "trigger": f"{kept.name}_stays"}
    with pytest.raises(DatabaseError, match=r"permission denied|must be"), transaction.atomic():
        run(statement.format(**names))


def test_the_file_refuses_a_role_that_may_act_as_the_owner(owner: str) -> None:
    name = f"site_{secrets.token_hex(6)}"
    run(f"CREATE ROLE {name} IN ROLE {owner}")
    with pytest.raises(DatabaseError, match="owns tables"), transaction.atomic():
        run(named(STATEMENTS, owner, name))
