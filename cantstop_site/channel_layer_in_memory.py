"""The channel layer in memory: not in channel_layer.py, because that loads the client of Redis."""

import time

from channels.layers import InMemoryChannelLayer

BETWEEN_CLEANINGS = 5  # seconds


class ChannelLayerInMemory(InMemoryChannelLayer):
    """Looks for expired messages only now and then.

    The library's own layer looks through all channels and groups for each message: with thousands
    of sockets this takes longer than everything else.
    """

    _clean_from = 0.0

    def _clean_expired(self) -> None:
        now = time.monotonic()
        if now >= self._clean_from:
            self._clean_from = now + BETWEEN_CLEANINGS
            super()._clean_expired()  # type: ignore[misc]
