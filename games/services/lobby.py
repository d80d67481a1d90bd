"""Tables before and after a game: create, join, leave, fill with bots, start, rematch."""

import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.broadcast import notify_game_changed, notify_lobby_changed
from games.engine.core import Resign
from games.engine.registry import KINDS
from games.models import Game, Seat
from games.services.play import submit_action
from games.services.refusals import (
    AccountGone,
    AlreadySeated,
    NoSuchBot,
    NotCreator,
    NotFinished,
    NotInvited,
    NotSeated,
    NotWaiting,
    TableFull,
    TooManyTables,
)
from games.services.tables import WAITING_TIME, locked_game, next_due, open_decisions

MAX_TABLES = 20
UNFINISHED = (Game.Status.WAITING, Game.Status.RUNNING)
_random = secrets.SystemRandom()


def create_table(  # noqa: PLR0913 - a table has this many options
    creator: User,
    kind: str,
    size: int,
    variant: Mapping[str, Any],
    *,
    bots: Sequence[str] = (),
    show_odds: bool = True,
    visibility: str = Game.Visibility.PUBLIC,
    rated: bool = False,
    rematch_of: Game | None = None,
) -> Game:
    """Open a table with its creator and the given bots seated; start it when that fills it.

    Raises ValueError for options the rules do not know, TableFull, NoSuchBot, TooManyTables.
    """
    game_kind = KINDS[kind]
    rules = game_kind.make_rules(size, variant)
    if len(bots) >= size:
        raise TableFull
    if any(bot not in game_kind.bots for bot in bots):
        raise NoSuchBot
    with _seat_lock(creator):
        game = Game.objects.create(
            kind=kind,
            rules_version=rules.rules_version,
            variant=dict(variant),
            size=size,
            show_odds=show_odds,
            visibility=visibility,
            rated=rated,
            creator=creator,
            rematch_of=rematch_of,
            due_at=timezone.now() + WAITING_TIME,
        )
        _seat(game, user=creator)
        for bot in bots:
            _seat(game, bot=bot)
        _changed(game)
    return game


def join(code: str, user: User) -> Game:
    """Take a free seat; the table starts when it was the last one.

    Raises NotWaiting, AlreadySeated, NotInvited, TableFull, TooManyTables.
    """
    with locked_game(code) as game, _seat_lock(user):
        if game.seats.filter(user=user).exists():
            raise AlreadySeated
        check_open(game, user)
        _seat(game, user=user)
        _changed(game)
    return game


def check_open(game: Game, user: User | None) -> None:
    """Raise why this user, or a visitor (None), cannot take a seat; return when there is one.

    Raises NotWaiting, NotInvited, TableFull.
    """
    _require_waiting(game)
    if game.rematch_of and not game.rematch_of.seats.filter(user__isnull=False, user=user).exists():
        raise NotInvited
    if game.seats.count() == game.size:
        raise TableFull


def leave(code: str, user: User) -> Game:
    """Give up a seat before the start. The last person to leave closes the table.

    Raises NotWaiting, NotSeated.
    """
    with locked_game(code) as game:
        _require_waiting(game)
        if not game.seats.filter(user=user).delete()[0]:
            raise NotSeated
        heir = game.seats.filter(user__isnull=False).order_by("player").first()
        if heir is None:
            _cancel(game)
        elif game.creator_id == user.pk:
            game.creator = heir.user
            game.save(update_fields=["creator"])
        _changed(game)
    return game


def add_bot(code: str, user: User, bot: str) -> Game:
    """Seat a bot at one's own table. Raises NotWaiting, NotCreator, NoSuchBot, TableFull."""
    with locked_game(code) as game:
        _require_creator(game, user)
        _require_bot(game, bot)
        _seat(game, bot=bot)
        _changed(game)
    return game


def remove_bot(code: str, user: User, player: int) -> Game:
    """Free a bot's seat at one's own table. Raises NotWaiting, NotCreator, NoSuchBot."""
    with locked_game(code) as game:
        _require_creator(game, user)
        if not game.seats.filter(player=player).exclude(bot="").delete()[0]:
            raise NoSuchBot
        _changed(game)
    return game


def start(code: str, user: User, bot: str) -> Game:
    """Fill the free seats of one's own table with a bot, which starts it.

    Raises NotWaiting, NotCreator, NoSuchBot.
    """
    with locked_game(code) as game:
        _require_creator(game, user)
        _require_bot(game, bot)
        for _ in range(game.size - game.seats.count()):
            _seat(game, bot=bot)
        _changed(game)
    return game


def rematch(code: str, user: User) -> Game:
    """Offer a rematch with the same seats and options, or take the seat in the one offered.

    Returns the new table. Raises NotFinished, NotSeated, TooManyTables.
    """
    with locked_game(code) as game:
        if not game.is_finished:
            raise NotFinished
        if not game.seats.filter(user=user).exists():
            raise NotSeated
        offered = Game.objects.filter(rematch_of=game).first()
        if offered is None:
            bots = game.seats.exclude(bot="").values_list("bot", flat=True)
            offered = create_table(
                user,
                game.kind,
                game.size,
                game.variant,
                bots=list(bots),
                show_odds=game.show_odds,
                visibility=game.visibility,
                rated=game.rated,
                rematch_of=game,
            )
            notify_game_changed(game.code, game.version)
        elif offered.is_waiting and not offered.seats.filter(user=user).exists():
            offered = join(offered.code, user)
    return offered


def leave_everything(user: User) -> None:
    """Leave waiting tables and resign running games, before an account goes away."""
    # In one order everywhere, because the caller may hold all these locks in one transaction.
    seats = user.seats.filter(game__status__in=UNFINISHED).order_by("game_id")
    for code in seats.values_list("game__code", flat=True):
        with locked_game(code) as game:
            if game.is_waiting:
                leave(code, user)
            elif game.is_running:
                _resign(game, game.seats.get(user=user).player)


def _resign(game: Game, player: int) -> None:
    if player not in game.position().left:
        submit_action(game.code, player, Resign(), None)


def cancel(code: str) -> None:
    """Close a table that nobody filled. Raises NotWaiting."""
    with locked_game(code) as game:
        _require_waiting(game)
        _cancel(game)
        _changed(game)


@contextmanager
def _seat_lock(user: User) -> Iterator[None]:
    """Let one seat at a time be taken for a user, so that the limit holds."""
    with transaction.atomic():
        # No key: seats name users, and taking one must not wait for this lock.
        if not User.objects.select_for_update(no_key=True).filter(pk=user.pk).exists():
            raise AccountGone
        if user.seats.filter(game__status__in=UNFINISHED).count() >= MAX_TABLES:
            raise TooManyTables
        yield


def _require_waiting(game: Game) -> None:
    if not game.is_waiting:
        raise NotWaiting


def _require_creator(game: Game, user: User) -> None:
    _require_waiting(game)
    if game.creator_id != user.pk:
        raise NotCreator


def _require_bot(game: Game, bot: str) -> None:
    if bot not in KINDS[game.kind].bots:
        raise NoSuchBot


def _seat(game: Game, *, user: User | None = None, bot: str = "") -> None:
    taken = set(game.seats.values_list("player", flat=True))
    free = [player for player in range(game.size) if player not in taken]
    if not free:
        raise TableFull
    Seat.objects.create(game=game, player=free[0], user=user, bot=bot)


def _changed(game: Game) -> None:
    if game.is_waiting and game.seats.count() == game.size:
        _start(game)
    notify_game_changed(game.code, game.version)
    notify_lobby_changed()


def _start(game: Game) -> None:
    _draw_seats(game)
    game.status = Game.Status.RUNNING
    game.started_at = game.moved_at = timezone.now()
    state = game.rules.initial_state()
    game.state = game.rules.state_to_json(state)
    game.due_at = next_due(game, state)
    open_decisions(game, state)
    game.save(update_fields=["status", "started_at", "moved_at", "state", "due_at"])


def _draw_seats(game: Game) -> None:
    """Give out the player numbers at random: player 0 begins (CS-1)."""
    seats = list(game.seats.all())
    game.seats.all().delete()
    _random.shuffle(seats)
    Seat.objects.bulk_create(
        Seat(game=game, player=player, user_id=seat.user_id, bot=seat.bot)
        for player, seat in enumerate(seats)
    )


def _cancel(game: Game) -> None:
    game.status = Game.Status.CANCELLED
    game.due_at = None
    if game.rematch_of:
        # The offer is gone: the finished table may make another.
        notify_game_changed(game.rematch_of.code, game.rematch_of.version)
        game.rematch_of = None
    game.save(update_fields=["status", "due_at", "rematch_of"])
