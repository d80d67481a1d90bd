"""`manage.py compile_analysis`."""

import io

import pytest
from django.core.management import call_command

from games.analysis import thinking


def said() -> str:
    out = io.StringIO()
    call_command("compile_analysis", stdout=out)
    return out.getvalue()


def test_everything_is_compiled_ahead_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = []
    monkeypatch.setattr(thinking, "get_ready", lambda: compiled.append(True))
    assert said().startswith("The analysis is ready after")
    assert compiled


def test_where_there_is_no_numba_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise ImportError("No module named 'numba'")

    monkeypatch.setattr(thinking, "get_ready", missing)
    assert said() == "There is no analysis on this machine: No module named 'numba'\n"
