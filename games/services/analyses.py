"""Finished games are explained by the analysis, one after another.

`Game.analysed` says which still have to be: those that have just ended, and all others when the
version of the analysis rises.
"""

import logging

from django.conf import settings

from accounts.locks import one_transaction
from games.analysis.asking import Analysis, AnalysisError, is_available
from games.analysis.explanation import VERSION, Explanation
from games.broadcast import wake_worker
from games.engine.registry import KINDS
from games.models import Game, GameAnalysis, SeatGrade

logger = logging.getLogger(__name__)

WAIT_FOR_START = 5.0
"""Seconds to wait at a time until the analysis has made itself ready, which may take a minute."""

_analysis = Analysis()
"""A process beside the one that bots ask: they do not wait for whole games."""

_failed: set[int] = set()
"""Games of which the analysis has said nothing. They are tried again when the worker is."""


def has_analysis(kind: str) -> bool:
    """Return whether games of this kind are analysed here."""
    return bool(settings.ANALYSIS) and is_available(kind)


def explanation_of(game: Game) -> Explanation | None:
    """Return a finished game explained, None before it is."""
    if game.analysed != VERSION:
        return None
    found = GameAnalysis.objects.filter(game=game).first()
    return None if found is None else Explanation.from_json(found.explanation)


def explain_anew(game: Game) -> None:
    """Have a locked game explained again that has another end now; the caller saves it."""
    game.analysed = 0
    wake_worker()


def explain_next() -> bool:
    """Explain the game that ended last of those not explained yet. Return whether one was tried."""
    kinds = [kind for kind in KINDS if has_analysis(kind)]
    waiting = Game.objects.filter(
        status=Game.Status.FINISHED, analysed__lt=VERSION, kind__in=kinds
    ).exclude(pk__in=_failed)
    game = waiting.order_by("-finished_at", "-pk").first() if kinds else None
    if game is None or not _analysis.is_ready(wait=WAIT_FOR_START):
        return False
    try:
        _store(game, _explain(game))
    except AnalysisError:
        _failed.add(game.pk)
        logger.exception("The analysis could not explain the game %s", game.code)
    return True


def _explain(game: Game) -> Explanation:
    events = game.events.filter(seq__lte=game.version).order_by("seq")
    return _analysis.explain(game.rules, [event.to_event(game.rules) for event in events])


@one_transaction
def _store(game: Game, explanation: Explanation) -> None:
    """Keep an explanation, unless the game has another end by now."""
    same = Game.objects.filter(pk=game.pk, version=game.version)
    if not same.update(analysed=VERSION):
        return
    GameAnalysis.objects.update_or_create(
        game=game, defaults={"explanation": explanation.to_json()}
    )
    for seat in game.seats.all():
        last = game.version if seat.taken_over_after is None else seat.taken_over_after
        grade = explanation.grade_of(seat.player, last)._asdict()
        others = {
            "cost": -explanation.sum_of(seat.player).own_errors,
            "nerve": explanation.nerve_of(seat.player, last) if game.size > 1 else {},
        }
        SeatGrade.objects.update_or_create(seat=seat, defaults=grade | others)
