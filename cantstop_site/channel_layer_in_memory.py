"""The channel layer in memory, for many sockets: apart, as it needs no client of Redis."""

import time

from channels.layers import InMemoryChannelLayer

BETWEEN_CLEANINGS = 5
"""Seconds until one looks again for messages that nobody has taken."""


class ChannelLayerInMemory(InMemoryChannelLayer):
    """Looks only now and then for messages that are too old.

    The library's own looks at all channels and groups for each message that is sent or awaited:
    with thousands of sockets that takes longer than everything else.
    """

    _clean_from = 0.0

    def _clean_expired(self) -> None:
        now = time.monotonic()
        if now >= self._clean_from:
            self._clean_from = now + BETWEEN_CLEANINGS
            super()._clean_expired()  # type: ignore[misc]
