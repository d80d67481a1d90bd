"""Too much at once: six lines in ten seconds, and the same thing again and again."""

from datetime import timedelta

from django.utils import timezone

from accounts.models import User
from accounts.refusals import Refusal
from games.chat.line_text import alike
from games.chat.models import ChatLine
from games.chat.refusals import Repeated, TooFast
from games.models import Game

MOST = 6
WITHIN = timedelta(seconds=10)
"""Nobody says more than MOST lines WITHIN this time, at all tables together."""

MEMORY = timedelta(minutes=2)
"""What somebody said this long ago they may say again."""

SHORT = 12
"""A line of fewer characters, such as "yes", may be said twice, and at other tables besides."""


def refusal(user: User, game: Game, text: str, phrase: str) -> Refusal | None:
    """Return why this user may not say this at this moment, or None. Their row must be locked."""
    now = timezone.now()
    recent = list(ChatLine.objects.filter(user=user, created_at__gt=now - MEMORY))
    if sum(line.created_at > now - WITHIN for line in recent) >= MOST:
        return TooFast()
    if phrase:
        said = [line.phrase == phrase for line in recent if line.game_id == game.pk]
    elif len(text) < SHORT:
        said = [alike(line.text, text) for line in recent if line.game_id == game.pk and line.text]
    else:
        return Repeated() if any(alike(line.text, text) for line in recent) else None
    return Repeated() if sum(said) >= 2 else None
