"""Which statements each test sends to the database, so that services need get each of them once.

A run on SQLite notes them in pytest's cache, for `tests/services.py`.
"""

import re
from collections.abc import Callable, Generator
from functools import cache
from hashlib import sha256
from typing import Any

import pytest
from django.db import connection

from tests.second_try import GROUP

KEY = "site/statements"
"""Where in pytest's cache they are: for each test the digests of its statements."""

VARYING = re.compile(
    r"""
    \((%s(,\ )?)+\)(,\ \((%s(,\ )?)+\))*                 # values
    | ("\w+"\ =\ \("\w+"\."\w+"\ \+\ %s\)(,\ )?)+    # columns that something is added to
    | \d+
    | (?<=SAVEPOINT\ )\S+
    | ^PRAGMA.*                                        # which is for SQLite
    """,
    re.VERBOSE,
)
"""What differs between statements that are the same, such as how many values there are."""

Noted = dict[str, list[str]]


class Statements:
    """Notes those of tests that pass, on each worker, and keeps them at the end."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._noted: Noted = {}
        self._sent: set[str] = set()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_setup(self) -> Generator[None]:
        self._sent.clear()
        with connection.execute_wrapper(self._note):
            yield

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None]:
        with connection.execute_wrapper(self._note):
            yield  # raises what fails or skips the test
        self._noted[GROUP.sub("", item.nodeid)] = sorted(self._sent)

    def _note(self, execute: Callable[..., Any], statement: str, *rest: Any) -> Any:
        self._sent.add(digest(statement))
        return execute(statement, *rest)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Take over what a worker has noted."""
        self._noted |= getattr(node, "workeroutput", {}).get(KEY, {})

    def pytest_sessionfinish(self) -> None:
        output = getattr(self._config, "workeroutput", None)
        cache = getattr(self._config, "cache", None)  # which a run may do without
        if output is not None:
            output[KEY] = self._noted
        elif cache:
            cache.set(KEY, noted_before(self._config) | self._noted)


def noted_before(config: pytest.Config) -> Noted:
    """Return what earlier runs have noted; nothing in a fresh clone."""
    cache = getattr(config, "cache", None)
    noted: Noted = cache.get(KEY, {}) if cache else {}
    return noted


@cache
def digest(statement: str) -> str:
    """Return the same few letters for statements that differ only in their values."""
    return sha256(VARYING.sub("…", statement).encode()).hexdigest()[:10]
