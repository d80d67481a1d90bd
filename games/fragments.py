"""A point of view rendered as the HTML regions that a page shows and a push replaces.

Every region is a whole element with an id; a push or an answer holds all of them, so a lost
push is healed by the next one.
"""

from typing import Any

from django.template.loader import render_to_string
from django.utils import translation

from accounts.refusals import Refusal
from games.pov import Pov
from games.presenters import presenter


def table_context(pov: Pov) -> dict[str, Any]:
    """Return what the table templates need for this point of view, page and push alike."""
    kind = presenter(pov.game.kind)
    return {"pov": pov, "game": pov.game, "t": kind.table_context(pov)}


def render_regions(pov: Pov, language: str, refusal: Refusal | None = None) -> str:
    """Return every region of the table as out-of-band swaps, in the given language."""
    with translation.override(language):
        context = table_context(pov) | {"oob": True, "refusal": refusal}
        return render_to_string("games/_regions.html", context)
