"""Triggers that refuse changes of the log of moderation, and set or check each act's time."""

from django.apps.registry import Apps
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from accounts.append_only import AppendOnly

REFUSAL = "the log of moderation is never changed"
LOG = AppendOnly("moderation_moderationaction", "moderation_log", ("id",), REFUSAL)

MOST_SECONDS_OFF = 5
"""SQLite's triggers cannot set a row's time: they refuse a time further than this from now."""

SQLITE_TIME = f"""
CREATE TRIGGER moderation_log_time BEFORE INSERT ON {LOG.table}
WHEN COALESCE(
    ABS(JULIANDAY(NEW.created_at) - JULIANDAY('now')) * 86400 > {MOST_SECONDS_OFF}, TRUE
)
BEGIN SELECT RAISE(ABORT, 'the log of moderation goes by the clock of the database'); END
"""

POSTGRESQL_TIME = f"""
CREATE FUNCTION moderation_log_time() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN NEW.created_at := clock_timestamp(); RETURN NEW; END $$;
CREATE TRIGGER moderation_log_time BEFORE INSERT ON {LOG.table}
FOR EACH ROW EXECUTE FUNCTION moderation_log_time()
"""
"""Replaces the time of a row by that of the database."""


def reinstall_log(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Install the triggers again after a migration that changed the log's table."""
    # On SQLite Django replaces the table by a new one, so its triggers are lost.
    LOG.remove(apps, editor)
    LOG.install(apps, editor)


def install_time(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Have the database set, or check, the time of each act."""
    editor.execute(POSTGRESQL_TIME if editor.connection.vendor == "postgresql" else SQLITE_TIME)


def remove_time(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Undo `install_time`, for a migration backwards."""
    if editor.connection.vendor == "postgresql":
        # CASCADE drops the trigger, too.
        editor.execute("DROP FUNCTION IF EXISTS moderation_log_time() CASCADE")
    else:
        editor.execute("DROP TRIGGER IF EXISTS moderation_log_time")
