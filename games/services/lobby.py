"""Tables before and after a game: create, join and leave them, add bots, start, rematch."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict
from datetime import datetime

from django.db import transaction
from django.db.models import Q

from accounts.locks import one_transaction, retried_on_deadlock
from accounts.models import User
from accounts.sanctions.checks import blocked_by, is_blocked_by
from games import presence
from games.broadcast import notify_game_changed
from games.engine.core import Resign
from games.engine.fairness.fair_dice import SALT
from games.engine.registry import KINDS
from games.models import Game, Notice, Seat, TableOptions
from games.services.absence import needs_players_there, who_left
from games.services.bot_moves import plays_as_itself
from games.services.commitments import publish_salts
from games.services.dice import draw_secret
from games.services.endings import leave_before_first_move
from games.services.notices import (
    forget_lost_seat,
    give,
    give_invitation,
    looks_at,
    withdraw_invitations,
)
from games.services.play import submit_action
from games.services.refusals import (
    AlreadySeated,
    BadSalt,
    NoInvitations,
    NoSuchBot,
    NotCreator,
    NotFinished,
    NotInvited,
    NotSeated,
    NotWaiting,
    OnlyOneTry,
    SaltTooLate,
    TableFull,
)
from games.services.rematch import refuses_rematch
from games.services.seating import UNFINISHED, lock_player, seat_lock
from games.services.start import LOOK_AROUND, begin, is_full, notify, settle
from games.services.tables import WAITING_TIME, lock_games, locked_game
from games.services.tallies import lock_tallies
from operations import clock


@retried_on_deadlock
def create_table(
    creator: User,
    options: TableOptions,
    *,
    bots: Sequence[str] = (),
    rematch_of: Game | None = None,
    salt: str | None = "",
) -> Game:
    """Open a table with its creator and the given bots, and start it if it is full.

    salt: the creator's salt; None if it is still to come, so that the start waits for it.
    """
    rules = options.make_rules()
    if len(bots) >= options.size:
        raise TableFull
    if any(bot not in KINDS[options.kind].bots for bot in bots):
        raise NoSuchBot
    with seat_lock(creator):
        game = Game.objects.create(
            **asdict(options),
            rules_version=rules.rules_version,
            creator=creator,
            rematch_of=rematch_of,
            due_at=clock.now() + WAITING_TIME,
        )
        commitment = draw_secret(game)
        _seat(game, user=creator, salt=salt)
        for bot in bots:
            _seat(game, bot=bot)
        settle(game, commitment)
    return game


@retried_on_deadlock
def join(code: str, user: User, salt: str | None = "") -> Game:
    """Take a free seat, and start the game if it was the last. salt: as in `create_table`."""
    # The user is locked before the game, as accounts/locks.py says.
    with seat_lock(user), locked_game(code) as game:
        if game.seats.filter(user=user).exists():
            raise AlreadySeated
        check_open(game, user)
        _seat(game, user=user, salt=salt)
        forget_lost_seat(user, game)
        settle(game)
    return game


def check_open(game: Game, user: User | None) -> None:
    """Check that a table has a free seat for the user, who is None for visitors."""
    _require_waiting(game)
    if game.rematch_of and not game.rematch_of.seats.filter(user__isnull=False, user=user).exists():
        raise NotInvited
    if game.invited_id is not None and (user is None or user.pk != game.invited_id):
        raise NotInvited
    taken = list(game.seats.values_list("user_id", flat=True))
    # Blocked users must not learn of the block: they see a full table.
    if len(taken) == game.size or is_blocked_by(user, taken):
        raise TableFull
    if user and game.invited_id is not None and not blocked_by(user.pk).isdisjoint(taken):
        raise TableFull


def check_salt(salt: str | None) -> None:
    """Check a salt; None stands for a salt that is still to come."""
    if salt is not None and not SALT.fullmatch(salt):
        raise BadSalt


@retried_on_deadlock
def leave(code: str, user: User) -> Game:
    """Give up a seat before the start. The table is cancelled if no person is left."""
    with locked_game(code) as game:
        _require_waiting(game)
        _free_seat(game, user)
    return game


def _free_seat(game: Game, user: User) -> None:
    if not game.seats.filter(user=user).delete()[0]:
        raise NotSeated
    # A table with an invitation is cancelled, too: it is for its two users alone.
    successor = game.seats.filter(user__isnull=False).order_by("player").first()
    if successor is None or game.invited_id is not None:
        cancel(game)
        return
    if game.creator_id == user.pk:
        game.creator = successor.user
        game.save(update_fields=["creator"])
    settle(game)


def give_up_before_first_move(code: str, user: User) -> None:
    """End a game of this user with bots, without result, if the user has not made a move yet."""
    # The code comes from a form, so anything that cannot be a code is ignored.
    seats = Seat.objects.select_related("game")
    seat = seats.filter(game__code=code, user=user).first() if code.isalnum() else None
    if seat is None or not seat.game.seats.exclude(bot="").exists():
        return
    if seat.game.is_running:
        leave_before_first_move(code, seat.player)
    elif is_full(seat.game):
        with suppress(NotWaiting, NotSeated):
            leave(code, user)


@retried_on_deadlock
def add_bot(code: str, user: User, bot: str) -> Game:
    with locked_game(code) as game:
        _require_creator(game, user)
        _require_bot(game, bot)
        _seat(game, bot=bot)
        settle(game)
    return game


@retried_on_deadlock
def remove_bot(code: str, user: User, player: int) -> Game:
    with locked_game(code) as game:
        _require_creator(game, user)
        if not game.seats.filter(player=player).exclude(bot="").delete()[0]:
            raise NoSuchBot
        settle(game)
    return game


@retried_on_deadlock
def start(code: str, user: User, bot: str) -> Game:
    """Fill all free seats of the user's own table with a bot, and so start the game."""
    with locked_game(code) as game:
        _require_creator(game, user)
        _require_bot(game, bot)
        for _ in range(game.size - game.seats.count()):
            _seat(game, bot=bot)
        settle(game)
    return game


@one_transaction
def rematch(code: str, user: User, salt: str | None = "") -> Game:
    """Offer a rematch with the same bots and options, or take a seat in a rematch on offer."""
    # `create_table` and `join` lock the user, which has to come before the lock of a game. The lock
    # of the finished game lets one of two players offer the rematch; the other one joins.
    lock_player(user)
    with locked_game(code) as game:
        if game.challenge_id is not None:
            raise OnlyOneTry
        if not game.is_finished:
            raise NotFinished
        if game.pass_and_play or not game.seats.filter(user=user).exists():
            raise NotSeated
        offered = Game.objects.filter(rematch_of=game).first()
        if offered is None:
            if refuses_rematch(game, user):
                raise NoInvitations
            offered = create_table(
                user,
                TableOptions.of(game),
                bots=[seat.bot for seat in game.seats.exclude(bot="")],
                rematch_of=game,
                salt=salt,
            )
            for seat in game.seats.exclude(user=user).exclude(user=None).select_related("user"):
                # Players who still look at the finished game see the offer there.
                if seat.user and not looks_at(game, seat.user):
                    give_invitation(seat.user, offered)
            notify_game_changed(game.code)
        elif offered.is_waiting and not offered.seats.filter(user=user).exists():
            offered = join(offered.code, user, salt)
    return offered


@transaction.atomic
def leave_everything(user: User) -> None:
    """Have a locked user leave all waiting tables and resign all running games."""
    # Lock all games first, then all tallies. Without this, each game that ends would lock tallies
    # before the next game is locked, against the order of accounts/locks.py.
    held = user.seats.filter(game__status__in=UNFINISHED).values("game")
    kept_for = Q(invited=user, status=Game.Status.WAITING)
    hosted = Q(pass_and_play=True, creator=user, status__in=UNFINISHED)
    games = lock_games(Q(pk__in=held) | kept_for | hosted)
    if games:
        lock_tallies(Seat.objects.filter(game__in=games).values("user"))
    for code in [game.code for game in games]:
        with locked_game(code) as game:
            if game.is_waiting and user.pk in (game.invited_id, game.host_id):
                cancel(game)
            elif game.is_waiting:
                leave(code, user)
            elif game.host_id == user.pk:
                # Only this user can act in a game on their device, so the game ends.
                for player in range(game.size):
                    _resign(code, player)
            elif game.is_running:
                _resign(code, game.seats.get(user=user).player)


def _resign(code: str, player: int) -> None:
    """Resign for a player unless they have left the game or it has ended."""
    game = Game.objects.get(code=code)
    if game.is_running and player not in game.position().left:
        submit_action(code, player, Resign(), None)


@retried_on_deadlock
def set_salt(code: str, user: User, salt: str) -> Game:
    """Set the user's salt. Raises SaltTooLate if the game has started."""
    check_salt(salt)
    with locked_game(code) as game:
        seat = game.seats.filter(Q(player=0) if game.host_id == user.pk else Q(user=user))
        if not seat.exists():
            raise NotSeated
        if game.started_at is not None or game.has_known_dice:
            raise SaltTooLate
        _require_waiting(game)
        seat.update(salt=salt)
        if is_full(game):
            settle(game)
        else:
            notify(game)  # without a new `due_at`: else changing salts could keep a table open
    return game


@retried_on_deadlock
def overdue(code: str, due_at: datetime | None) -> None:
    """Handle a due waiting table: start it if it is full, even without all salts, or cancel it.

    due_at: the due time that the caller found. Nothing happens if it has changed since.
    """
    with locked_game(code) as game:
        _require_waiting(game)
        if game.due_at != due_at:
            return
        if is_full(game):
            begin(game)
            notify(game)
            publish_salts(game)
        # A table that strangers can join waits for a day in all; players who left lose their seats.
        elif needs_players_there(game) and clock.now() < game.created_at + WAITING_TIME:
            game.due_at = clock.now() + LOOK_AROUND
            game.save(update_fields=["due_at"])
            for user in who_left(game):
                _free_seat(game, user)
                give(user, Notice.Kind.GAME_OVER, game)
        else:
            cancel(game)


def _require_waiting(game: Game) -> None:
    if not game.is_waiting:
        raise NotWaiting


def _require_creator(game: Game, user: User) -> None:
    _require_waiting(game)
    if game.creator_id != user.pk:
        raise NotCreator


def _require_bot(game: Game, bot: str) -> None:
    if game.invited_id is not None:
        raise NotInvited
    if bot not in KINDS[game.kind].bots or not plays_as_itself(game.kind, bot):
        raise NoSuchBot


def _seat(game: Game, *, user: User | None = None, bot: str = "", salt: str | None = "") -> None:
    taken = set(game.seats.values_list("player", flat=True))
    free = [player for player in range(game.size) if player not in taken]
    if not free:
        raise TableFull
    check_salt(salt)
    known = game.same_dice_as_id is not None  # known dice do not depend on new salts
    Seat.objects.create(game=game, player=free[0], user=user, bot=bot, salt="" if known else salt)
    if user is not None:
        presence.see(game.code, user.pk)


def cancel(game: Game) -> None:
    game.status = Game.Status.CANCELLED
    game.due_at = None
    if game.rematch_of:
        # From now on the finished game can offer another rematch.
        notify_game_changed(game.rematch_of.code)
        game.rematch_of = None
    game.save(update_fields=["status", "due_at", "rematch_of"])
    withdraw_invitations(game)
    notify(game)
