"""What runs on services: whatever sends a statement that nothing else there has sent."""

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, cast

import pytest

from accounts.models import User
from games.models import Game
from tests.services import worth_running_on_services
from tests.statements import Noted, Statements, digest

pytestmark = pytest.mark.django_db


@dataclass(frozen=True)
class Test:
    """As much of a collected test as its choice depends on."""

    nodeid: str
    mark: str = "django_db"
    fixturenames: tuple[str, ...] = ()

    __test__ = False

    def get_closest_marker(self, name: str) -> str | None:
        return self.mark if name == self.mark else None


def chosen(*tests: Test, noted: Noted) -> list[str]:
    return [item.nodeid for item in worth_running_on_services(cast("Any", tests), noted)]


def test_a_test_runs_if_it_sends_a_statement_that_none_before_it_has_sent() -> None:
    noted = {"a": ["1", "2"], "b": ["2"], "c": ["2", "3"], "d": ["4"], "marked": ["1", "4"]}
    tests = [Test("a"), Test("b"), Test("c"), Test("d"), Test("marked", "services")]
    assert chosen(*tests, noted=noted) == ["marked", "a", "c"]


def test_what_has_the_mark_runs_whatever_it_sends() -> None:
    tests = Test("a[1]", "services"), Test("a[2]", "services")
    assert chosen(*tests, noted={"a[1]": ["1"], "a[2]": ["1"]}) == ["a[1]", "a[2]"]


def test_of_a_test_of_which_nothing_is_known_the_first_case_runs() -> None:
    assert chosen(Test("a[1]"), Test("a[2]"), Test("b"), noted={"b": []}) == ["a[1]"]


def test_what_asks_no_database_or_walks_over_the_whole_site_stays_on_sqlite() -> None:
    assert not chosen(Test("a", "slow"), Test("tests/site/test_b.py::b"), noted={})
    assert chosen(Test("a", "slow", ("django_db_setup",)), noted={}) == ["a"]


def test_statements_are_the_same_if_only_their_values_differ() -> None:
    assert digest("id IN (%s, %s)") == digest("id IN (%s)") != digest("id = %s")
    assert digest("VALUES (%s, %s)") == digest("VALUES (%s, %s), (%s, %s)")
    assert digest('SAVEPOINT "s1_x2"') == digest('SAVEPOINT "s3_x4"')
    assert digest("LIMIT 21") == digest("LIMIT 1")
    added = ['"a" = ("t"."a" + %s)', '"b" = ("t"."b" + %s)', '"b" = ("t"."b" - %s)']
    assert digest(f"SET {added[0]}, {added[1]}") == digest(f"SET {added[1]}") != digest(added[2])


def test_what_a_test_sends_is_noted_and_kept_beside_what_was_known() -> None:
    kept: dict[str, Noted] = {"site/statements": {"other": ["1"]}}
    cache = SimpleNamespace(get=kept.get, set=kept.__setitem__)
    statements = Statements(cast("Any", SimpleNamespace(cache=cache)))
    setup, item = statements.pytest_runtest_setup(), SimpleNamespace(nodeid="test@group")
    next(setup)
    User.objects.exists()
    setup.close()
    call = statements.pytest_runtest_call(cast("Any", item))
    next(call)
    Game.objects.exists()
    with pytest.raises(StopIteration):
        next(call)
    Game.objects.count()  # after the test
    statements.pytest_sessionfinish()
    assert set(kept["site/statements"]) == {"other", "test"}
    assert len(kept["site/statements"]["test"]) == 2


def test_of_a_test_that_is_skipped_nothing_is_noted() -> None:
    statements = Statements(cast("Any", SimpleNamespace()))
    call = statements.pytest_runtest_call(cast("Any", SimpleNamespace(nodeid="test")))
    next(call)
    with pytest.raises(pytest.skip.Exception):
        call.throw(pytest.skip.Exception("not here"))
    output: dict[str, Noted] = {}
    statements._config = cast("Any", SimpleNamespace(workeroutput=output))  # noqa: SLF001
    statements.pytest_sessionfinish()
    assert output == {"site/statements": {}}
