"""The pictures and options on the page with the rules of Can't Stop."""

from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import pgettext

from games.engine.cantstop.board import pairings
from games.engine.cantstop.rules import CantStopRules
from games.engine.cantstop.variant import goals
from games.pages.cantstop.examples import examples
from games.presenters.cantstop.position import state_of


def rules_context() -> dict[str, Any]:
    sizes = range(CantStopRules.min_players, CantStopRules.max_players + 1)
    choices = {size: [str(goal) for goal in goals(size)] for size in sizes}
    last = pgettext("last of a list", "or")
    bust = state_of(examples()["bust"].pov).bust
    pairs = pairings(bust.dice) if bust else ()
    return {
        "examples": examples(),
        # For each number of players, the numbers of columns to win that they can choose.
        "goals": [(size, get_text_list(choice, last)) for size, choice in choices.items()],
        "bust_sums": sorted({total for pairing in pairs for total in pairing.sums}),
    }
