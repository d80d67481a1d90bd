"""The queue of finished games for the analysis, which explains one game after another.

`Game.analysed` says which games wait: new ones, and all games when the analysis has a new version.
"""

import logging
from datetime import timedelta
from time import monotonic

from django.conf import settings
from django.db.models import F, Q, QuerySet

from accounts.locks import one_transaction
from accounts.models import User
from games.analysis.client import Analysis, is_available
from games.analysis.explanation import VERSION, Explanation
from games.broadcast import wake_worker
from games.engine.registry import KINDS
from games.models import ClockNote, Game, GameAnalysis, Notice, Seat, SeatGrade
from games.services.notices import give

logger = logging.getLogger(__name__)

USUAL_DURATION = timedelta(seconds=30)
"""Nearly all games are explained in less time. Users who wait longer get a notice."""

MOST_AHEAD = 100
"""Maximum number of games to count ahead of a game in the queue."""

WAIT_FOR_START = 5.0
"""Maximum seconds of one wait until the analysis is ready; it may take a minute to start."""

_analysis = Analysis()
"""Not the process that bots ask (bot_moves.py): bots must not wait while games are explained."""

TRIES = 3
"""Number of attempts to explain a game that fails."""

PAUSE = 300.0
"""Seconds until the next attempt: the machine may have been short of memory, for example."""

_failed: dict[int, tuple[int, float]] = {}
"""By id of a game: its number of failures, and the monotonic time of the next attempt."""


def has_analysis(kind: str) -> bool:
    return bool(settings.ANALYSIS) and is_available(kind)


def is_secret(game: Game) -> bool:
    """Return whether the analysis of a finished game must stay hidden for now."""
    # Guests who saw the best decisions of an open daily challenge could sign in and play it again.
    is_open = game.challenge is not None and not game.challenge.is_over
    return is_open and game.creator is not None and game.creator.is_guest


def is_shown(game: Game) -> bool:
    """Return whether a finished game has, or will have, an analysis that people may see now."""
    return has_analysis(game.kind) and not is_secret(game)


def explanation_of(game: Game) -> Explanation | None:
    if not game.is_explained:
        return None
    found = GameAnalysis.objects.filter(game=game).first()
    return None if found is None else Explanation.from_json(found.explanation)


def explain_anew(game: Game) -> None:
    """Queue a locked game again because its end has changed; the caller saves the game."""
    game.analysed = 0
    wake_worker()


@one_transaction
def wait_for(game: Game, user: User) -> None:
    """Have a user notified, once, when the analysis of a finished game is there."""
    if Game.objects.select_for_update().get(pk=game.pk).is_explained:
        return
    # An earlier notice of an analysis of this game would prevent the new one.
    user.notices.filter(game=game, kind=Notice.Kind.ANALYSIS).delete()
    game.awaited_by.add(user)


def games_ahead(game: Game) -> int:
    """Return how many games will be explained before this one; MOST_AHEAD + 1 means more."""
    if game.is_imported:
        ahead = Q(imported_at=None) | Q(imported_at__lt=game.imported_at)
    else:
        ahead = Q(imported_at=None, finished_at__gt=game.finished_at)
    return _waiting().filter(ahead)[: MOST_AHEAD + 1].count()


def _waiting() -> QuerySet[Game]:
    """Return the queue: first games played here, the newest first, then imported ones."""
    kinds = [kind for kind in KINDS if has_analysis(kind)]
    return Game.objects.filter(
        status=Game.Status.FINISHED, analysed__lt=VERSION, kind__in=kinds
    ).order_by(F("imported_at").asc(nulls_first=True), "-finished_at", "-pk")


def get_ready() -> None:
    _analysis.is_ready()


def explain_next() -> bool:
    """Explain the first game of the queue. Return whether there was one to try."""
    resting = [pk for pk, (_tries, until) in _failed.items() if monotonic() < until]
    game = _waiting().exclude(pk__in=resting).first()
    if game is None or not _analysis.is_ready(wait=WAIT_FOR_START):
        return False
    try:
        # No lock is held while the analysis thinks. A moderator may rule meanwhile: so events after
        # the version that was read are left out, and `_store` drops the outdated answer.
        events = game.events.filter(seq__lte=game.version).order_by("seq")
        log = [event.to_event(game.rules) for event in events]
        _store(game, _analysis.explain(game.rules, log))
    except Exception:  # any error: the other games can be explained
        logger.exception("The analysis could not explain the game %s", game.code)
        tries = _failed.get(game.pk, (0, 0.0))[0] + 1
        if tries < TRIES:
            _failed[game.pk] = tries, monotonic() + PAUSE
            return True
        _give_up(game)
    _failed.pop(game.pk, None)
    return True


@one_transaction
def _give_up(game: Game) -> None:
    """Mark a game as analysed without an explanation, until the version of the analysis rises."""
    if not Game.objects.filter(pk=game.pk, version=game.version).update(analysed=VERSION):
        return  # a ruling has changed the end
    GameAnalysis.objects.filter(game=game).delete()
    SeatGrade.objects.filter(seat__game=game).delete()
    _notify_waiting(game)


def _notify_waiting(game: Game) -> None:
    """Notify users who wait for an analysis: it is there, or has failed for good."""
    for user in game.awaited_by.all():
        give(user, Notice.Kind.ANALYSIS, game)
    game.awaited_by.clear()


@one_transaction
def _store(game: Game, explanation: Explanation) -> None:
    # The update locks the row and compares the version in one statement.
    if not Game.objects.filter(pk=game.pk, version=game.version).update(analysed=VERSION):
        return  # a ruling has changed the end
    GameAnalysis.objects.update_or_create(
        game=game, defaults={"explanation": explanation.to_json()}
    )
    for seat in game.seats.all():
        others = _decided_by_others(game, seat)
        grade = explanation.grade_of(seat.player, others)._asdict()
        grade["cost"] = explanation.cost_of(seat.player, others)
        grade["nerve"] = explanation.nerve_of(seat.player, others) if game.size > 1 else {}
        SeatGrade.objects.update_or_create(seat=seat, defaults=grade)
    _notify_waiting(game)


def _decided_by_others(game: Game, seat: Seat) -> set[int]:
    """Return the numbers of events in the time that bots decided in a person's place."""
    found: set[int] = set()
    if seat.taken_over_after is not None:
        found.update(range(seat.taken_over_after + 1, game.version + 1))
    stood_in = game.clock_notes.filter(kind=ClockNote.Kind.STOOD_IN, player=seat.player)
    for after in stood_in.values_list("after", flat=True):
        # A bot that stands in for a turn goes on until another player rolls.
        others = game.events.filter(seq__gt=after, kind="rolled").exclude(player=seat.player)
        until = others.order_by("seq").values_list("seq", flat=True).first()
        found.update(range(after + 1, until or game.version + 1))
    return found
