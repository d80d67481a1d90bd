"""An in-memory cache that drops the least recently used values."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

Value = TypeVar("Value")


class LruCache(Generic[Value]):
    """A bounded cache for several threads.

    most: maximum number of values. heaviest: maximum sum of their weights by `weigh`. A weight may
    grow (see `trim`). The last used value stays, however heavy.
    """

    def __init__(
        self, most: int, *, weigh: Callable[[Value], int] | None = None, heaviest: int = 0
    ) -> None:
        self.most = most
        self.heaviest = heaviest
        self._weigh = weigh
        self._values: OrderedDict[Hashable, Value] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """Return the value of this key; `make` it if it is not cached."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
                return self._values[key]
        made = make()  # without the lock: other threads must not wait for it
        with self._lock:
            # Several threads may have made the value at the same time: all get the first one.
            value = self._values.setdefault(key, made)
            self._values.move_to_end(key)
        self.trim()
        return value

    def trim(self) -> None:
        """Drop the least recently used values over the limits. Call it when values got heavier."""
        with self._lock:
            while len(self._values) > self.most:
                self._values.popitem(last=False)
            if self._weigh is None:
                return
            weight = sum(map(self._weigh, self._values.values()))
            while weight > self.heaviest and len(self._values) > 1:
                _, dropped = self._values.popitem(last=False)
                weight -= self._weigh(dropped)

    def __contains__(self, key: Hashable) -> bool:
        with self._lock:
            return key in self._values

    def clear(self) -> None:
        with self._lock:
            self._values.clear()
