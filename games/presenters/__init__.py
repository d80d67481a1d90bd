"""From a position to what a template draws; one package per game kind.

Every kind's package has the same names, found by `presenter(kind)`.
"""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, Protocol, cast

from games.history import History
from games.models import Game
from games.pov import Pov


class Presenter(Protocol):
    """What a kind's presenter package offers to the pages every game shares.

    ABOUT: the game in a few words.  BOTS: by slug, each with a name and a sentence.
    OptionsForm: asks for a variant.
    """

    ABOUT: Any
    BOTS: Mapping[str, Any]
    OptionsForm: type[Any]

    def table_context(self, pov: Pov) -> dict[str, Any]:
        """Return what the kind's table templates draw for this point of view."""
        ...

    def replay_context(self, pov: Pov) -> dict[str, Any]:
        """Return what the kind's replay templates draw besides, at this step of a replay."""
        ...

    def picture_width(self, pov: Pov) -> int:
        """Return how much of the width of a picture (of 1200) the boards take."""
        ...

    def rules_context(self) -> dict[str, Any]:
        """Return what the page with the kind's rules shows besides its text."""
        ...

    def strategy_context(self) -> dict[str, Any]:
        """Return what the page about playing the kind well shows besides its text."""
        ...

    def sprite(self) -> dict[str, Any]:
        """Return what the template of the kind's drawings, once a page, is made from."""
        ...

    def options(self, game: Game) -> list[str]:
        """Return the options of a table, a sentence each."""
        ...

    def score(self, pov: Pov, player: int) -> dict[str, Any]:
        """Return what seat lists show of a player's progress in a game that has started."""
        ...

    def tally(self, pov: Pov, player: int) -> Any:
        """Return how far a player has come at the position shown, as a `Tally`."""
        ...

    def turns(self, log: History, seq: int, most: int | None = None) -> Sequence[Any]:
        """Return the turns of the first `seq` events in order: all, or the last `most` of them.

        Each has its `number`, its `first` seq, and steps, on each of which a replay stops.
        """
        ...

    def is_moment(self, pov: Pov) -> bool:
        """Return whether the last event is one at which a replay pauses if asked to."""
        ...

    def sentence(self, pov: Pov) -> str:
        """Return what happened last, for the status line and screen readers.

        A kind whose boards show a part of it says that part as `heard` in its table's context,
        and what follows after that as `then`.
        """
        ...


def presenter(kind: str) -> Presenter:
    """Return the presenter of a game kind."""
    return cast("Presenter", import_module(f"games.presenters.{kind}"))


def table_context(pov: Pov) -> dict[str, Any]:
    """Return what the table templates need for this point of view, page and push alike."""
    return {"pov": pov, "game": pov.game, "t": presenter(pov.game.kind).table_context(pov)}
