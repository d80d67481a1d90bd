"""`python -m benchmarks.shape` counts what is there, shown on sources made up for it."""

import importlib
from pathlib import Path

import pytest

from benchmarks.shape.changes import changes_of_file
from benchmarks.shape.folders import imports, running_up
from benchmarks.shape.sources import Source, is_short, lines, private

DICE = '''"""Dice."""

import made_up.table  # noqa: F401

SIDES = 6
"""As many as a cube has."""


class Die:
    """A die.

    It is fair.
    """

    def roll(self):
        return self._face() + _nothing() + _nothing()

    def _face(self):
        # Chance would differ each time.
        return 4


def _nothing():
    """Return zero."""
    return 0
'''
TABLE = """from made_up.dice import one


class Table:
    def play(self):
        return sum(map(self._rolled, range(2)))

    def _rolled(self, _):
        die = one.Die()
        # ---- twice ----
        first = die.roll()
        second = die.roll()
        return first + second
"""


SOURCES = [
    Source("made_up/__init__.py", ""),
    Source("made_up/dice/__init__.py", ""),
    Source("made_up/dice/one.py", DICE),
    Source("made_up/table.py", TABLE),
]


def test_lines_of_each_sort_are_told_apart() -> None:
    assert lines(SOURCES) == {"all": 38, "code": 18, "docstrings": 6, "comments": 1}


def test_private_functions_that_are_named_once_are_found() -> None:
    every, once = private(SOURCES)
    assert [each.name for each in every] == ["_face", "_nothing", "_rolled"]
    assert [(each.name, is_short(each)) for each in once] == [("_face", True), ("_rolled", False)]


def test_of_imports_in_a_circle_the_fewest_run_up() -> None:
    found = set(imports(SOURCES))
    assert found == {("made_up.table", "made_up.dice"), ("made_up.dice", "made_up.table")}
    assert len(running_up(found)) == 1
    assert running_up([("a", "b"), ("b", "c"), ("a", "c"), ("c", "a")]) == [("c", "a")]


def test_a_change_of_file_is_a_call_into_another_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for source in SOURCES:
        file = tmp_path / source.path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(source.text)
    monkeypatch.syspath_prepend(tmp_path)
    table = importlib.import_module("made_up.table").Table()
    files = {str(tmp_path / source.path) for source in SOURCES}
    # Each of two turns makes a die, which has no function of its own, and rolls it twice.
    assert changes_of_file(table.play, files) == 4
    assert changes_of_file(table.play, {str(tmp_path / "made_up/table.py")}) == 0
