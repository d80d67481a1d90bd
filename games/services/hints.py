"""Hints by the analysis, for people who play against bots only."""

from collections.abc import Iterable

from django.db.models import F

from games.analysis.client import AnalysisError
from games.analysis.evaluation import Evaluation
from games.models import Game, Seat
from games.services import bot_moves
from games.services.analyses import has_analysis
from games.services.refusals import HintNotReady, NoHints, StaleDecision


def may_have_hints(game: Game, seats: Iterable[Seat], player: int | None) -> bool:
    """Return whether a player may ask for hints: all others must always have been bots."""
    others = [seat for seat in seats if seat.player != player]
    alone = all(seat.bot and seat.taken_over_after is None for seat in others)
    # In a challenge other people roll the same dice; on one device other people play.
    known = game.challenge_id is not None or game.host_id is not None
    return game.is_running and alone and bool(others) and not known and has_analysis(game.kind)


def give_hint(game: Game, player: int) -> Evaluation:
    """Return the analysis of a player's decision, and count the hint."""
    if not may_have_hints(game, game.seats.all(), player):
        raise NoHints
    state = game.position()
    if player not in game.rules.active_players(state):
        raise StaleDecision
    try:
        evaluation = bot_moves.evaluate(game.rules, state, player)
    except AnalysisError as error:
        raise HintNotReady from error
    game.seats.filter(player=player).update(hints=F("hints") + 1)
    return evaluation
