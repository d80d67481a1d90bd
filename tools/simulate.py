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
    """A finished game between bots.

    Attributes:
        number: Number of the game, from 1.
        seats: For each player, the index of the player's bot in the list of bots.
        events: The log.
        outcome: How the game ended.
    """

    number: int
    seats: tuple[int, ...]
    events: tuple[Event, ...]
    outcome: Outcome

    @property
    def winners(self) -> tuple[int, ...]:
        """The indices of the winning bots."""
        return tuple(self.seats[player] for player in self.outcome.winners)


def play(
    rules: Rules[Any], bots: Sequence[Bot[Any]], dice: Dice
) -> tuple[tuple[Event, ...], Outcome]:
    """Play one game between bots.

    Args:
        rules: The rules of the game.
        bots: One bot for each player, in the order of the players.
        dice: Source of the dice.

    Returns:
        The log and how the game ended.
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
    """Play several games between bots. The same seed gives the same games.

    The bots move up one seat from game to game, so that each of them begins equally often.

    Args:
        rules: The rules of the games.
        bots: One bot for each player.
        games: Number of games.
        seed: Seed of the dice and of the bots' random choices.

    Yields:
        The finished games.
    """
    for number in range(1, games + 1):
        yield simulate_one(rules, bots, number, seed)


def simulate_one(
    rules: Rules[Any], bots: Sequence[Bot[Any]], number: int, seed: int
) -> SimulatedGame:
    """Play one of the games of `simulate`, which does not depend on the others.

    Args:
        rules: The rules of the game.
        bots: One bot for each player.
        number: Number of the game, from 1.
        seed: Seed of all games.
    """
    count = len(bots)
    seats = tuple((number - 1 + player) % count for player in range(count))
    chance = random.Random(f"{seed}/{number}/bots")
    seated = [bots[seat].seeded(chance) for seat in seats]
    log, outcome = play(rules, seated, SeededDice(f"{seed}/{number}/dice"))
    return SimulatedGame(number, seats, log, outcome)
