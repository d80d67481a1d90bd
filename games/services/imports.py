"""Games imported from records, which are checked by the rules; and their deletion."""

from datetime import date

from django.db.models import Q
from django.utils import timezone

from accounts.locks import one_transaction
from accounts.models import User
from games.broadcast import wake_worker
from games.engine.core import Outcome
from games.engine.records.game_record import GameRecord
from games.engine.records.importer import import_record
from games.engine.records.record_time import RecordTime
from games.engine.replay import fold
from games.models import ClockNote, Game, GameDice, GameEvent, GameQuerySet, Seat
from games.services.open_days import check_tells_no_open_day
from games.services.refusals import LongNames, TooManyImports, UnfinishedRecord
from games.services.seating import lock_player
from games.services.tables import lock_games

MAX_IMPORTED = 100
"""Maximum number of imported games per user."""

LONGEST_NAME, LONGEST_BOT, LONGEST_SCHEME = 150, 30, 20
"""Maximum lengths of a player's name, a bot and a dice scheme in the database."""


def import_game(text: str, user: User | None) -> Game:
    """Store the game of an untrusted JSON or text record. user: the importer; None for the site."""
    # Importing may take a second, so nothing is locked yet. It may raise RecordError.
    recorded = import_record(text)
    state = fold(recorded.rules, recorded.events)
    outcome = recorded.rules.outcome(state)
    if outcome is None:
        raise UnfinishedRecord
    _check_lengths(recorded)
    check_tells_no_open_day(recorded)
    return _store(recorded, recorded.rules.state_to_json(state), outcome, user)


@one_transaction
def _store(recorded: GameRecord, state: object, outcome: Outcome, user: User | None) -> Game:
    if user is not None:
        lock_player(user)  # else two imports at once could exceed the limit
        if user.imported_games.count() >= MAX_IMPORTED:
            raise TooManyImports(limit=MAX_IMPORTED)
    game = _store_game(recorded, state, outcome, user)
    _store_seats(game, recorded, outcome)
    _store_events(game, recorded)
    if recorded.dice is not None:
        GameDice.objects.create(
            game=game,
            code=recorded.dice["code"],
            scheme=recorded.dice["scheme"],
            commitment=recorded.dice["commitment"],
            secret=recorded.dice["secret"] or "",
        )
    if recorded.time is not None:
        _store_notes(game, recorded.time)
    wake_worker()  # the worker has the game explained
    return game


@one_transaction
def delete_imported(games: GameQuerySet) -> None:
    """Delete imported games, and tables with their dice, which old versions of the site allowed."""
    lock_games(Q(pk__in=games) | Q(same_dice_as__in=games))
    Game.objects.filter(same_dice_as__in=games).delete()
    games.delete()


def _check_lengths(recorded: GameRecord) -> None:
    texts = [(LONGEST_SCHEME, recorded.dice["scheme"])] if recorded.dice is not None else []
    for player in recorded.players:
        texts += [(LONGEST_NAME, player["name"]), (LONGEST_BOT, player["bot"] or "")]
    if any(len(text) > longest for longest, text in texts):
        raise LongNames(name=LONGEST_NAME, bot=LONGEST_BOT, scheme=LONGEST_SCHEME)


def _store_game(recorded: GameRecord, state: object, outcome: Outcome, user: User | None) -> Game:
    now = timezone.now()
    return Game.objects.create(
        kind=recorded.kind.slug,
        rules_version=recorded.rules.rules_version,
        variant=recorded.rules.variant.to_json(),
        size=recorded.rules.players,
        own_dice=recorded.own_dice,
        time_control=None if recorded.time is None else recorded.time.control.to_json(),
        visibility=Game.Visibility.UNLISTED,
        status=Game.Status.FINISHED,
        state=state,
        version=len(recorded.events),
        termination=outcome.termination,
        created_at=now,
        started_at=now,
        moved_at=now,
        finished_at=now,
        imported_by=user,
        imported_at=now,
        played_on=date.fromisoformat(recorded.date.replace(".", "-")) if recorded.date else None,
    )


def _store_seats(game: Game, recorded: GameRecord, outcome: Outcome) -> None:
    places = recorded.dice["seats"] if recorded.dice is not None else []
    seated = {seat["player"]: (place, seat["salt"]) for place, seat in enumerate(places)}
    for number, player in enumerate(recorded.players):
        place, salt = seated.get(number, (None, None))
        Seat.objects.create(
            game=game,
            player=number,
            name=player["name"],
            bot=player["bot"] or "",
            place=place,
            salt=salt,
            won=number in outcome.winners,
        )


def _store_events(game: Game, recorded: GameRecord) -> None:
    none_used = [None] * len(recorded.events)
    used = none_used if recorded.time is None else recorded.time.used
    GameEvent.objects.bulk_create(
        GameEvent(
            game=game,
            seq=seq,
            player=event.player,
            kind=event.type,
            data=recorded.rules.event_to_json(event),
            used=time,
            created_at=game.imported_at or timezone.now(),
        )
        for seq, (event, time) in enumerate(zip(recorded.events, used, strict=True), start=1)
    )


def _store_notes(game: Game, time: RecordTime) -> None:
    ClockNote.objects.bulk_create(
        ClockNote(
            game=game,
            after=note.after,
            kind=note.type,
            player=note.player,
            seconds=note.seconds,
            bot=note.bot or "",
            created_at=game.imported_at or timezone.now(),
        )
        for note in time.notes
    )
