import pytest

from games.notices import ways


@pytest.fixture(autouse=True)
def busy_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no address count as slow only because this machine is."""
    monkeypatch.setattr(ways, "SLOW_AFTER", 1000.0)
