"""The database itself keeps the log of moderation: it refuses to change or remove a row."""

from django.db.backends.base.schema import BaseDatabaseSchemaEditor

TABLE = "moderation_moderationaction"

SQLITE = [
    f"""
    CREATE TRIGGER moderation_log_{event.lower()} BEFORE {event} ON {TABLE}
    BEGIN SELECT RAISE(ABORT, 'the log of moderation is never changed'); END
    """
    for event in ("UPDATE", "DELETE")
]
POSTGRESQL = [
    """
    CREATE FUNCTION moderation_log_stays() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'the log of moderation is never changed'
        USING ERRCODE = 'integrity_constraint_violation'; END $$
    """,
    f"""
    CREATE TRIGGER moderation_log_stays BEFORE UPDATE OR DELETE ON {TABLE}
    FOR EACH ROW EXECUTE FUNCTION moderation_log_stays()
    """,
]
REPLACING = f"""
CREATE TRIGGER moderation_log_replace BEFORE INSERT ON {TABLE}
WHEN EXISTS (SELECT 1 FROM {TABLE} WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'the log of moderation is never changed'); END
"""  # noqa: S608 - the table's name is above
"""SQLite removes a row without a DELETE when another one replaces it."""

TRUNCATING = f"""
CREATE TRIGGER moderation_log_truncate BEFORE TRUNCATE ON {TABLE}
FOR EACH STATEMENT EXECUTE FUNCTION moderation_log_stays()
"""
"""PostgreSQL empties a table without a DELETE."""

WITHOUT_TRUNCATING = f"DROP TRIGGER IF EXISTS moderation_log_truncate ON {TABLE}"
WITHOUT_REPLACING = "DROP TRIGGER IF EXISTS moderation_log_replace"
WITHOUT_SQLITE = [
    "DROP TRIGGER IF EXISTS moderation_log_update",
    "DROP TRIGGER IF EXISTS moderation_log_delete",
]
WITHOUT_POSTGRESQL = [
    f"DROP TRIGGER IF EXISTS moderation_log_stays ON {TABLE}",
    "DROP FUNCTION IF EXISTS moderation_log_stays()",
]


def install(apps: object, editor: BaseDatabaseSchemaEditor) -> None:
    """Put the triggers in place."""
    for statement in POSTGRESQL if editor.connection.vendor == "postgresql" else SQLITE:
        editor.execute(statement)


def remove(apps: object, editor: BaseDatabaseSchemaEditor) -> None:
    """Take the triggers away, for a migration backwards."""
    postgresql = editor.connection.vendor == "postgresql"
    for statement in WITHOUT_POSTGRESQL if postgresql else WITHOUT_SQLITE:
        editor.execute(statement)


def close_ways_around(apps: object, editor: BaseDatabaseSchemaEditor) -> None:
    """Put triggers before what removes rows without deleting them."""
    editor.execute(TRUNCATING if editor.connection.vendor == "postgresql" else REPLACING)


def open_ways_around(apps: object, editor: BaseDatabaseSchemaEditor) -> None:
    """Take these triggers away, for a migration backwards."""
    postgresql = editor.connection.vendor == "postgresql"
    editor.execute(WITHOUT_TRUNCATING if postgresql else WITHOUT_REPLACING)
