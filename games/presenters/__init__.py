"""From a position to what a template draws; one module per game kind.

Every kind's module has the same functions, found by `presenter(kind)`.
"""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, Protocol, cast

from games.history import History
from games.models import Game
from games.pov import Pov


class Presenter(Protocol):
    """What a kind's presenter module offers to the pages every game shares.

    BOTS: by slug, each with a name and a sentence.  OptionsForm: asks for a variant.
    """

    BOTS: Mapping[str, Any]
    OptionsForm: type[Any]

    def table_context(self, pov: Pov) -> dict[str, Any]:
        """Return what the kind's table templates draw for this point of view."""
        ...

    def options(self, game: Game) -> list[str]:
        """Return the options of a table, a sentence each."""
        ...

    def score(self, pov: Pov, player: int) -> dict[str, Any]:
        """Return what the seat list shows of a player's progress."""
        ...

    def turns(self, log: History, seq: int) -> Sequence[Any]:
        """Return the turns of the first `seq` events, each with its `first` seq and its steps."""
        ...

    def sentence(self, pov: Pov) -> str:
        """Return the last event shown as one sentence, for the status line and screen readers."""
        ...


def presenter(kind: str) -> Presenter:
    """Return the presenter of a game kind."""
    return cast("Presenter", import_module(f"games.presenters.{kind}"))
