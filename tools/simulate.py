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
    number: int  # from 1
    seats: tuple[int, ...]  # for each player, the index of their bot in the list of bots
    events: tuple[Event, ...]
    outcome: Outcome

    @property
    def winners(self) -> tuple[int, ...]:
        """The indices of the winning bots in the list of bots."""
        return tuple(self.seats[player] for player in self.outcome.winners)


def play(
    rules: Rules[Any], bots: Sequence[Bot[Any]], dice: Dice
) -> tuple[tuple[Event, ...], Outcome]:
    """Play one game, a bot for each player. Return the log and the outcome."""
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
    """Play several games, a bot for each player. The same seed gives the same games.

    The bots move up one seat from game to game, so that each bot begins equally often.
    """
    for number in range(1, games + 1):
        yield simulate_one(rules, bots, number, seed)


def simulate_one(
    rules: Rules[Any], bots: Sequence[Bot[Any]], number: int, seed: int
) -> SimulatedGame:
    """Play one game of `simulate`, by its number from 1. It does not depend on the other games."""
    count = len(bots)
    seats = tuple((number - 1 + player) % count for player in range(count))
    # A seed for each game, so that processes can share the games out; and another one for its dice,
    # so that they don't depend on the bots.
    chance = random.Random(f"{seed}/{number}/bots")
    seated = [bots[seat].seeded(chance) for seat in seats]
    log, outcome = play(rules, seated, SeededDice(f"{seed}/{number}/dice"))
    return SimulatedGame(number, seats, log, outcome)
