"""`manage.py compile_analysis`."""

import io
from pathlib import Path
from types import SimpleNamespace
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


def test_everything_is_compiled_ahead_of_time_and_what_older_versions_have_goes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    compiled = []
    own, older, other = tmp_path / ("a" * 16), tmp_path / ("b" * 16), tmp_path / "of something else"
    for folder in (own, older, other):
        folder.mkdir()
        (folder / "file").touch()
    monkeypatch.setattr(compiling, "config", SimpleNamespace(CACHE_DIR=str(own)))
    monkeypatch.setattr(thinking, "get_ready", lambda: compiled.append(True))
    assert said().startswith("The analysis is ready after")
    assert compiled
    assert sorted(tmp_path.iterdir()) == sorted([own, other])


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
