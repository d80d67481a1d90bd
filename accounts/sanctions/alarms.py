"""Events that moderation may look into.

Games and chat call `notify` and know nothing else of moderation.
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
    """Have the listener called with the number of a row after each such event."""
    _listeners[event] = listener


def notify(event: str, number: int) -> None:
    """Call the event's listener once the transaction is through, or at once without one."""
    listener = _listeners.get(event)
    if listener is not None:
        # Robust: what a user does never fails because of what is thought of it. No partial: it
        # has no name, which Django wants for its log when the call fails.
        transaction.on_commit(lambda: listener(number), robust=True)
