"""Tables to which rows are only added: the database itself refuses to change or remove one."""

from dataclasses import dataclass

from django.apps.registry import Apps
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


@dataclass(frozen=True)
class AppendOnly:
    """The triggers that keep a table.

    name: what their names begin with.  unique: columns of which no two rows may have the same
    value, or several of which no two may have the same values.  refusal: what the database says.
    None of them comes from outside the code.
    """

    table: str
    name: str
    unique: tuple[str | tuple[str, ...], ...]
    refusal: str

    def __str__(self) -> str:
        return self.table

    def install(self, apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
        """Put the triggers in place, in a migration."""
        if editor.connection.vendor == "postgresql":
            statements = [self._function(), self._stays(), self._truncate()]
        else:
            statements = [*self._sqlite_stays(), self._sqlite_replace()]
        for statement in statements:
            editor.execute(statement)

    def remove(self, apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
        """Take the triggers away, for a migration backwards."""
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
        """Return what lets the table be emptied, as tests do, and what forbids it again."""
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
        """Return a trigger against rows that take the place of others without a DELETE."""
        together = [(each,) if isinstance(each, str) else each for each in self.unique]
        same = " OR ".join(
            " AND ".join(f"{column} = NEW.{column}" for column in columns) for columns in together
        )
        return (
            f"CREATE TRIGGER {self.name}_replace BEFORE INSERT ON {self.table} "  # noqa: S608 - see above
            f"WHEN EXISTS (SELECT 1 FROM {self.table} WHERE {same}) "
            f"BEGIN SELECT RAISE(ABORT, '{self.refusal}'); END"
        )

    def _function(self) -> str:
        return f"""
        CREATE FUNCTION {self.name}_stays() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION '{self.refusal}'
            USING ERRCODE = 'integrity_constraint_violation'; END $$
        """

    def _stays(self) -> str:
        return (
            f"CREATE TRIGGER {self.name}_stays BEFORE UPDATE OR DELETE ON {self.table} "
            f"FOR EACH ROW EXECUTE FUNCTION {self.name}_stays()"
        )

    def _truncate(self) -> str:
        """Return a trigger against emptying the table, for which no row is deleted."""
        return (
            f"CREATE TRIGGER {self.name}_truncate BEFORE TRUNCATE ON {self.table} "
            f"FOR EACH STATEMENT EXECUTE FUNCTION {self.name}_stays()"
        )
