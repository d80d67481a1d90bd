"""Two games with the same dice, beside each other: what each player made of them, turn by turn."""

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
    """A turn of one player. seq: where it ended.  tally: how far they had come by then."""

    seq: int
    rolls: int
    bust: bool
    tally: Tally


@dataclass(frozen=True, slots=True)
class Side:
    """What came of a player's dice in one of the games."""

    name: str
    turns: list[PlayedTurn]
    end: Tally
    won: bool

    @property
    def worth(self) -> tuple[bool, int, tuple[int, ...]]:
        """How good that is: to win, to win in fewer turns, to come farther."""
        return self.won, -len(self.turns) if self.won else 0, self.end.points


@dataclass(frozen=True, slots=True)
class Comparison:
    """The dice of one player in the first game and in the second."""

    player: int
    first: Side
    second: Side

    @property
    def rows(self) -> list[tuple[PlayedTurn | None, PlayedTurn | None]]:
        """The turns with the same number beside each other."""
        return list(zip_longest(self.first.turns, self.second.turns))

    @property
    def names(self) -> tuple[str, str]:
        """What the player was called in each of the games."""
        return self.first.name, self.second.name

    @property
    def verdict(self) -> str:
        """Who did better with these dice."""
        if self.first.worth == self.second.worth:
            return _("Equally good.")
        if self.first.worth > self.second.worth:
            return _("%(name)s did better in the first game.") % {"name": self.first.name}
        return _("%(name)s did better in the second game.") % {"name": self.second.name}


def compared(first: Pov, second: Pov) -> list[Comparison]:
    """Return for each player what came of their dice in two games that are over."""
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
        rolls = [seq for seq in range(turn.first, last + 1) if _is_roll(pov, seq)]
        yield PlayedTurn(
            seq=last,
            rolls=len(rolls),
            bust=any(_is_bust(pov, seq) for seq in rolls),
            tally=table_of(replace(pov, seq=last)).tally(player),
        )


def _is_roll(pov: Pov, seq: int) -> bool:
    return pov.rules.faces_of(pov.log.events[seq - 1]) is not None


def _is_bust(pov: Pov, seq: int) -> bool:
    told = pov.rules.annotate_event(pov.log.states[seq - 1], pov.log.events[seq - 1])
    return bool(told.get("bust"))
