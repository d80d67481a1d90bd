"""What fails by chance is printed and refuses no change; what is broken does."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.engine.kinds import ROOT
from tests.second_try import MOST, Failures, try_again

FAILS_ONCE = """
import os
from pathlib import Path

def test_flaky():
    tries = Path(__file__).with_name("tries")
    before = tries.read_text() if tries.exists() else ""
    tries.write_text(before + os.environ["DATABASE_URL"] + " ")
    assert before, "a slow machine"
"""
FAILS = "def test_broken(): assert False, 'a broken site'"


def run(folder: Path, *arguments: str, database: str = "first") -> subprocess.CompletedProcess[str]:
    """Run a module of Python in this folder, as continuous integration does in its own."""
    usual = {name: text for name, text in os.environ.items() if "PYTEST" not in name}
    own = {
        "DATABASE_URL": database,
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "yes",  # of them only their start would be noticed
        "PYTHONPATH": str(ROOT),
    }
    return subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=folder,
        env=usual | own,
        capture_output=True,
        text=True,
        check=False,
    )


def run_twice(folder: Path, source: str) -> subprocess.CompletedProcess[str]:
    """Run these tests, which fail, and then what is noted of them; return the second run."""
    (folder / "test_made_up.py").write_text(source)
    assert run(folder, "pytest", "-p", "tests.second_try", "--failures=failures.json").returncode
    return run(folder, "tests.second_try", "failures.json", database="another")


def noted(path: Path, *tests: str) -> Path:
    """Note that these tests have failed."""
    path.write_text(json.dumps({"environment": {}, "tracebacks": dict.fromkeys(tests, "")}))
    return path


def test_what_passes_alone_on_the_same_services_is_flaky_and_refuses_no_change(
    tmp_path: Path,
) -> None:
    done = run_twice(tmp_path, FAILS_ONCE)
    assert done.returncode == 0, done.stderr
    assert "FLAKY" in done.stdout
    assert "test_made_up.py::test_flaky" in done.stdout
    assert "a slow machine" in done.stdout
    assert "1 passed" in done.stdout
    assert (tmp_path / "tries").read_text() == "first first "


def test_what_fails_again_is_told_with_both_tracebacks_and_refuses_the_change(
    tmp_path: Path,
) -> None:
    done = run_twice(tmp_path, f"{FAILS}\n{FAILS_ONCE}")
    assert done.returncode
    broken, flaky = done.stdout.split("FLAKY")
    assert "FAILED TWICE: test_made_up.py::test_broken" in broken
    first, again = broken.split("--- Alone")
    assert "a broken site" in first
    assert "a broken site" in again
    assert "test_made_up.py::test_flaky" in flaky


def test_more_failures_than_chance_explains_have_no_second_try(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tried: list[str] = []

    def passes(test: str, *_: object) -> bool:
        tried.append(test)
        return True

    monkeypatch.setattr("tests.second_try._passes", passes)
    tests = [f"test_a.py::test_{number}" for number in range(MOST + 1)]
    assert try_again(noted(tmp_path / "few.json", *tests[:MOST]))
    assert tried == tests[:MOST]
    assert not try_again(noted(tmp_path / "many.json", *tests))
    assert tried == tests[:MOST]
    assert f"{MOST + 1} tests failed" in capsys.readouterr().out


def test_a_run_that_breaks_has_no_second_try(tmp_path: Path) -> None:
    path = tmp_path / "failures.json"
    Failures(path).pytest_sessionfinish(pytest.ExitCode.INTERRUPTED)
    assert not path.exists()
    assert not try_again(path)


def test_the_group_of_a_test_is_no_part_of_its_name(tmp_path: Path) -> None:
    path = tmp_path / "failures.json"
    failures = Failures(path)
    for nodeid in ("test_a.py::test_b[c@d]@group", "test_a.py::test_b[c@d]"):
        report = pytest.TestReport(nodeid, ("test_a.py", 1, ""), {}, "failed", "why", "call")
        failures.pytest_runtest_logreport(report)
    failures.pytest_sessionfinish(pytest.ExitCode.TESTS_FAILED)
    assert list(json.loads(path.read_text())["tracebacks"]) == ["test_a.py::test_b[c@d]"]
