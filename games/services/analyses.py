"""Finished games are explained by the analysis, one after another.

`Game.analysed` says which games wait: new ones, and all when the version of the analysis rises.
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
"""Nearly all games are explained in less. Users who wait longer get a notice."""

MOST_AHEAD = 100
"""Maximum number of games to count ahead of another one in the queue."""

WAIT_FOR_START = 5.0
"""Seconds to wait at a time until the analysis is ready; starting it may take a minute."""

_analysis = Analysis()
"""A process beside the one that bots ask: bots must not wait for whole games."""

TRIES = 3
"""Number of times a failing game is tried."""

PAUSE = 300.0
"""Seconds until the next try: the machine may have been short of something."""

_failed: dict[int, tuple[int, float]] = {}
"""Number of failures of each game, and when it may be tried again."""


def has_analysis(kind: str) -> bool:
    return bool(settings.ANALYSIS) and is_available(kind)


def is_secret(game: Game) -> bool:
    """Return whether nobody may see yet what the analysis says of a finished game."""
    # A guest who saw today's best decisions could sign in and play the day with their account.
    is_open = game.challenge is not None and not game.challenge.is_over
    return is_open and game.creator is not None and game.creator.is_guest


def is_shown(game: Game) -> bool:
    """Return whether somebody may see the analysis of a finished game, now or soon."""
    return has_analysis(game.kind) and not is_secret(game)


def explanation_of(game: Game) -> Explanation | None:
    if not game.is_explained:
        return None
    found = GameAnalysis.objects.filter(game=game).first()
    return None if found is None else Explanation.from_json(found.explanation)


def explain_anew(game: Game) -> None:
    """Queue a locked game again because its end has changed; the caller saves it."""
    game.analysed = 0
    wake_worker()


@one_transaction
def wait_for(game: Game, user: User) -> None:
    """Have a user notified, once, when a finished game is explained."""
    if Game.objects.select_for_update().get(pk=game.pk).is_explained:
        return
    # They may have waited for it before. Without that row they can be notified once more.
    user.notices.filter(game=game, kind=Notice.Kind.ANALYSIS).delete()
    game.awaited_by.add(user)


def games_ahead(game: Game) -> int:
    """Return how many games are explained before this one; MOST_AHEAD + 1 for more."""
    if game.is_imported:
        ahead = Q(imported_at=None) | Q(imported_at__lt=game.imported_at)
    else:
        ahead = Q(imported_at=None, finished_at__gt=game.finished_at)
    return _waiting().filter(ahead)[: MOST_AHEAD + 1].count()


def _waiting() -> QuerySet[Game]:
    """Return the queue: games played here first, and of these the newest."""
    kinds = [kind for kind in KINDS if has_analysis(kind)]
    return Game.objects.filter(
        status=Game.Status.FINISHED, analysed__lt=VERSION, kind__in=kinds
    ).order_by(F("imported_at").asc(nulls_first=True), "-finished_at", "-pk")


def get_ready() -> None:
    _analysis.is_ready()


def explain_next() -> bool:
    """Explain the first game of the queue. Return whether one was tried."""
    resting = [pk for pk, (_tries, until) in _failed.items() if monotonic() < until]
    game = _waiting().exclude(pk__in=resting).first()
    if game is None or not _analysis.is_ready(wait=WAIT_FOR_START):
        return False
    try:
        # No lock while the analysis thinks. A moderator may rule meanwhile: only the events up to
        # the version that was read are explained, and `_store` drops the answer.
        events = game.events.filter(seq__lte=game.version).order_by("seq")
        log = [event.to_event(game.rules) for event in events]
        _store(game, _analysis.explain(game.rules, log))
    except Exception:  # whatever it is, the other games can be explained
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
        return  # it has another end by now
    GameAnalysis.objects.filter(game=game).delete()
    SeatGrade.objects.filter(seat__game=game).delete()
    _notify_waiting(game)


def _notify_waiting(game: Game) -> None:
    """Notify users who wait for an analysis that it is there, or that there will be none."""
    for user in game.awaited_by.all():
        give(user, Notice.Kind.ANALYSIS, game)
    game.awaited_by.clear()


@one_transaction
def _store(game: Game, explanation: Explanation) -> None:
    # The update locks the row and compares the version in one statement.
    if not Game.objects.filter(pk=game.pk, version=game.version).update(analysed=VERSION):
        return  # it has another end by now
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
    """Return the numbers of the events that bots decided in a person's place."""
    found: set[int] = set()
    if seat.taken_over_after is not None:
        found.update(range(seat.taken_over_after + 1, game.version + 1))
    stood_in = game.clock_notes.filter(kind=ClockNote.Kind.STOOD_IN, player=seat.player)
    for after in stood_in.values_list("after", flat=True):
        # A bot that stands in for a turn does so until somebody else rolls.
        others = game.events.filter(seq__gt=after, kind="rolled").exclude(player=seat.player)
        until = others.order_by("seq").values_list("seq", flat=True).first()
        found.update(range(after + 1, until or game.version + 1))
    return found
