"""What a process is at: the numbers that lines of the log and reports of errors name.

Numbers only, never names or addresses: who may read the log should not learn who plays what.
"""

import time
from contextvars import ContextVar
from typing import TypedDict


class Numbers(TypedDict, total=False):
    """began: when a request came in, by the clock."""

    request_id: str
    user: int | None
    game: int
    began: float


_numbers: ContextVar[Numbers | None] = ContextVar("numbers", default=None)


def begin(request_id: str = "") -> None:
    """Forget what was noted: something new begins, such as a request where there is an id.

    Threads and tasks that are started from here on add to the same numbers.
    """
    _numbers.set({"request_id": request_id, "began": time.time()} if request_id else {})


def note(*, user: int | None = None, game: int | None = None) -> None:
    """Note which user or game the present work is about."""
    numbers = _numbers.get()
    if numbers is not None:
        if user is not None:
            numbers["user"] = user
        if game is not None:
            numbers["game"] = game


def numbers() -> Numbers:
    """Return what was noted since the present work began."""
    return _numbers.get() or {}
