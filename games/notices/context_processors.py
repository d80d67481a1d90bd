"""Context of every page about notices."""

from accounts.requests import Request
from games.notices.subscriptions import DEVICE
from games.notices.vapid import public_key


def push(request: Request) -> dict[str, str]:
    """Return the key with which this browser has subscribed, if it shows notices of the user."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated or DEVICE not in request.session:
        return {}
    return {"subscribed_with": public_key()}
