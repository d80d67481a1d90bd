"""A test with many cases runs all of them, and says which have failed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.each_case import each_case
from tests.engine.kinds import ROOT

SOME_FAIL = """
import pytest
from tests.each_case import each_case

@each_case(("one", "other"), [(1, 1), (1, 2), (3, 3), (3, 4)])
def test_the_same(one, other, tmp_path):
    assert one == other and tmp_path.is_dir()

@pytest.mark.parametrize("one", [1, 2])
@each_case("other", range(1, 4))
def test_less(one, other):
    assert one < other + 2
"""


def test_a_case_that_fails_is_named_and_hides_no_other(tmp_path: Path) -> None:
    (tmp_path / "test_made_up.py").write_text(SOME_FAIL)
    usual = {name: text for name, text in os.environ.items() if "PYTEST" not in name}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider"],
        cwd=tmp_path,
        env=usual | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "yes", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "SUBFAILED(one=1, other=2) test_made_up.py::test_the_same" in done.stdout
    assert "SUBFAILED(one=3, other=4) test_made_up.py::test_the_same" in done.stdout
    assert "3 failed, 2 passed" in done.stdout, "two cases and the test they belong to"


def test_no_cases_are_no_test() -> None:
    with pytest.raises(AssertionError, match="no cases"):
        each_case("case", [])


def test_a_case_is_given_as_a_parameter_there_is() -> None:
    with pytest.raises(AssertionError, match="an unknown name"):
        each_case("case", [1])(lambda cases: None)
