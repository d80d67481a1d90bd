"""What every page tells of moderation: news about oneself that one has not seen yet."""

from typing import Any

from django.http import HttpRequest

from accounts.sanctions.models import Sanction


def news(request: HttpRequest) -> dict[str, Any]:
    """Return the user's sanctions with news they have not seen, and whether they have mail.

    The middleware has looked them up; a page that shows them itself has none.
    """
    return {
        "moderation_news": getattr(request, "moderation_news", []),
        "moderation_message": getattr(request, "moderation_message", False),
    }


def leave_out_of_news(request: HttpRequest, *shown: Sanction) -> None:
    """Let a page that tells of these sanctions itself, or of all, not tell of them twice."""
    if not shown:
        request.moderation_message = False  # type: ignore[attr-defined]
    known = getattr(request, "moderation_news", [])
    request.moderation_news = [  # type: ignore[attr-defined]
        sanction for sanction in known if shown and sanction not in shown
    ]
