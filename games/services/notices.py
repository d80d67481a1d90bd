"""Notices to users: a game waits for them or is over, they are invited, a moderator acted.

A notice is a row. The notifier (games/notices/notifier.py) finds new notices, and sends them in the
ways that their reader has chosen.
"""

import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import Q

from accounts.locks import retried_on_deadlock
from accounts.models import Channel, NoticeKind, User
from accounts.preferences import preferences_read_with
from accounts.sanctions.checks import is_blocked_by
from accounts.sockets import user_group
from accounts.statements import Select
from games import presence
from games.broadcast import send_on_commit, wake_notifier
from games.engine.time_control import TurnByTurn
from games.models import Game, Notice, Seat
from operations import clock

TELL_AFTER = timedelta(seconds=5)
"""Time from the start of a wait, or the end of a game, to the notice: quick players need none."""

SURE = timedelta(seconds=25)
"""An open page sends a heartbeat at least once in this time."""

LOW = timedelta(hours=12)
"""Players of turn-by-turn games are reminded this long before their time runs out."""

RINGS_EVERY = timedelta(hours=1)
"""Minimum time between two notices if a user repeats and withdraws the same invitation."""

OF_A_WAIT = [Notice.Kind.TURN, Notice.Kind.LOW_TIME]


def give(user: User, kind: NoticeKind, game: Game, *, turn: int = 0) -> None:
    """Give a user a notice about a game, once.

    turn: the number of events when the game began to wait; 0 for notices that a game gives once.
    """
    values = {"in_page": _is_in_page(user, kind), "created_at": clock.now()}
    # The row is unique, so that two processes with the same news notify the user once.
    Notice.objects.get_or_create(user=user, kind=kind, game=game, turn=turn, defaults=values)
    notify_header(user.pk)
    wake_notifier()


def give_invitation(user: User, game: Game) -> None:
    """Notify a user that they are invited to a table, unless one of the two blocks the other."""
    creator = game.creator
    if creator is None or is_blocked_by(user, [creator.pk]) or is_blocked_by(creator, [user.pk]):
        return
    # Else a user could make another user's phone ring by inviting and withdrawing again and again.
    taken_back = user.notices.filter(
        kind=Notice.Kind.INVITATION,
        game__creator=creator,
        game__status=Game.Status.CANCELLED,
        created_at__gt=clock.now() - RINGS_EVERY,
    )
    if not taken_back.exists():
        give(user, Notice.Kind.INVITATION, game)


def give_news(users: Iterable[User], about: Notice.About) -> None:
    """Notify users of an act of moderators. users: best read together with their preferences."""
    kind, now = Notice.Kind.MODERATION, clock.now()
    notices = [
        Notice(user=user, kind=kind, about=about, in_page=_is_in_page(user, kind), created_at=now)
        for user in users
    ]
    for notice in Notice.objects.bulk_create(notices):
        notify_header(notice.user_id)
    wake_notifier()


def _is_in_page(user: User, kind: NoticeKind) -> bool:
    return Channel.PAGE in preferences_read_with(user).channels_for(kind)


def withdraw(game: Game, seat: Seat) -> None:
    """Withdraw the notices of a turn that is over: its player acted or lost the seat."""
    seat.told = ""
    user_id = seat.user_id or seat.left_by_id
    if user_id is not None:
        _withdraw(Q(user_id=user_id, game=game, kind__in=OF_A_WAIT))
        notify_header(user_id)


def withdraw_invitations(game: Game) -> None:
    """Withdraw the invitations to a table that no longer waits, or whose seat is taken."""
    for user_id in _withdraw(Q(game=game, kind=Notice.Kind.INVITATION)):
        notify_header(user_id)


def forget_lost_seat(user: User, game: Game) -> None:
    """Delete the notice that a user lost a seat: they have taken a seat there again."""
    # While its row exists they would get no notice of another lost seat or of the game's end.
    if user.notices.filter(game=game, kind=Notice.Kind.GAME_OVER).delete()[0]:
        notify_header(user.pk)


def _withdraw(which: Q) -> set[int]:
    """Withdraw these notices; return the ids of users with a notice not withdrawn before."""
    notices = Notice.objects.filter(which, withdrawn_at=None)
    users = set(notices.values_list("user_id", flat=True))
    if users:
        notices.update(withdrawn_at=clock.now(), mail_at=None)
    return users


@retried_on_deadlock
def read(user: User, notices: Iterable[Notice] | None = None, *, game: Game | None = None) -> None:
    """Mark a user's notices as read: only these notices, only notices about a game, or all."""
    # This query comes first because it takes no lock: SQLite has only one lock for all writers.
    if not _any_unread(user.pk):
        return
    unread = Notice.objects.filter(user=user, read_at=None)
    if notices is not None:
        unread = unread.filter(pk__in=[notice.pk for notice in notices])
    if game is not None:
        unread = unread.filter(game=game)
    if unread.exists():
        unread.update(read_at=clock.now(), mail_at=None)
        notify_header(user.pk)


_any_unread = Select(
    lambda user: Notice.objects.filter(user=user, read_at=None).values_list("pk", flat=True)[:1],
    int,
)


def notify_header(user_id: int) -> None:
    """Have the open pages of a user count waiting games and notices again, after the commit."""
    stamp = secrets.token_hex(8)
    send_on_commit(user_group(user_id), {"type": "waiting.changed", "stamp": stamp})


def look_at_seat(game: Game, seat: Seat) -> None:
    """Notify the user of a seat if a notice is due. The seat is read under the lock of its game."""
    user, now = seat.user, clock.now()
    if user is None or seat.tell_at is None or seat.tell_at > now:
        return
    seat.tell_at = None
    if game.is_running and seat.told == Seat.Told.TURN:
        _look_at_clock(game, seat, user)
    elif game.is_finished or (game.is_running and seat.to_move and not seat.told):
        began = _began(game, seat)
        has_seen = presence.has_seen(game.code, user.pk, began)
        if has_seen is None and now < began + SURE:
            # A page may be open: its next heartbeat will say whether the user looks.
            seat.tell_at = began + SURE
        elif game.is_finished:
            if not has_seen:
                give(user, Notice.Kind.GAME_OVER, game)
        else:
            if not has_seen:
                give(user, Notice.Kind.TURN, game, turn=seat.waits_from)
            seat.told, seat.tell_at = Seat.Told.TURN, reminded_at(game, seat)
        notify_header(user.pk)
    seat.save(update_fields=["tell_at", "told"])


def _began(game: Game, seat: Seat) -> datetime:
    """Return when the reason for the notice arose: the end of the game or the start of the wait."""
    if game.is_finished:
        return game.finished_at or game.created_at
    event = game.events.filter(seq=seat.waits_from).first()
    return event.created_at if event else game.started_at or game.created_at


def wait_on(game: Game, seat: Seat) -> None:
    """Note that a notified player has acted and is to act again in the same turn."""
    # Their clock may have got more time, so they may be reminded again.
    if seat.told and not seat.stood_in:
        withdraw(game, seat)
        seat.told, seat.tell_at = Seat.Told.TURN, reminded_at(game, seat)
        seat.waits_from = game.version
        seat.save(update_fields=["told", "tell_at", "waits_from"])


def remind_anew(game: Game, seat: Seat, user: User) -> None:
    """Update the time of a player's reminder after a change of days off; the caller saves."""
    remind_at = reminded_at(game, seat)
    if seat.told == Seat.Told.LOW and remind_at is not None and remind_at > clock.now():
        # The reminder is no longer true. While its row exists, the user would get no other one.
        reminders = user.notices.filter(game=game, kind=Notice.Kind.LOW_TIME)
        reminders.filter(turn=seat.waits_from).delete()
        seat.told = Seat.Told.TURN
        notify_header(user.pk)
    if seat.told == Seat.Told.TURN:
        seat.tell_at = remind_at


def _look_at_clock(game: Game, seat: Seat, user: User) -> None:
    due, now = reminded_at(game, seat), clock.now()
    if due is not None and due > now:
        seat.tell_at = due
    elif due is not None:
        _withdraw(Q(user=user, game=game, kind=Notice.Kind.TURN))
        if not looks_at(game, user):
            give(user, Notice.Kind.LOW_TIME, game, turn=seat.waits_from)
        seat.told = Seat.Told.LOW


def looks_at(game: Game, user: User) -> bool:
    """Return whether a user has the table in sight, by the latest heartbeats."""
    return bool(presence.has_seen(game.code, user.pk, clock.now() - SURE))


def reminded_at(game: Game, seat: Seat) -> datetime | None:
    """Return when the user of a seat is to be reminded of their clock; None for never."""
    if not isinstance(game.timing, TurnByTurn) or seat.due_at is None:
        return None  # in live games the page itself warns the player
    return seat.due_at - LOW
