"""What every page shows of the games."""

from typing import Any

from django.http import HttpRequest

from games.models import Seat


def my_turns(request: HttpRequest) -> dict[str, Any]:
    """Return the number of games in which the user has a decision to make."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {}
    return {"my_turns": Seat.objects.filter(user=user, to_move=True).count()}
