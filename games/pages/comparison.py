"""Two games with the same dice, side by side: the results of each player, turn by turn."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import zip_longest

from django.utils.translation import gettext as _

from games.pov import Pov
from games.presenters import table_of
from games.presenters.names import name_of
from games.presenters.replaying import turns_of
from games.presenters.shared import Tally


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """A turn of one player."""

    seq: int  # the number of its last event
    rolls: int
    bust: bool
    tally: Tally  # the player's progress after this turn


@dataclass(frozen=True, slots=True)
class Side:
    """A player's results in one of the two games."""

    name: str
    turns: list[PlayedTurn]
    end: Tally
    won: bool

    @property
    def worth(self) -> tuple[bool, int, tuple[int, ...]]:
        """The sort key of results: a win is better, then a win in fewer turns, then more points."""
        return self.won, -len(self.turns) if self.won else 0, self.end.points


@dataclass(frozen=True, slots=True)
class Comparison:
    """One player's results with the same dice in the first game and in the second."""

    player: int
    first: Side
    second: Side

    @property
    def rows(self) -> list[tuple[PlayedTurn | None, PlayedTurn | None]]:
        """Pairs of turns with the same number in both games; None if a game has no such turn."""
        return list(zip_longest(self.first.turns, self.second.turns))

    @property
    def names(self) -> tuple[str, str]:
        return self.first.name, self.second.name

    @property
    def verdict(self) -> str:
        if self.first.worth == self.second.worth:
            return _("Equally good.")
        if self.first.worth > self.second.worth:
            return _("%(name)s did better in the first game.") % {"name": self.first.name}
        return _("%(name)s did better in the second game.") % {"name": self.second.name}


def compared(first: Pov, second: Pov) -> list[Comparison]:
    """Compare each player's results with the same dice in two finished games."""
    return [
        Comparison(player, _side(first, player), _side(second, player))
        for player in range(second.game.size)
    ]


def _side(pov: Pov, player: int) -> Side:
    return Side(
        name=name_of(pov.seats, player),
        turns=list(_turns(pov, player)),
        end=table_of(pov).tally(player),
        won=pov.outcome is not None and player in pov.outcome.winners,
    )


def _turns(pov: Pov, player: int) -> Iterator[PlayedTurn]:
    for turn in turns_of(pov):
        if turn.number is None or turn.player != player:
            continue
        last = turn.steps[-1].seq
        # Events count from 1, positions from 0, so position n - 1 is the one before event n.
        here = slice(turn.first - 1, last)
        played = zip(pov.log.states[here], pov.log.events[here], strict=True)
        rolls = [(state, event) for state, event in played if pov.rules.faces_of(event) is not None]
        yield PlayedTurn(
            seq=last,
            rolls=len(rolls),
            bust=any(pov.rules.annotate_event(*roll).get("bust") for roll in rolls),
            tally=table_of(replace(pov, seq=last)).tally(player),
        )
