"""The bots that people may play against."""

from games.presenters import presenter
from games.presenters.shared import BotText
from games.services.bot_moves import plays_as_itself


def bots_on_offer(kind: str) -> dict[str, BotText]:
    """Return the bots by slug, the strongest first, without bots for which a stand-in plays."""
    return {
        slug: text for slug, text in presenter(kind).BOTS.items() if plays_as_itself(kind, slug)
    }
