"""Whether a test that failed has failed by chance: it is run once more, alone, in a fresh process.

A run of pytest with `-p tests.second_try --failures=FILE` notes there what fails.
`python -m tests.second_try FILE` then runs that again, and fails if a test fails again.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

MOST = 5
"""More failures than this are no chance, and none of them is run again."""

GROUP = re.compile(r"@\w+$")
"""The mark that pytest-xdist leaves at the end of the id of a test that belongs to a group."""

DECIDING = ("DATABASE_URL", "REDIS_URL", "TABLES")
"""The variables that say on what a test runs: the second try has the same."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--failures", help="the file in which to note what fails")


def pytest_configure(config: pytest.Config) -> None:
    path = config.getoption("failures")
    if path and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Failures(Path(path)))


class Failures:
    """Collects the tests that fail, with their tracebacks, for a second try."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._tracebacks: dict[str, str] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            test = GROUP.sub("", report.nodeid)
            said = f"{report.when}: {report.longreprtext}"
            self._tracebacks[test] = "\n".join(filter(None, [self._tracebacks.get(test), said]))

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        """Write the file, unless the run itself broke: then there is more amiss than tests."""
        if exitstatus == pytest.ExitCode.TESTS_FAILED:
            environment = {name: os.environ[name] for name in DECIDING if name in os.environ}
            noted = {"environment": environment, "tracebacks": self._tracebacks}
            self._path.write_text(json.dumps(noted))


def try_again(path: Path) -> bool:
    """Run each test that a file notes once more; return whether all pass now."""
    if not path.exists():
        print("There is no second try: the run itself broke.")
        return False
    noted: dict[str, Any] = json.loads(path.read_text())
    tracebacks: dict[str, str] = noted["tracebacks"]
    if len(tracebacks) > MOST:
        print(f"There is no second try: {len(tracebacks)} tests failed, which is no chance.")
        return False
    passed = [_passes(test, first, noted["environment"]) for test, first in tracebacks.items()]
    return all(passed)


def _passes(test: str, first: str, environment: dict[str, str]) -> bool:
    again = subprocess.run(
        [sys.executable, "-m", "pytest", test],
        env=os.environ | environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    passes = again.returncode == pytest.ExitCode.OK
    verdict = "FLAKY (add it to docs/testing.md and fix it)" if passes else "FAILED TWICE"
    print(f"{verdict}: {test}\n\n--- The first time\n{first}\n")
    print(f"--- Alone\n{again.stdout}{again.stderr}")
    return passes


if __name__ == "__main__":
    sys.exit(not try_again(Path(sys.argv[1])))
