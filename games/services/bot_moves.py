"""Bots act like people: look at the position, choose without any lock, then submit an action."""

import logging
import random
from contextlib import suppress
from threading import BoundedSemaphore
from time import monotonic
from typing import Any

from accounts.refusals import Refusal
from games.analysis.characters import CHARACTERS
from games.analysis.client import Analysis, AnalysisError
from games.analysis.evaluation import Evaluation
from games.engine.analysis_bots import AnalysisBot
from games.engine.core import Action, Rules, State
from games.engine.registry import KINDS, decide
from games.models import Game
from games.services.analyses import has_analysis
from games.services.clocks import acting_bot
from games.services.play import submit_action
from operations import metrics

logger = logging.getLogger(__name__)

_CHANCE = random.SystemRandom()
"""Source of the bots' random choices. It is independent of the dice of any game."""

ASKING = 4
"""Maximum number of bots that ask the analysis at once, so that the referee has threads left."""

_analysis, _asking = Analysis(), BoundedSemaphore(ASKING)

LOGGED_AGAIN = 3600.0
"""Minimum seconds between two log entries about stand-ins for the same bot."""

_logged: dict[str, float] = {}
"""By bot: the monotonic time of the last log entry about its stand-in."""


def plays_as_itself(kind: str, bot: str) -> bool:
    """Return whether a bot itself plays on this site, not its stand-in."""
    if isinstance(KINDS[kind].bots[bot], AnalysisBot):
        return has_analysis(kind)
    return True


def bots_to_act(game: Game) -> dict[int, str]:
    """Return the bots with a decision to make, by player number."""
    active = game.seats.filter(player__in=game.rules.active_players(game.position()))
    bots = {seat.player: acting_bot(game, seat) for seat in active}
    return {player: bot for player, bot in bots.items() if bot}


def move_bots(game: Game) -> None:
    """Let every bot with a decision to make at this table act once."""
    rules, state = game.rules, game.position()
    for player, bot in bots_to_act(game).items():
        action = choose(rules, state, player, bot)
        # Somebody may have acted while the bot thought without a lock. Then the game stays due.
        with suppress(Refusal):
            submit_action(game.code, player, action, rules.token(state, player))


def choose(rules: Rules[Any], state: State, player: int, bot: str) -> Action:
    """Return a bot's action. For a bot that uses the analysis, a stand-in decides if that fails."""
    if isinstance(KINDS[rules.kind].bots[bot], AnalysisBot):
        try:
            return _ask(rules, state, player, bot)
        except AnalysisError as error:
            metrics.stand_ins.labels(bot).inc()
            if monotonic() - _logged.get(bot, -LOGGED_AGAIN) >= LOGGED_AGAIN:
                _logged[bot] = monotonic()
                logger.warning("A stand-in plays for %s: %s", bot, error)
    return decide(rules, state, player, bot, _CHANCE)


def evaluate(rules: Rules[Any], state: State, player: int) -> Evaluation:
    """Return the analysis of a player's decision, by the evaluation that the best bots use."""
    return _analysis.evaluate(rules, state, player)


def _ask(rules: Rules[Any], state: State, player: int, bot: str) -> Action:
    if not plays_as_itself(rules.kind, bot):
        raise AnalysisError("the analysis cannot be had here")
    # No waiting: when the analysis is busy, the stand-in plays at once.
    if not _asking.acquire(blocking=False):
        raise AnalysisError("too many bots ask the analysis")
    try:
        return _analysis.choose(rules, state, player, CHARACTERS[bot], _CHANCE)
    finally:
        _asking.release()
