"""Closing a user's sockets when what they were opened with no longer holds."""

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction


def user_group(user_id: int) -> str:
    """Return the channel-layer group that every socket of the user joins."""
    return f"user.{user_id}"


def close_user_sockets(user_id: int, *, suspended: bool = False) -> None:
    """Tell every socket of the user to close, once the present transaction is through."""
    message = {"type": "session.suspended" if suspended else "session.ended"}

    def send() -> None:
        layer = get_channel_layer()
        if layer is not None:
            async_to_sync(layer.group_send)(user_group(user_id), message)

    # Robust: signing out must work even when the channel layer does not.
    transaction.on_commit(send, robust=True)
