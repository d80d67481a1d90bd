"""Tables for two that are reserved for one other user."""

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.locks import one_transaction, retried_on_deadlock
from accounts.models import Preferences, User
from accounts.preferences import preferences_of
from accounts.sanctions.checks import (
    blocked_by,
    blockers_of,
    is_blocked_by,
    sanction_against,
)
from games.engine.registry import KINDS
from games.engine.time_control import TurnByTurn
from games.models import Game, Seat, TableOptions
from games.services.lobby import cancel, create_table
from games.services.notices import give_invitation
from games.services.refusals import AlreadySeated, NotInvitable, NotInvited, NotWaiting
from games.services.seating import BLOCKED_FROM_TABLES, seat_lock
from games.services.tables import lock_games, locked_game

MOST_INVITATIONS = 20
"""Maximum number of invitations that one user has not answered yet."""

MOST_FROM_STRANGERS = 5
"""Maximum number of unanswered invitations from people the user has never played with."""

TIME = TurnByTurn(days=3)
"""Time control: invited users need not be on the site, and nobody knows when they come."""


def kinds_for_two() -> list[str]:
    """Return the kinds of games to which users can invite each other."""
    rules = {kind: registered.rules for kind, registered in KINDS.items()}
    return [kind for kind, each in rules.items() if each.min_players <= 2 <= each.max_players]


def may_invite(user: User, other: User) -> bool:
    if is_blocked_by(user, [other.pk]) or is_blocked_by(other, [user.pk]):
        return False
    if sanction_against(other, *BLOCKED_FROM_TABLES) is not None:
        return False
    return wants_invitations(other, user)


def wants_invitations(other: User, user: User | None) -> bool:
    """Return whether `other` wants invitations from `user`, who is None for visitors.

    Pages may show the answer, because it does not reveal blocks and sanctions.
    """
    if user is None or user == other or not other.is_active or other.deletion_due_at is not None:
        return False
    invites = preferences_of(other).invites
    if invites == Preferences.Invites.NOBODY:
        return False
    # Anybody can be a new guest at once, so guests may invite only people they have played with.
    if invites == Preferences.Invites.KNOWN or user.is_guest:
        return _played_with(other).filter(user=user).exists()
    return True


@one_transaction
def invite(user: User, other: User, kind: str, salt: str | None = "") -> Game:
    """Open a table for two users, or return the table of this kind that already waits for them."""
    try:
        # Both users at once, in the order of accounts/locks.py: so neither account is deleted.
        User.objects.locked(other.pk, user.pk)
    except User.DoesNotExist:
        raise NotInvitable from None
    with seat_lock(user):
        # Tables that blocks hide from the other user don't count.
        hidden = blocked_by(other.pk) | blockers_of(other.pk)
        waiting = Game.objects.filter(invited=other, status=Game.Status.WAITING)
        open_ones = waiting.exclude(creator__in=hidden)
        again = open_ones.filter(creator=user, kind=kind).first()
        if again is not None:
            return again
        if not may_invite(user, other) or not _has_room(user, other, open_ones):
            raise NotInvitable
        options = TableOptions(
            kind, 2, time_control=TIME.to_json(), visibility=Game.Visibility.UNLISTED
        )
        game = create_table(user, options, salt=salt)
        game.invited = other
        game.save(update_fields=["invited"])
        give_invitation(other, game)
        return game


@retried_on_deadlock
def decline(code: str, user: User) -> None:
    with locked_game(code) as game:
        if game.invited_id != user.pk:
            raise NotInvited
        if not game.is_waiting:
            raise NotWaiting
        if game.seats.filter(user=user).exists():
            raise AlreadySeated
        cancel(game)


@one_transaction
def decline_all(user: User) -> None:
    """Close the tables of all invitations that wait for the user's answer."""
    for game in lock_games(Q(invited=user, status=Game.Status.WAITING)):
        if not game.seats.filter(user=user).exists():
            cancel(game)


def _has_room(user: User, other: User, open_ones: QuerySet[Game]) -> bool:
    """Return whether one more invitation from this user may wait for the other user."""
    played = _played_with(other)
    if not played.filter(user=user).exists():
        strangers = open_ones.filter(~Exists(played.filter(user=OuterRef("creator"))))
        if strangers.count() >= MOST_FROM_STRANGERS:
            return False
    return open_ones.count() < MOST_INVITATIONS


def _played_with(user: User) -> QuerySet[Seat]:
    """Return all seats of finished games in which the user has a seat."""
    finished = Game.objects.filter(status=Game.Status.FINISHED, annulled_at=None, seats__user=user)
    return Seat.objects.filter(game__in=finished)
