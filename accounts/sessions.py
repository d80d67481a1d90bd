"""Ending sessions: the ones of other browsers, or all of somebody's."""

from collections.abc import Iterable

from allauth.usersessions.models import UserSession

from accounts.models import User
from accounts.sockets import close_user_sockets


def sessions_of(user: User) -> list[UserSession]:
    """Return where the user is signed in, the latest first; what is over is forgotten."""
    alive = UserSession.objects.purge_and_list(user)
    return sorted(alive, key=lambda session: session.last_seen_at, reverse=True)


def end_sessions(user: User, sessions: Iterable[UserSession]) -> int:
    """Sign the user out there, close their sockets, and return how many sessions that were.

    The sockets of the sessions that stay close, too: their pages load again and carry on.
    """
    count = 0
    for session in sessions:
        session.end()
        count += 1
    close_user_sockets(user.pk)
    return count


def end_all_sessions(user: User) -> None:
    """Sign the user out everywhere."""
    end_sessions(user, UserSession.objects.filter(user=user))
