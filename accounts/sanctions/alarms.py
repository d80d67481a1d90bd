"""What happened that moderation may want to look into by itself.

Games and chat notify of it here and know nothing else of moderation; its services listen.
"""

from collections.abc import Callable

from django.db import transaction

Listener = Callable[[int], object]

LINE_SAID = "line said"
LINE_REFUSED = "line refused"
COMMENTED = "commented"
LEFT_GAME_ENDED = "a game ended that somebody left"

_listeners: dict[str, Listener] = {}


def listen(event: str, listener: Listener) -> None:
    """Name who is told of an event from now on, by the number of the row it is about."""
    _listeners[event] = listener


def notify(event: str, number: int) -> None:
    """Tell of an event: once the transaction is through, or at once without one."""
    listener = _listeners.get(event)
    if listener is not None:
        # Robust: what a user does never fails because of what is thought of it. No partial: it
        # has no name, which Django wants for its log when the call fails.
        transaction.on_commit(lambda: listener(number), robust=True)
