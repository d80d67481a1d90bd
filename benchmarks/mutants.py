"""Measure how many mistakes the tests find: mutants of the engine and the services that they kill.

`python -m benchmarks.mutants games/engine` makes the same sample of mutants each time, in a clone,
and runs the tests of that folder on one after the other. `--commit` measures an older commit, so
that tests can be compared before and after they were made cheaper. Mutants that survive are listed;
some of them change nothing.
"""

import argparse
import os
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from random import Random

TESTS = {
    "games/engine": ("tests/engine",),
    "games/services": ("tests/games", "tests/chat", "tests/live", "tests/notices"),
}
SEED = 33
SECONDS = {"games/engine": 300, "games/services": 900}
"""How long the tests may take on one mutant: much longer than without, for one may never end."""

HARMLESS = "BitOr", "RemoveDecorator"
"""Marks of operators that mostly change annotations, or leave a module that cannot be imported."""

CONFIGURATION = """
[cosmic-ray]
module-path = "{folder}"
timeout = {seconds}
excluded-modules = []
test-command = "{command}"
distributor = {{ name = "local" }}
"""


def measure(folder: str, count: int, commit: str, clone: Path) -> None:
    run("git", "clone", "--quiet", ".", str(clone))
    run("git", "checkout", "--quiet", commit, cwd=clone)
    pytest = f"{sys.executable} -m pytest -x -q -n 2 -o addopts= -m 'not browser'"
    command = f"{pytest} -p no:cacheprovider {' '.join(TESTS[folder])}"
    configuration, session = clone / "mutants.toml", clone / "mutants.sqlite"
    own = {"folder": folder, "seconds": SECONDS[folder], "command": command}
    configuration.write_text(CONFIGURATION.format(**own))
    run("cosmic-ray", "init", configuration.name, session.name, cwd=clone)
    sample(session, count)
    run("cosmic-ray", "baseline", configuration.name, cwd=clone)
    run("cosmic-ray", "exec", configuration.name, session.name, cwd=clone)
    report(session)


def run(program: str, *arguments: str, cwd: Path | None = None) -> None:
    """Run a program, of this Python environment if it is there."""
    beside = Path(sys.executable).with_name(program)
    database = {"DATABASE_URL": "sqlite:///var/db.sqlite3", "REDIS_URL": ""}
    command = [str(beside) if beside.exists() else program, *arguments]
    subprocess.run(command, cwd=cwd, env=os.environ | database, check=True)


def sample(session: Path, count: int) -> None:
    """Keep a number of the mutants, the same ones as long as the sources are the same."""
    with closing(sqlite3.connect(session)) as connection, connection:
        specs = connection.execute(
            "SELECT module_path, operator_name, occurrence, job_id FROM mutation_specs "
            "ORDER BY module_path, operator_name, occurrence, operator_args"
        ).fetchall()
        specs = [spec for spec in specs if not any(mark in spec[1] for mark in HARMLESS)]
        kept = [(spec[-1],) for spec in Random(SEED).sample(specs, count)]
        connection.execute("CREATE TEMPORARY TABLE kept (job_id)")
        connection.executemany("INSERT INTO kept VALUES (?)", kept)
        for table in ("mutation_specs", "work_items"):
            connection.execute(f"DELETE FROM {table} WHERE job_id NOT IN (SELECT job_id FROM kept)")


def report(session: Path) -> None:
    with closing(sqlite3.connect(session)) as connection:
        results = connection.execute(
            "SELECT test_outcome, module_path, start_pos_row, operator_name, diff "
            "FROM mutation_specs JOIN work_results USING (job_id) "
            "ORDER BY module_path, start_pos_row"
        ).fetchall()
    survivors = [result for result in results if result[0] == "SURVIVED"]
    for _, module, row, operator, diff in survivors:
        print(f"\n{module}:{row} {operator}\n{diff}")
    print(f"{len(results) - len(survivors)} of {len(results)} mutants killed")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", choices=TESTS)
    parser.add_argument("--count", type=int, default=40, help="how many mutants")
    parser.add_argument("--commit", default="HEAD", help="whose tests")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        measure(chosen.folder, chosen.count, chosen.commit, Path(name) / "clone")


if __name__ == "__main__":
    main()
