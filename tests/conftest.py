"""What every test run needs: an order, a Redis for each worker, and figures said at the end."""

import gc
import os
import secrets
import shutil
from collections.abc import Callable, Generator, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from _pytest.nodeid import NodeId
from _pytest.terminal import TerminalReporter
from django.conf import settings
from django.db import connection
from django.test import Client
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings
from pytest_django import DjangoDbBlocker

from accounts.models import User
from accounts.sanctions import triggers
from games.models import commitment
from operations import clock
from tests.browser.databases import (
    MIGRATED,
    FreshEnvironment,
    drop_migrated_database,
    fresh_environments,
    migrate_on_postgres,
    migrated_file,
)
from tests.services import redis_url_of, worth_running_on_services
from tests.staff import staff_client
from tests.statements import Statements, noted_before

# A slow or busy machine is no fault of what is tested.
hypothesis_settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
hypothesis_settings.load_profile("any machine")

SLOWEST_FIRST = ("tests/browser/", "tests/site/")
"""With several workers the run is as long as its last test, so the long ones start early."""

MEASURED = "measured"
APPEND_ONLY = (triggers.LOG, commitment.CHAIN)

END_OTHER_SESSIONS = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--on-services",
        action="store_true",
        help="leave out tests that PostgreSQL and Redis cannot change the result of",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Give each worker a Redis of its own: a test that clears the cache clears only its own."""
    if not config.getoption("on_services"):
        config.pluginmanager.register(Statements(config))
    if settings.REDIS_URL:
        worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0")
        url = redis_url_of(settings.REDIS_URL, worker)
        # What an earlier run has counted against a limit must not count in this one.
        for cache in settings.CACHES.values():
            cache |= {"LOCATION": url, "KEY_PREFIX": secrets.token_hex(8)}
        # Publish and subscribe know no databases, only names.
        settings.CHANNEL_LAYERS["default"]["CONFIG"] = {"hosts": [url], "prefix": f"test-{worker}"}


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """Return a folder that all workers of this run see."""
    base = tmp_path_factory.getbasetemp()
    return base if worker_id == "master" else base.parent


@pytest.fixture(scope="session")
def fresh_environment(shared_folder: Path) -> Iterator[FreshEnvironment]:
    """Return what gives servers of their own their environments."""
    with fresh_environments(shared_folder) as fresh:
        yield fresh


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None, shared_folder: Path) -> None:
    """Have one worker migrate a database, and the others begin with a copy of it.

    Migrations are then found to be applied, which takes a tenth of the time.
    """
    if connection.vendor == "postgresql":
        migrate_on_postgres(shared_folder)
        connection.settings_dict["TEST"]["TEMPLATE"] = MIGRATED
        return
    creation, migrated = connection.creation, migrated_file(shared_folder)
    create = creation._create_test_db  # type: ignore[attr-defined]  # noqa: SLF001

    def create_a_copy(*args: Any, **options: Any) -> str:
        name: str = create(*args, **options)
        shutil.copy(migrated, name)
        return name

    creation._create_test_db = create_a_copy  # type: ignore[attr-defined]  # noqa: SLF001


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Let the database be emptied between tests, and dropped at the end.

    The log of moderation and the public list of commitments would refuse to be emptied. PostgreSQL
    waits for every session, so those of threads are ended first.
    """
    flush = connection.ops.sql_flush
    kept = [table.lifted_for_flush(connection.vendor) for table in APPEND_ONLY]
    opened = [statement for lifted, _ in kept for statement in lifted]
    closed = [statement for _, restored in kept for statement in restored]

    def sql_flush(*args: Any, **options: Any) -> list[str]:
        return [*opened, *flush(*args, **options), *closed]

    connection.ops.sql_flush = sql_flush  # type: ignore[method-assign]
    with django_db_blocker.unblock():
        clock.now()  # it asks now, so that tests that count queries do not count that
    clock.ASKED_EVERY = 86_400
    yield
    if connection.vendor == "postgresql":
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute(END_OTHER_SESSIONS)


@pytest.fixture
def admin_client(admin_user: User) -> Client:
    """Return a browser of somebody who may do everything, second factor included."""
    return staff_client(admin_user)


@pytest.fixture
def measured(record_property: Callable[[str, object], None]) -> Callable[[str], None]:
    """Return a function that has a measurement said at the end of the run."""
    return partial(record_property, MEASURED)


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    reports = [*terminalreporter.getreports("passed"), *terminalreporter.getreports("failed")]
    said = [
        text
        for report in reports
        if report.when == "call"
        for name, text in report.user_properties
        if name == MEASURED
    ]
    if said:
        terminalreporter.section("measured")
        for text in said:
            terminalreporter.write_line(str(text))


def pytest_unconfigure(config: pytest.Config) -> None:
    if connection.vendor == "postgresql" and not hasattr(config, "workerinput"):
        drop_migrated_database(os.environ["DATABASE_URL"])


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for no garbage while tests are collected, and less often afterwards.

    What was imported and collected is never looked at: it stays.
    """
    gc.disable()
    collected = yield
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)
    gc.enable()
    return collected


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("on_services"):
        chosen = set(worth_running_on_services(items, noted_before(config)))
        config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
        items[:] = [item for item in items if item in chosen]
    items.sort(key=_rank)
    if config.getoption("loadgroup", default=False):
        for item in items:
            _tell_group(item)


def _tell_group(item: pytest.Item) -> None:
    """Write the group of a test where xdist looks for it: at the end of the test's id.

    xdist 3.8 does so itself, but in a place that pytest 9.2 no longer reads:
    https://github.com/pytest-dev/pytest-xdist/issues/1386
    """
    if mark := item.get_closest_marker("xdist_group"):
        item._id = NodeId.parse(f"{item.nodeid}@{mark.args[0]}")  # noqa: SLF001


def _rank(item: pytest.Item) -> int:
    """Say how early a test runs: the long ones first.

    Those that empty the database stay behind all others, where pytest-django has put them: what
    migrations have written is gone after them.
    """
    marker = item.get_closest_marker("django_db")
    if marker and marker.kwargs.get("transaction"):
        return len(SLOWEST_FIRST)
    ranks = [rank for rank, path in enumerate(SLOWEST_FIRST) if item.nodeid.startswith(path)]
    return ranks[0] if ranks else len(SLOWEST_FIRST)
