"""The analysis is compiled once for all tests, and what it compiled is kept for the next run."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from games.analysis import compiling


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep the tests of this folder on one worker: two would compile the same at the same time."""
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here):
            item.add_marker(pytest.mark.xdist_group("analysis"))


@pytest.fixture(scope="session", autouse=True)
def nothing_older() -> Iterator[None]:
    """Remove what was compiled of other sources, which would pile up in the user's folder."""
    yield
    compiling.remove_older()
