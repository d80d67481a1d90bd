"""Processes whose clocks differ agree on when a game is due."""

import time
from collections.abc import Iterator
from datetime import timedelta
from unittest import mock

import pytest
from django.db import connection
from django.utils import timezone

from operations import clock

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.services,
    pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite has no clock of its own"),
]

HOUR = timedelta(hours=1)
NEARLY = timedelta(minutes=1)


@pytest.fixture
def an_hour_ahead() -> Iterator[None]:
    ahead = timezone.now() + HOUR
    with (
        mock.patch.object(clock, "_clock", clock._Clock()),  # noqa: SLF001
        mock.patch.object(time, "time", return_value=ahead.timestamp()),
        mock.patch.object(timezone, "now", return_value=ahead),
    ):
        yield


@pytest.mark.usefixtures("an_hour_ahead")
def test_a_process_whose_clock_is_an_hour_ahead_goes_by_the_clock_of_the_database() -> None:
    assert abs(timezone.now() - HOUR - clock.now()) < NEARLY


@pytest.mark.usefixtures("an_hour_ahead")
def test_the_database_is_not_asked_for_the_time_of_each_move() -> None:
    clock.now()
    with mock.patch.object(connection, "cursor") as cursor:
        clock.now()
    cursor.assert_not_called()


@pytest.mark.usefixtures("an_hour_ahead")
def test_a_clock_that_is_set_right_meanwhile_is_looked_at_again() -> None:
    wrong = timezone.now()
    clock.now()
    right = wrong - HOUR
    with (
        mock.patch.object(clock, "ASKED_EVERY", 0),
        mock.patch.object(time, "time", return_value=right.timestamp()),
        mock.patch.object(timezone, "now", return_value=right),
    ):
        assert abs(clock.now() - right) < NEARLY
