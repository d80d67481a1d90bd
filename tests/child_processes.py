"""Processes that a test has begun by way of the site."""

from collections.abc import Callable

import psutil


def begun_by(call: Callable[[], object]) -> psutil.Process:
    """Return the only process that a call begins and leaves."""
    before = children()
    call()
    (begun,) = children() - before
    return begun


def children() -> set[psutil.Process]:
    """Return the processes of this one that run or are stopped, and have not ended."""
    running = psutil.Process().children()
    return {child for child in running if child.status() != psutil.STATUS_ZOMBIE}
