"""What was drawn before, kept in memory for the next who ask for the same."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

Drawn = TypeVar("Drawn")


class Kept(Generic[Drawn]):
    """A limited number of drawings by key; the one not asked for the longest goes first.

    A key has to hold all that the drawing depends on.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, Drawn] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, draw: Callable[[], Drawn]) -> Drawn:
        """Return what is kept under this key, or else what `draw` returns."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        drawn = draw()  # others need not wait for it; the same twice does no harm
        with self._lock:
            self._kept[key] = drawn
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return drawn

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()
