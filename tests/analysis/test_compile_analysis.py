"""`manage.py compile_analysis`."""

import io
import os
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from games.analysis import compiling, thinking


@pytest.fixture(autouse=True)
def _switched_on(settings: Any) -> None:
    settings.ANALYSIS = True


def said() -> str:
    out = io.StringIO()
    call_command("compile_analysis", stdout=out)
    return out.getvalue()


def test_everything_is_compiled_ahead_of_time_and_what_nobody_has_used_for_long_goes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    compiled = []
    own, used, older = (tmp_path / (letter * 16) for letter in "abc")
    other = tmp_path / "of something else"
    for folder in (own, used, older, other):
        folder.mkdir()
        (folder / "file").touch()
    for folder in (own, older, other):
        os.utime(folder, (0, 0))
    monkeypatch.setattr(compiling, "OWN", own)
    monkeypatch.setattr(thinking, "get_ready", lambda: compiled.append(True))
    assert re.fullmatch(rf"The analysis is ready after \d+\.\d s, in {own}\.\n", said())
    assert compiled
    assert sorted(tmp_path.iterdir()) == sorted([own, used, other])


def test_where_there_is_no_numba_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise ImportError("No module named 'numba'")

    monkeypatch.setattr(thinking, "get_ready", missing)
    assert said() == "There is no analysis on this machine: No module named 'numba'\n"


def test_where_the_analysis_is_switched_off_nothing_is_compiled(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.ANALYSIS = False
    monkeypatch.setattr(thinking, "get_ready", pytest.fail)
    assert said() == "The analysis is switched off.\n"
