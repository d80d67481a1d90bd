"""Ids of the present request, user and game, for the log and error reports.

Numbers only, never names or addresses: readers of the log must not learn who plays what.
"""

import time
from contextvars import ContextVar
from typing import TypedDict


class Numbers(TypedDict, total=False):
    request_id: str
    user: int | None
    game: int
    began: float  # Unix time at which the request came in, by this machine's clock


_numbers: ContextVar[Numbers | None] = ContextVar("numbers", default=None)


def begin(request_id: str = "") -> None:
    """Begin a request; "" for other work, which has no id."""
    # Threads and tasks started from here share this dict, so their notes count for the request.
    _numbers.set({"request_id": request_id, "began": time.time()} if request_id else {})


def note(*, user: int | None = None, game: int | None = None) -> None:
    numbers = _numbers.get()
    if numbers is not None:
        if user is not None:
            numbers["user"] = user
        if game is not None:
            numbers["game"] = game


def numbers() -> Numbers:
    return _numbers.get() or {}
