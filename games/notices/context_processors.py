"""Context of all templates for push messages."""

from accounts.requests import Request
from games.notices.subscriptions import DEVICE
from games.notices.vapid import public_key


def push(request: Request) -> dict[str, str]:
    """Return the site's public key, if this browser is subscribed to the user's notices."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated or DEVICE not in request.session:
        return {}
    return {"subscribed_with": public_key()}
