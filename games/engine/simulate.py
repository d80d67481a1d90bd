"""Play games between bots, without a database or a clock."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from games.engine.core import Bot, Event, Outcome, Rules
from games.engine.dice import Dice, SeededDice
from games.engine.replay import fold


@dataclass(frozen=True, slots=True)
class SimulatedGame:
    """One finished game.

    number: from 1.  seats: of each player, the index of their bot in the list simulated.
    """

    number: int
    seats: tuple[int, ...]
    events: tuple[Event, ...]
    outcome: Outcome

    @property
    def winners(self) -> tuple[int, ...]:
        """Return the indices of the bots that won."""
        return tuple(self.seats[player] for player in self.outcome.winners)


def play(
    rules: Rules[Any], bots: Sequence[Bot[Any]], dice: Dice
) -> tuple[tuple[Event, ...], Outcome]:
    """Return the log of one whole game and how it ended.

    bots: one for each player, in order.
    """
    log = list(rules.setup(dice))
    state = fold(rules, log)
    while (outcome := rules.outcome(state)) is None:
        player = rules.active_players(state)[0]
        action = bots[player].choose(rules, state, player)
        event = rules.resolve(state, player, action, dice)
        state = rules.apply_event(state, event)
        log.append(event)
    return tuple(log), outcome


def simulate(
    rules: Rules[Any], bots: Sequence[Bot[Any]], games: int, seed: int
) -> Iterator[SimulatedGame]:
    """Play so many games and yield each; the same seed yields the same games.

    The bots move up one seat from game to game, so that each begins equally often.
    """
    count = len(bots)
    for number in range(1, games + 1):
        seats = tuple((number - 1 + player) % count for player in range(count))
        chance = random.Random(f"{seed}/{number}/bots")
        seated = [bots[seat].seeded(chance) for seat in seats]
        log, outcome = play(rules, seated, SeededDice(f"{seed}/{number}/dice"))
        yield SimulatedGame(number, seats, log, outcome)
