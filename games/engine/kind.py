"""The form in which each game declares itself, in its own `kind.py`."""

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
    """Everything the site needs to offer a kind of game."""

    slug: str  # in addresses, records and the database
    place: int  # lists of all games are sorted by this number
    rule_prefix: str  # of rule ids: "CS" for CS-1
    rules: type[Rules[Any]]
    variant: type[Variant]
    bots: Mapping[str, Bot[Any]]  # by slug, the weakest first
    notation: Notation  # docs/text-record.md
    solo: type[Rules[Any]] | None = None  # rules for one player, as in daily challenges
    orders: type[Orders[Any]] | None = None  # None: no standing orders

    @property
    def folder(self) -> Path:
        """The folder of this game."""
        return Path(inspect.getfile(self.rules)).parent

    def make_rules(self, players: int, variant: Mapping[str, Any]) -> Rules[Any]:
        """Return the rules for a table.

        Raises:
            ValueError: The game does not allow the number of players, an option, a value, or this
                combination.
        """
        return self.rules(players, self.variant.from_json(variant))

    def rules_of_record(self, players: int, variant: Mapping[str, Any]) -> Rules[Any]:
        """Return the rules of a record, which may have one player only. Raises ValueError."""
        if players == 1 and self.solo is not None:
            return self.solo(players, self.variant.from_json(variant))
        return self.make_rules(players, variant)
