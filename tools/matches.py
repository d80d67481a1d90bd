"""Matches between bots, in one process or in several.

The bots that play by the analysis use its judge here directly, which no server would do.
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
    """What counts of a finished game, for each bot of the match.

    Attributes:
        shares: Their shares of the win, which sum to 1, or to 0 when nobody has won.
        ended: How many of their turns or rounds a bust or a stop has ended.
        busts: How many of these were busts.
    """

    shares: tuple[float, ...]
    ended: tuple[int, ...]
    busts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Match:
    """What is played: any number of games between the same bots.

    Attributes:
        kind: Slug of the game.
        variant: The variant object of a record.
        bots: Slugs of the bots. They may be fewer than the players, who are then shared out to
            them: player 0 to the first one, and so on in turn.
        players: Number of players, a multiple of the number of bots.
        seed: Seed of the dice and of the bots' random choices.
    """

    kind: str
    variant: Mapping[str, Any]
    bots: tuple[str, ...]
    players: int
    seed: int

    def play(self, number: int) -> Result:
        """Play one game. Bots move up one seat from game to game.

        Args:
            number: Number of the game, from 1.

        Raises:
            NoEvaluator: A bot needs the analysis.
        """
        rules = KINDS[self.kind].make_rules(self.players, self.variant)
        bots = [bot_without_stand_in(self.kind, slug) for slug in self.bots]
        bots *= self.players // len(self.bots)
        return result_of(rules, simulate_one(rules, bots, number, self.seed), len(self.bots))

    def results(self, games: int, processes: int = 1) -> Iterator[Result]:
        """Yield the results of the games, in order. They do not depend on the processes.

        Args:
            games: Number of games.
            processes: How many processes play.

        Raises:
            NoEvaluator: A bot needs the analysis.
        """
        numbers = range(1, games + 1)
        if processes == 1:
            yield from map(self.play, numbers)
            return
        with get_context("spawn").Pool(processes) as pool:
            yield from pool.imap(self.play, numbers, GAMES_AT_A_TIME)


def result_of(rules: Rules[Any], game: SimulatedGame, bots: int) -> Result:
    """Return what counts of a game.

    Args:
        rules: The rules of the game.
        game: The game. Its list of bots has the bots of the match once or several times.
        bots: Number of bots of the match.
    """
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
    """Return a bot that plays as itself, without a stand-in.

    Args:
        kind: Slug of the game.
        slug: Slug of the bot.

    Raises:
        NoEvaluator: The bot plays by the analysis, which has no judge here.
    """
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
