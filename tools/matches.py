"""Matches between bots, in one process or in several.

Bots that play by the analysis compute it in these processes. A server never does so.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any

from games.analysis.characters import CHARACTERS
from games.analysis.thinking import ThinkingBot, evaluator
from games.engine.analysis_bots import AnalysisBot
from games.engine.core import Bot, Rules
from games.engine.registry import KINDS
from tools.simulate import SimulatedGame, simulate_one

GAMES_AT_A_TIME = 8
"""Number of games that a process plays before it reports them."""


class NoEvaluator(Exception):
    """A bot plays by the analysis, and there is none for this game or on this machine."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a finished game, for each bot of the match."""

    shares: tuple[float, ...]  # shares of the win; they sum to 1, or to 0 if nobody won
    ended: tuple[int, ...]  # turns or rounds that a bust or a stop has ended
    busts: tuple[int, ...]  # how many of these turns or rounds ended in a bust


@dataclass(frozen=True, slots=True)
class Match:
    """Any number of games between the same bots."""

    kind: str
    variant: Mapping[str, Any]  # the variant object of a record
    bots: tuple[str, ...]  # slugs; if they are fewer than the players, each plays several seats
    players: int  # a multiple of the number of bots
    seed: int

    def play(self, number: int) -> Result:
        """Play the game with this number, from 1. Every bot moves up one seat from game to game."""
        rules = KINDS[self.kind].make_rules(self.players, self.variant)
        bots = [bot_without_stand_in(self.kind, slug) for slug in self.bots]
        bots *= self.players // len(self.bots)
        return result_of(rules, simulate_one(rules, bots, number, self.seed), len(self.bots))

    def results(self, games: int, processes: int = 1) -> Iterator[Result]:
        """Yield the results of the games, in order, whatever the number of processes."""
        numbers = range(1, games + 1)
        if processes == 1:
            yield from map(self.play, numbers)
            return
        with get_context("spawn").Pool(processes) as pool:
            yield from pool.imap(self.play, numbers, GAMES_AT_A_TIME)


def result_of(rules: Rules[Any], game: SimulatedGame, bots: int) -> Result:
    """Return the result of a game. bots: their number; each may have several seats."""
    shares = [0.0] * bots
    for winner in game.winners:
        shares[winner % bots] += 1 / len(game.winners)
    ended, busts = Counter[int](), Counter[int]()
    state = rules.initial_state()
    for event in game.events:
        bust = rules.ends_in_bust(state, event)
        if bust is not None:
            bot = game.seats[event.actor] % bots
            ended[bot] += 1
            busts[bot] += bust
        state = rules.apply_event(state, event)
    return Result(
        tuple(shares),
        tuple(ended[bot] for bot in range(bots)),
        tuple(busts[bot] for bot in range(bots)),
    )


def bot_without_stand_in(kind: str, slug: str) -> Bot[Any]:
    """Return a bot that never lets a simpler bot play for it. Raises NoEvaluator."""
    bot = KINDS[kind].bots[slug]
    if not isinstance(bot, AnalysisBot):
        return bot
    try:
        evaluator(kind)
    except (ImportError, OSError, RuntimeError) as error:
        raise NoEvaluator(
            f"{slug} plays {kind} by the analysis, which is not here: {error}"
        ) from error
    return ThinkingBot(CHARACTERS[slug])
