"""Ending sessions: the ones of other browsers, or all of somebody's."""

from collections.abc import Iterable
from importlib import import_module

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.dispatch import Signal

from accounts.models import User
from accounts.sockets import close_user_sockets

session_ends = Signal()
"""Sent with a `session` that its user will not come back to, while one can still look into it."""


def sessions_of(user: User) -> list[UserSession]:
    """Return where the user is signed in, the latest first; what is over is forgotten."""
    alive = UserSession.objects.purge_and_list(user)
    return sorted(alive, key=lambda session: session.last_seen_at, reverse=True)


def end_sessions(user: User, sessions: Iterable[UserSession]) -> int:
    """Sign the user out there, close their sockets, and return how many sessions that were.

    The sockets of the sessions that stay close, too: their pages load again and carry on.
    """
    stored = import_module(settings.SESSION_ENGINE).SessionStore
    count = 0
    for session in sessions:
        session_ends.send(UserSession, session=stored(session.session_key))
        session.end()
        count += 1
    close_user_sockets(user.pk)
    return count


def end_all_sessions(user: User) -> None:
    """Sign the user out everywhere."""
    end_sessions(user, UserSession.objects.filter(user=user))
