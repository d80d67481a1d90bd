"""Events that moderation listens to.

Games and chat call `notify`; they import nothing of the app `moderation`.
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
    """Set the event's listener, which is called with the number of the row concerned."""
    _listeners[event] = listener


def notify(event: str, number: int) -> None:
    """Call the event's listener after the commit, or at once outside a transaction."""
    listener = _listeners.get(event)
    if listener is not None:
        # Robust: an action of a user must not fail because moderation does. A lambda, because
        # Django logs the name of a function that fails, and a partial has none.
        transaction.on_commit(lambda: listener(number), robust=True)
