"""Many cases of one behaviour as one test, so that the list of tests reads as what is specified."""

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

import pytest

Test = Callable[..., None]


def each_case(names: str | tuple[str, ...], cases: Iterable[Any]) -> Callable[[Test], Test]:
    """Run a test with each of the cases; it fails with the names of those that fail.

    It is written like `pytest.mark.parametrize`, and each case is a subtest. All cases share the
    fixtures of the test: what leaves something behind, as in a database, is to be parametrized.

    Args:
        names: The parameter that a case is given as, or the parameters it is unpacked to.
        cases: At least one.
    """
    if isinstance(names, str):
        given = [{names: case} for case in cases]
    else:
        given = [dict(zip(names, case, strict=True)) for case in cases]
    assert given, "no cases"

    def decorate(test: Test) -> Test:
        @wraps(test)
        def test_with_each(subtests: pytest.Subtests, **fixtures: Any) -> None:
            __tracebackhide__ = True
            for case in given:
                with subtests.test(**case):
                    test(**fixtures, **case)

        signature = inspect.signature(test)
        fixtures = [each for name, each in signature.parameters.items() if name not in given[0]]
        assert len(fixtures) == len(signature.parameters) - len(given[0]), "an unknown name"
        subtests = inspect.Parameter("subtests", inspect.Parameter.KEYWORD_ONLY)
        shown = signature.replace(parameters=[*fixtures, subtests])
        test_with_each.__signature__ = shown  # type: ignore[attr-defined]
        return test_with_each

    return decorate
