"""Append-only tables: triggers of the database refuse to change or remove rows."""

from dataclasses import dataclass

from django.apps.registry import Apps
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


@dataclass(frozen=True)
class AppendOnly:
    """The triggers of one table."""

    # All four fields go into SQL unescaped, so they must be constants of the code.
    table: str
    name: str  # the prefix of the triggers' names
    unique: tuple[str | tuple[str, ...], ...]  # the unique columns, or sets of columns
    refusal: str  # the error message of the database

    def __str__(self) -> str:
        return self.table

    def install(self, apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
        """Create the triggers, in a migration."""
        if editor.connection.vendor == "postgresql":
            statements = [
                f"""
                CREATE FUNCTION {self.name}_stays() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN RAISE EXCEPTION '{self.refusal}'
                    USING ERRCODE = 'integrity_constraint_violation'; END $$
                """,
                f"CREATE TRIGGER {self.name}_stays BEFORE UPDATE OR DELETE ON {self.table} "
                f"FOR EACH ROW EXECUTE FUNCTION {self.name}_stays()",
                self._truncate(),
            ]
        else:
            statements = [*self._sqlite_stays(), self._sqlite_replace()]
        for statement in statements:
            editor.execute(statement)

    def remove(self, apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
        """Drop the triggers, for a migration backwards."""
        if editor.connection.vendor == "postgresql":
            statements = [
                self._drop("stays", f" ON {self.table}"),
                self._drop("truncate", f" ON {self.table}"),
                f"DROP FUNCTION IF EXISTS {self.name}_stays()",
            ]
        else:
            statements = [self._drop(kind) for kind in ("update", "delete", "replace")]
        for statement in statements:
            editor.execute(statement)

    def lifted_for_flush(self, vendor: str) -> tuple[list[str], list[str]]:
        """Return the SQL that lets tests empty the table, and the SQL that forbids it again."""
        if vendor == "postgresql":
            return [self._drop("truncate", f" ON {self.table}")], [self._truncate()]
        return [self._drop("update"), self._drop("delete")], self._sqlite_stays()

    def _drop(self, kind: str, of_table: str = "") -> str:
        return f"DROP TRIGGER IF EXISTS {self.name}_{kind}{of_table}"

    def _sqlite_stays(self) -> list[str]:
        return [
            f"CREATE TRIGGER {self.name}_{event.lower()} BEFORE {event} ON {self.table} "
            f"BEGIN SELECT RAISE(ABORT, '{self.refusal}'); END"
            for event in ("UPDATE", "DELETE")
        ]

    def _sqlite_replace(self) -> str:
        # INSERT OR REPLACE removes a conflicting row without firing DELETE triggers.
        together = [(each,) if isinstance(each, str) else each for each in self.unique]
        same = " OR ".join(
            " AND ".join(f"{column} = NEW.{column}" for column in columns) for columns in together
        )
        return (
            f"CREATE TRIGGER {self.name}_replace BEFORE INSERT ON {self.table} "  # noqa: S608 - see above
            f"WHEN EXISTS (SELECT 1 FROM {self.table} WHERE {same}) "
            f"BEGIN SELECT RAISE(ABORT, '{self.refusal}'); END"
        )

    def _truncate(self) -> str:
        # TRUNCATE fires no DELETE triggers.
        return (
            f"CREATE TRIGGER {self.name}_truncate BEFORE TRUNCATE ON {self.table} "
            f"FOR EACH STATEMENT EXECUTE FUNCTION {self.name}_stays()"
        )
