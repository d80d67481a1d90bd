"""Limits against floods: six lines in ten seconds, and the same line again and again."""

from datetime import timedelta

from django.utils import timezone

from accounts.models import User
from accounts.refusals import Refusal
from games.chat.line_text import said_in
from games.chat.models import ChatLine
from games.chat.refusals import Repeated, TooFast
from games.models import Game

MOST_LINES = 6
FLOOD_TIME = timedelta(seconds=10)
"""Nobody says more than MOST_LINES lines within this time, at all tables together."""

MEMORY = timedelta(minutes=2)
"""Lines older than this are not compared."""

MOST_EQUAL = 2
"""Maximum number of equal lines within MEMORY."""

SHORT_LINE = 12
"""Phrases, and lines shorter than this, such as "yes", are compared only within their table."""


def refusal(user: User, game: Game, text: str, phrase: str) -> Refusal | None:
    """Return why this user may not say this now, or None. The user's row must be locked."""
    now = timezone.now()
    recent = list(ChatLine.objects.filter(user=user, created_at__gt=now - MEMORY))
    if sum(line.created_at > now - FLOOD_TIME for line in recent) >= MOST_LINES:
        return TooFast()
    said = said_in(text)
    same = [line for line in recent if (line.phrase, said_in(line.text)) == (phrase, said)]
    if phrase or len(text) < SHORT_LINE:
        same = [line for line in same if line.game_id == game.pk]
    return Repeated() if len(same) >= MOST_EQUAL else None
