"""Totals of the dice rolled in finished games, counted from the logs of the games."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction
from django.db.models import F, Q, QuerySet

from accounts.models import User
from games.models import DiceTally, Game

FACES = ("ones", "twos", "threes", "fours", "fives", "sixes")
"""The columns of a tally for the faces from 1 to 6."""

COLUMNS = ("rolls", *FACES)

Key = tuple[str, int | None]
"""The kind of game, and the id of the user; None for rolls of bots and deleted users."""

Counts = Counter[str]


def counts(game: Game) -> bool:
    """Return whether the dice of a game are in the totals, as `Game.objects.that_count` filters."""
    is_new = not (game.is_imported or game.has_known_dice or game.pass_and_play)
    return game.is_finished and is_new and game.annulled_at is None


def add_game(game: Game) -> None:
    """Add the dice of a finished game, in the transaction that ends or restores it."""
    if counts(game):
        for key, seen in _in_order(game):
            _add(key, seen)


def take_out_game(game: Game) -> None:
    """Subtract the dice of a game that still counts, in the transaction that annuls it."""
    if counts(game):
        for key, seen in _in_order(game):
            _add(key, {column: -number for column, number in seen.items()})


def _in_order(game: Game) -> list[tuple[Key, Counts]]:
    # Always in the order of accounts/locks.py, so that two games that end at once cannot deadlock.
    seen = sorted(_seen_in(game).items(), key=lambda item: item[0] or 0)
    return [((game.kind, user_id), faces) for user_id, faces in seen]


def lock_tallies(users: QuerySet[Any, Any]) -> None:
    """Lock the tallies of these users (a query for ids) and the tallies without a user."""
    # All at once, before several games change some tallies each: see accounts/locks.py.
    rows = DiceTally.objects.filter(Q(user=None) | Q(user__in=users))
    ordered = rows.order_by("kind", F("user").asc(nulls_first=True))
    list(ordered.select_for_update().values_list("pk"))


def give_to_nobody(user: User) -> None:
    """Move the totals of a user whose account is deleted to the totals without a user."""
    lock_tallies(User.objects.filter(pk=user.pk).values("pk"))
    for tally in DiceTally.objects.filter(user=user).order_by("kind"):
        _add((tally.kind, None), _columns_of(tally))
        tally.delete()


def faults() -> list[str]:
    """Return a line for each tally that differs from the logs."""
    expected = _from_logs()
    rows = {(row.kind, row.user_id): _columns_of(row) for row in DiceTally.objects.all()}
    stored = defaultdict(Counter, rows)
    return [
        f"{kind}, {'nobody' if user_id is None else f'user {user_id}'}: "
        f"{dict(stored[kind, user_id])}, not {dict(expected[kind, user_id])}"
        for kind, user_id in sorted({*expected, *stored}, key=lambda key: (key[0], key[1] or 0))
        if expected[kind, user_id] != stored[kind, user_id]
    ]


@contextmanager
def no_game_ends() -> Iterator[None]:
    """Open a transaction in which no tally changes: games that are to end wait for it."""
    with transaction.atomic():
        if connection.vendor == "postgresql":  # SQLite has one writer at a time
            # This mode keeps writers out, but not readers.
            with connection.cursor() as cursor:
                cursor.execute(f"LOCK TABLE {DiceTally._meta.db_table} IN EXCLUSIVE MODE")
        yield


def recount() -> None:
    """Replace all tallies by totals counted from the logs. Call it within `no_game_ends`."""
    expected = _from_logs()
    DiceTally.objects.all().delete()
    DiceTally.objects.bulk_create(
        DiceTally(kind=kind, user_id=user_id, **seen) for (kind, user_id), seen in expected.items()
    )


def _seen_in(game: Game) -> dict[int | None, Counts]:
    """Return the totals of a game by user id; rolls of bots and deleted users under None."""
    users = dict(game.seats.values_list("player", "user_id"))
    seen: dict[int | None, Counts] = defaultdict(Counter)
    for row in game.events.order_by("seq"):
        event = row.to_event(game.rules)
        rolled = game.rules.faces_of(event)
        if rolled is not None:
            faces = seen[None if event.player is None else users.get(event.player)]
            faces["rolls"] += 1
            faces.update(FACES[face - 1] for face in rolled.faces)
    return seen


def _add(key: Key, seen: Mapping[str, int]) -> None:
    kind, user_id = key
    stored = DiceTally.objects.filter(kind=kind)
    stored = stored.filter(user=None) if user_id is None else stored.filter(user_id=user_id)
    tally, _ = stored.get_or_create(defaults={"kind": kind, "user_id": user_id})
    # Added in the database, so that no total of another game that ends just now is lost.
    more = {column: F(column) + number for column, number in seen.items()}
    DiceTally.objects.filter(pk=tally.pk).update(**more)


def _from_logs() -> dict[Key, Counts]:
    totals: dict[Key, Counts] = defaultdict(Counter)
    finished = Game.objects.that_count().filter(status=Game.Status.FINISHED)
    for game in finished.order_by("pk").iterator():
        for user_id, seen in _seen_in(game).items():
            totals[game.kind, user_id].update(seen)
    return totals


def _columns_of(tally: DiceTally) -> Counts:
    return Counter({column: getattr(tally, column) for column in COLUMNS})
