"""A rehearsal on PostgreSQL: what deploy/backup.sh writes, deploy/restore.sh brings back."""

import os
import re
import secrets
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlunsplit

import psycopg
import pytest
from django.conf import settings
from django.db import connection
from psycopg import sql

from accounts.sanctions import log
from accounts.sanctions.actions import Action
from tests.games.factories import make_finished_game, make_running_game, make_user

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.services]

DEPLOY = Path(settings.BASE_DIR) / "deploy"
OWNER, SITE, DATABASE, RESTORED = (
    f"{name}_{os.getpid()}_{secrets.token_hex(4)}"
    for name in ("test_owner", "test_site", "test_backup", "test_restored")
)
PASSWORD = secrets.token_hex(8)


@pytest.fixture(autouse=True)
def two_roles() -> Iterator[None]:
    """Have an owner of tables and a role of the site, and drop afterwards what was made."""
    if connection.vendor != "postgresql":
        pytest.skip("SQLite is backed up as a file")
    if not shutil.which("pg_dump"):
        pytest.skip("the programs of PostgreSQL are not on this machine")
    run("postgres", f"CREATE ROLE {OWNER}")
    run("postgres", f"CREATE ROLE {SITE} LOGIN PASSWORD '{PASSWORD}'")
    yield
    for name in (DATABASE, RESTORED):
        run("postgres", f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
    for name in (SITE, OWNER):
        run("postgres", f"DROP ROLE {name}")


@pytest.fixture
def site(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the name of a database as a site has it: full of games, with its two roles."""
    ada, bob = make_user("Ada"), make_user("Bob")
    make_running_game(ada, bob)
    make_finished_game(ada, "random")
    log.write(None, Action.MUTED, reason="To be kept for ever")
    file = back_up(tmp_path_factory.mktemp("first"), connection.settings_dict["NAME"])
    assert not restore(file, DATABASE).returncode
    for table in tables(DATABASE):
        run(DATABASE, f'ALTER TABLE "{table}" OWNER TO {OWNER}')
    rights = (DEPLOY / "roles.sql").read_text().replace("cantstop_owner", OWNER)
    run(DATABASE, re.sub(r"\bcantstop\b", SITE, rights))
    return DATABASE


def server(database: str) -> dict[str, str]:
    """Return what tells the programs of PostgreSQL where it is."""
    at = connection.settings_dict
    where = {"PGHOST": at["HOST"], "PGPORT": str(at["PORT"]), "PGUSER": at["USER"]}
    return where | {"PGPASSWORD": at["PASSWORD"], "PGDATABASE": database}


def run(database: str, statements: str) -> list[tuple[object, ...]]:
    """Run statements as the superuser; return the rows, if there are any."""
    at = server(database)
    opened = psycopg.connect(
        host=at["PGHOST"],
        port=at["PGPORT"] or None,
        user=at["PGUSER"],
        password=at["PGPASSWORD"],
        dbname=database,
        autocommit=True,
    )
    with opened, opened.cursor() as cursor:
        cursor.execute(sql.SQL(statements))
        return cursor.fetchall() if cursor.description else []


def script(name: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    environment = os.environ | server("postgres") | {"OWNER": OWNER}
    return subprocess.run(
        [DEPLOY / name, *arguments], env=environment, capture_output=True, text=True, check=False
    )


def back_up(folder: Path, database: str) -> Path:
    done = script("backup.sh", folder, database)
    assert not done.returncode, done.stderr
    return Path(done.stdout.strip())


def restore(file: Path, database: str) -> subprocess.CompletedProcess[str]:
    return script("restore.sh", file, database)


def tables(database: str) -> list[str]:
    found = run(database, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
    return sorted(str(name) for (name,) in found)


def content(database: str) -> dict[str, list[tuple[object, ...]]]:
    """Return every row of every table, as text."""
    return {
        name: sorted(run(database, f'SELECT each::text FROM "{name}" AS each'))
        for name in tables(database)
    }


def is_there(database: str) -> bool:
    return bool(run("postgres", f"SELECT FROM pg_database WHERE datname = '{database}'"))


def test_what_was_backed_up_is_restored_with_every_row_and_every_log_is_sound(
    site: str, tmp_path: Path
) -> None:
    file = back_up(tmp_path, site)
    assert file.stat().st_mode & 0o077 == 0
    done = restore(file, RESTORED)
    assert not done.returncode, done.stderr
    assert content(RESTORED) == content(site)

    at = server(RESTORED)
    where = f"{SITE}:{PASSWORD}@{at['PGHOST']}:{at['PGPORT'] or 5432}"
    environment = {"DATABASE_URL": urlunsplit(("postgres", where, f"/{RESTORED}", "", ""))}
    checked = subprocess.run(
        [sys.executable, "manage.py", "check_logs"],
        cwd=settings.BASE_DIR,
        env=os.environ | environment | {"DJANGO_SETTINGS_MODULE": "cantstop_site.settings"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert not checked.returncode, checked.stderr
    assert "2 games checked, 0 with a fault." in checked.stdout


def test_the_rights_of_the_sites_role_are_restored(site: str, tmp_path: Path) -> None:
    assert not restore(back_up(tmp_path, site), RESTORED).returncode
    change = "UPDATE moderation_moderationaction SET reason = ''"
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        run(RESTORED, f"SET ROLE {SITE}; {change}")
    run(RESTORED, f"SET ROLE {SITE}; UPDATE games_game SET version = version")


def test_nothing_is_restored_over_a_database_that_is_there(site: str, tmp_path: Path) -> None:
    file, before = back_up(tmp_path, site), content(site)
    done = restore(file, site)
    assert done.returncode
    assert "already exists" in done.stderr
    assert content(site) == before


def test_of_a_file_that_is_cut_off_nothing_is_restored(site: str, tmp_path: Path) -> None:
    file = back_up(tmp_path, site)
    file.write_bytes(file.read_bytes()[: -file.stat().st_size // 3])
    assert restore(file, RESTORED).returncode
    assert not is_there(RESTORED)


def test_a_backup_that_fails_leaves_no_file(tmp_path: Path) -> None:
    assert script("backup.sh", tmp_path, "there_is_no_such_database").returncode
    assert not list(tmp_path.iterdir())


def test_only_old_backups_of_the_same_database_are_removed(tmp_path: Path) -> None:
    month = 31 * 24 * 3600
    name = str(connection.settings_dict["NAME"])
    for file in (old := tmp_path / f"{name}-old.dump", other := tmp_path / "other.dump"):
        file.touch()
        os.utime(file, (file.stat().st_mtime - month, file.stat().st_mtime - month))
    recent = back_up(tmp_path, name)
    assert {*tmp_path.iterdir()} == {recent, other}
    assert not old.exists()
