"""The daily challenge: everybody rolls the same dice, and each account has one try."""

from datetime import UTC, date, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Case, Q, QuerySet, Value, When, Window
from django.db.models.functions import Coalesce, Rank
from django.utils import timezone

from accounts.locks import retried_on_deadlock
from accounts.models import User
from accounts.statements import Select
from games.engine.registry import KINDS
from games.models import Game, Seat
from games.models.dice import GRACE, DailyChallenge, daily_code
from games.services.analyses import has_analysis
from games.services.commitments import publish_commitment, publish_fixed_salts
from games.services.dice import SALTS_OF_DAY, encrypted_secret, publish_secret
from games.services.refusals import DayOver
from games.services.seating import seat_lock
from games.services.start import begin
from operations import clock

MOST_LOST = 2**31 - 1
"""More than decisions can cost, so that tries without an analysis are listed last."""

KIND = next(kind for kind in KINDS.values() if kind.solo is not None)


def today() -> date:
    return timezone.now().astimezone(UTC).date()


def todays_challenge() -> DailyChallenge:
    """Return today's challenge. The first call of a day creates it."""
    day = today()
    challenge = DailyChallenge.objects.filter(date=day).first()
    if challenge is not None:
        return challenge
    fresh = {"kind": KIND.slug, **encrypted_secret(daily_code(day))}
    with transaction.atomic():
        # If several visitors come first at once, one creates the row and the others get it.
        challenge, begun = DailyChallenge.objects.get_or_create(date=day, defaults=fresh)
        if begun:
            publish_commitment(challenge.commitment, timezone.now())
            publish_fixed_salts(challenge.commitment, SALTS_OF_DAY, timezone.now())
    return challenge


def last_closed_day() -> date:
    """Return the last day whose tries can no longer be ranked."""
    return (clock.now() - GRACE).astimezone(UTC).date() - timedelta(days=1)


def end_past_days() -> None:
    """Publish the secrets of all days whose tries can no longer be ranked."""
    for past in DailyChallenge.objects.filter(date__lte=last_closed_day(), secret=""):
        with transaction.atomic():
            challenge = _locked(past)
            if not challenge.is_over:  # another process may have done it
                publish_secret(challenge)


def try_of(challenge: DailyChallenge, user: User) -> Game | None:
    return challenge.tries.filter(seats__user=user).first()


def tries_today() -> int:
    return Game.objects.filter(challenge__date=today()).count()


def todays_try_of(user: User) -> Game | None:
    return _tries_of_day.first(today(), user.pk)


_tries_of_day = Select(
    lambda day, user: Game.objects.filter(challenge__date=day, seats__user=user).order_by("pk")[:1],
    date,
    int,
)


@retried_on_deadlock
def start_try(challenge: DailyChallenge, user: User) -> Game:
    """Begin the user's only try of this challenge, or return the try they have begun."""
    begun = try_of(challenge, user)
    if begun is not None:
        return begun
    with seat_lock(user):
        locked = _locked(challenge)
        if locked.is_over or locked.date != today():
            raise DayOver
        # Asked again, now under the lock of the user: a second click may have begun the try.
        return try_of(locked, user) or _begin_try(locked, user)


def _begin_try(challenge: DailyChallenge, user: User) -> Game:
    game = Game(
        kind=challenge.kind,
        variant={},
        size=1,
        visibility=Game.Visibility.UNLISTED,
        creator=user,
        challenge=challenge,
    )
    game.rules_version = game.rules.rules_version
    game.save()
    Seat.objects.create(game=game, player=0, user=user, salt="")
    begin(game)
    return game


def _locked(challenge: DailyChallenge) -> DailyChallenge:
    # `no_key`: tries refer to their challenge, and their moves must not wait for this lock.
    return DailyChallenge.objects.select_for_update(no_key=True).get(pk=challenge.pk)


def days_done(user: User) -> list[date]:
    """Return the days whose challenge the user has finished, the latest first."""
    return _days_done(user.pk)


def _days_of(user_id: int) -> QuerySet[Any, date]:
    # Tries that were given up are not won; annulled tries don't count.
    done = Seat.objects.filter(user=user_id, won=True, game__challenge__isnull=False)
    over = done.filter(game__status=Game.Status.FINISHED, game__annulled_at=None)
    return over.order_by("-game__challenge__date").values_list("game__challenge__date", flat=True)


_days_done = Select(_days_of, int)


def results(challenge: DailyChallenge) -> QuerySet[Any]:
    """Return the seats of all finished tries: winners, the best first, then given-up tries.

    Each seat has a `rank`: by the cost of decisions, if decisions count, then by turns; equal tries
    share a rank. The rank is None for tries given up, won too late (`late`) or not analysed yet.
    """
    rank = Window(Rank(), partition_by=["won", "late"], order_by=["lost", "game__turns"])
    seats = _finished(challenge).annotate(rank=Case(When(_ranked(challenge), then=rank)))
    best_first = [Case(When(won=True, then=key)) for key in ("late", "lost", "game__turns")]
    listed: QuerySet[Any] = seats.select_related("game", "user").defer("game__state")
    return listed.order_by("-won", *best_first, "game__finished_at", "pk")


def rank_of(game: Game, challenge: DailyChallenge) -> int | None:
    """Return the `rank` that `results` gives a try."""
    others = ranked(challenge)
    own = others.filter(game=game).values_list("lost", "game__turns").first()
    if own is None:
        return None
    lost, turns = own
    better: int = others.filter(Q(lost__lt=lost) | Q(lost=lost, game__turns__lt=turns)).count()
    return better + 1


def ranked(challenge: DailyChallenge) -> QuerySet[Any]:
    """Return the seats of all tries that have a rank."""
    return _finished(challenge).filter(_ranked(challenge))


def _ranked(challenge: DailyChallenge) -> Q:
    """Return the condition that a finished try has a rank."""
    won = Q(won=True, late=False)
    return won & (Q(grade__isnull=False) if counts_decisions(challenge) else Q())


def counts_decisions(challenge: DailyChallenge) -> bool:
    """Return whether tries are ranked by their decisions first, not by turns alone."""
    return challenge.by_decisions and has_analysis(challenge.kind)


def _finished(challenge: DailyChallenge) -> QuerySet[Any]:
    over = Q(game__status=Game.Status.FINISHED, game__annulled_at=None)
    seats = Seat.objects.filter(over, game__challenge=challenge)
    lost = Coalesce("grade__cost", MOST_LOST) if counts_decisions(challenge) else Value(0)
    late = Case(When(game__finished_at__lt=challenge.closes_at, then=False), default=True)
    return seats.annotate(lost=lost, late=late).select_related("grade")
