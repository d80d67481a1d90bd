"""Statements whose SQL is built once, for the queries of each request and each move.

Django builds the SQL of a query each time, which takes several times as long as the database takes
to answer. Here each thread caches the SQL, and only replaces the values. This uses private APIs of
Django; tests/accounts/test_statements.py compares the rows with those of ordinary queries.
"""

import threading
from collections.abc import Callable, Collection, Sequence
from datetime import UTC, date, datetime, timedelta
from functools import cache
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
from django.db.models import Model, QuerySet

Row = TypeVar("Row")

# Example values for building SQL, different from all constants in queries.
EXAMPLES: dict[type, Callable[[int], Any]] = {
    int: lambda number: 32_001 + number,
    str: lambda number: f"\x7f example {number}",
    datetime: lambda number: datetime(9000, 1, 1, tzinfo=UTC) + timedelta(days=number),
    date: lambda number: date(9000, 1, 1) + timedelta(days=number),
}


class Select(Generic[Row]):
    """A query with the same SQL for all values, such as `Select(games_with_code, str)`.

    types: the values' types: int, str, datetime or date. Values cannot be None or lists, because
    the SQL would depend on them. For lists of numbers there is `SelectAmong`.
    """

    def __init__(self, query: Callable[..., QuerySet[Any, Row]], *types: type) -> None:
        self._query, self._types = query, types
        self._thread = threading.local()

    def __call__(self, *values: Any) -> list[Row]:
        for value, kind in zip(values, self._types, strict=True):
            if not isinstance(value, kind):  # None would need IS NULL
                raise TypeError(f"{value!r} is not of the type {kind.__name__}")
        built: _Built[Row] | None = getattr(self._thread, "built", None)
        if built is None or built.connection is not connections[DEFAULT_DB_ALIAS]:
            examples = [EXAMPLES[kind](place) for place, kind in enumerate(self._types)]
            built = self._thread.built = _Built(self._query(*examples), examples)
        return built.rows(values)

    def first(self, *values: Any) -> Row | None:
        return next(iter(self(*values)), None)


class SelectAmong(Generic[Row]):
    """A query with `IN (…)` for a list of numbers, such as `SelectAmong(seats_of_games)`."""

    def __init__(self, query: Callable[[Collection[int]], QuerySet[Any, Row]]) -> None:
        @cache
        def select(length: int) -> Select[Row]:
            return Select(lambda *numbers: query(numbers), *[int] * length)

        self._select = select

    def __call__(self, numbers: Sequence[int]) -> list[Row]:
        if not numbers:
            return []
        # One statement for each power of two: shorter lists repeat their last number.
        length = 1 << (len(numbers) - 1).bit_length()
        return self._select(length)(*numbers, *[numbers[-1]] * (length - len(numbers)))


class _Built(Generic[Row]):
    """A thread's query with its SQL, and the places of the values among the parameters."""

    def __init__(self, query: QuerySet[Any, Row], examples: Sequence[Any]) -> None:
        self.connection: Any = connections[query.db]
        self._query = query
        compiler = query.query.get_compiler(connection=self.connection)
        self._sql, params = compiler.as_sql()
        examples = [self._adapted(example) for example in examples]
        if not all(example in params for example in examples):
            raise ValueError(f"Some values are not in the statement: {self._sql}")
        self._places = [examples.index(one) if one in examples else None for one in params]
        self._params = params
        converters = compiler.get_converters([column for column, _sql, _alias in compiler.select])
        # From here on the query uses these functions, which build nothing.
        kept: dict[str, Any] = {
            "get_converters": lambda columns: converters,
            "as_sql": lambda: (self._sql, self._params),
        }
        vars(compiler).update(kept)
        vars(query.query)["get_compiler"] = lambda *args, **options: compiler

    def rows(self, values: Sequence[Any]) -> list[Row]:
        self._params = tuple(
            param if place is None else self._adapted(values[place])
            for param, place in zip(self._params, self._places, strict=True)
        )
        query: Any = self._query
        return list(query._iterable_class(query))  # not query.all(), which would copy the query

    def _adapted(self, value: Any) -> Any:
        if isinstance(value, datetime):
            return self.connection.ops.adapt_datetimefield_value(value)
        if isinstance(value, date):
            return self.connection.ops.adapt_datefield_value(value)
        return value


def attach(owner: Model, relation: str, rows: Sequence[Model]) -> None:
    """Cache rows as those of the owner's relation, as `prefetch_related` does."""
    manager = getattr(owner, relation)
    for row in rows:
        setattr(row, manager.field.name, owner)
    related: Any = manager.all()
    related._result_cache = list(rows)
    vars(owner).setdefault("_prefetched_objects_cache", {})[relation] = related


def insert(row: Model) -> None:
    """Insert a row, without setting its key on the object."""
    model = type(row)
    with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        cursor.execute(_insert_sql(model), _values(row, _fields_to_insert(model)))


def update(row: Model, *names: str) -> None:
    """Save some fields of a row. Raises DatabaseError if the row is gone."""
    fields = [_field(type(row), name) for name in (*names, "pk")]
    with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        cursor.execute(_update_sql(type(row), names), _values(row, fields))
        if not cursor.rowcount:
            raise DatabaseError(f"There is no {row} any more")


def _values(row: Model, fields: Sequence[Any]) -> list[Any]:
    connection = connections[DEFAULT_DB_ALIAS]
    return [field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields]


@cache
def _insert_sql(model: type[Model]) -> str:
    columns = [_quoted(field.column) for field in _fields_to_insert(model)]
    table, places = _quoted(model._meta.db_table), ", ".join(["%s"] * len(columns))
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({places})"  # noqa: S608 - models'


@cache
def _update_sql(model: type[Model], names: Sequence[str]) -> str:
    *columns, key = [_quoted(_field(model, name).column) for name in (*names, "pk")]
    table, places = _quoted(model._meta.db_table), ", ".join(f"{one} = %s" for one in columns)
    return f"UPDATE {table} SET {places} WHERE {key} = %s"  # noqa: S608 - names of models


def _fields_to_insert(model: type[Model]) -> list[Any]:
    return [field for field in model._meta.concrete_fields if not field.primary_key]


def _field(model: type[Model], name: str) -> Any:
    return model._meta.pk if name == "pk" else model._meta.get_field(name)


def _quoted(name: str) -> str:
    return connections[DEFAULT_DB_ALIAS].ops.quote_name(name)
