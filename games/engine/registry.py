"""Every kind of game the engine knows, by slug."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.engine.cantstop.bots import BOTS as CANTSTOP_BOTS
from games.engine.cantstop.rules import CantStopRules
from games.engine.cantstop.variant import CantStopVariant
from games.engine.core import Bot, Rules, Variant


@dataclass(frozen=True)
class GameKind:
    """What the rest of the site needs to offer a game.

    slug: its name in addresses, records and the database.  bots: by slug, weakest first.
    """

    slug: str
    rules: type[Rules[Any]]
    variant: type[Variant]
    bots: Mapping[str, Bot[Any]]

    def make_rules(self, players: int, variant: Mapping[str, Any]) -> Rules[Any]:
        """Return the rules for so many players with the options of a record's variant object.

        Raises ValueError for a number of players, an option, a value or a combination of them
        that the game does not have.
        """
        return self.rules(players, self.variant.from_json(variant))


KINDS: dict[str, GameKind] = {
    kind.slug: kind
    for kind in (
        GameKind(
            slug=CantStopRules.kind,
            rules=CantStopRules,
            variant=CantStopVariant,
            bots=CANTSTOP_BOTS,
        ),
    )
}
