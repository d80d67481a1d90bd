"""Tables for two that are kept for one other user."""

from accounts.locks import one_transaction, retried_on_deadlock
from accounts.models import Preferences, User
from accounts.preferences import preferences_of
from accounts.sanctions.checks import is_kept_from, sanction_against
from games.engine.registry import KINDS
from games.engine.time_control import TurnByTurn
from games.models import Game, TableOptions
from games.services.lobby import cancel, create_table
from games.services.notices import give_invitation
from games.services.refusals import AlreadySeated, NotInvitable, NotInvited, NotWaiting
from games.services.seating import KEPT_FROM_TABLES, seat_lock
from games.services.tables import locked_game

MOST_INVITATIONS = 20
"""Maximum number of invitations that wait for the same user."""

TIME = TurnByTurn(days=3)
"""Who is invited need not be here: nobody knows when they come."""


def kinds_for_two() -> list[str]:
    """Return the kinds of games to which somebody can be invited."""
    rules = {kind: registered.rules for kind, registered in KINDS.items()}
    return [kind for kind, each in rules.items() if each.min_players <= 2 <= each.max_players]


def may_invite(user: User | None, other: User) -> bool:
    """Return whether the other user can be invited by this one, or by a visitor (None)."""
    if is_kept_from(user, [other.pk]) or (user and is_kept_from(other, [user.pk])):
        return False
    if sanction_against(other, *KEPT_FROM_TABLES) is not None:
        return False
    return wants_invitations(other, user)


def wants_invitations(other: User, user: User | None) -> bool:
    """Return whether the other user wants invitations from this one, or from a visitor (None).

    Pages may show the answer to everybody: it tells nothing of blocks and sanctions.
    """
    if user == other or not other.is_active or other.deletion_due_at is not None:
        return False
    match preferences_of(other).invites:
        case Preferences.Invites.NOBODY:
            return False
        case Preferences.Invites.KNOWN:
            return user is not None and _have_played(user, other)
        case _:
            return True


@one_transaction
def invite(user: User, other: User, kind: str, salt: str | None = "") -> Game:
    """Open a table for the two, which only the other one can join; the same while it waits.

    Raises:
        NotInvitable: The other user takes no invitations from this one.
        Refusal: As in `create_table`.
    """
    try:
        # Both at once, in the order of accounts/locks.py: neither account goes meanwhile.
        User.objects.locked(other.pk, user.pk)
    except User.DoesNotExist:
        raise NotInvitable from None
    with seat_lock(user):
        open_ones = other.invitations.filter(status=Game.Status.WAITING)
        waiting = open_ones.filter(creator=user, kind=kind).first()
        if waiting is not None:
            return waiting
        if not may_invite(user, other) or open_ones.count() >= MOST_INVITATIONS:
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
    """Close the table of an invitation that the user does not take.

    Raises:
        NotInvited: The table is not kept for the user.
        NotWaiting: The table does not wait for players.
        AlreadySeated: The user has taken the seat.
    """
    with locked_game(code) as game:
        if game.invited_id != user.pk:
            raise NotInvited
        if not game.is_waiting:
            raise NotWaiting
        if game.seats.filter(user=user).exists():
            raise AlreadySeated
        cancel(game)


def _have_played(user: User, other: User) -> bool:
    finished = Game.objects.filter(status=Game.Status.FINISHED, seats__user=user)
    return finished.filter(seats__user=other).exists()
