"""The declaration of a kind of game, which each game makes in its own `kind.py`."""

import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from games.engine.core import Bot, Rules, Variant
from games.engine.notation import Notation
from games.engine.orders import Orders


@dataclass(frozen=True)
class GameKind:
    """Everything the site needs to offer a kind of game.

    Attributes:
        slug: Name of the game in addresses, records and the database.
        place: Place in lists of all games; the smallest comes first.
        rule_prefix: Two letters before the number in ids of rules, such as "CS" in CS-1.
        rules: Class of the rules.
        variant: Class of the options.
        bots: The bots by slug, the weakest first.
        notation: The notation of text records (docs/text-record.md).
        solo: Class of the rules for one player alone, who tries to win in as few turns as possible;
            None if the game needs several players.
        orders: Class of the standing orders; None if the game has none.
    """

    slug: str
    place: int
    rule_prefix: str
    rules: type[Rules[Any]]
    variant: type[Variant]
    bots: Mapping[str, Bot[Any]]
    notation: Notation
    solo: type[Rules[Any]] | None = None
    orders: type[Orders[Any]] | None = None

    @property
    def folder(self) -> Path:
        """The folder that this game is in."""
        return Path(inspect.getfile(self.rules)).parent

    def make_rules(self, players: int, variant: Mapping[str, Any]) -> Rules[Any]:
        """Return the rules for a table.

        Args:
            players: Number of players.
            variant: The variant object of a record.

        Raises:
            ValueError: The game does not have this number of players, an option, a value, or this
                combination of them.
        """
        return self.rules(players, self.variant.from_json(variant))

    def rules_of_record(self, players: int, variant: Mapping[str, Any]) -> Rules[Any]:
        """Return the rules of a recorded game, which may be a game of one player.

        Args:
            players: Number of players.
            variant: The variant object of the record.

        Raises:
            ValueError: As in `make_rules`.
        """
        if players == 1 and self.solo is not None:
            return self.solo(players, self.variant.from_json(variant))
        return self.make_rules(players, variant)
