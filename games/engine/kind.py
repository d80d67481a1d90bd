"""What a folder of the engine declares: one kind of game, whole."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.engine.core import Bot, Rules, Variant
from games.engine.notation import Notation


@dataclass(frozen=True)
class GameKind:
    """What the rest of the site needs to offer a game.

    slug: its name in addresses, records and the database.  place: where it stands when all
    games are listed, the smallest first.  bots: by slug, weakest first.  notation: its words in
    text records.  solo: the rules for one player alone, who wants to win in as few turns as
    possible; None for a game that takes company.
    """

    slug: str
    place: int
    rules: type[Rules[Any]]
    variant: type[Variant]
    bots: Mapping[str, Bot[Any]]
    notation: Notation
    solo: type[Rules[Any]] | None = None

    def make_rules(self, players: int, variant: Mapping[str, Any]) -> Rules[Any]:
        """Return the rules for a table of so many, with the options of a record's variant object.

        Raises ValueError for a number of players, an option, a value or a combination of them
        that the game does not have.
        """
        return self.rules(players, self.variant.from_json(variant))

    def rules_of_record(self, players: int, variant: Mapping[str, Any]) -> Rules[Any]:
        """Return the rules a recorded game was played by, which may be the game for one.

        Raises ValueError as `make_rules` does.
        """
        if players == 1 and self.solo is not None:
            return self.solo(players, self.variant.from_json(variant))
        return self.make_rules(players, variant)
