"""Sessions: the store (the site's SESSION_ENGINE), a user's sessions, and ending them."""

from collections.abc import Iterable
from datetime import datetime

from allauth.usersessions.models import UserSession
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.dispatch import Signal
from django.utils import timezone

from accounts.models import User
from accounts.sockets import close_user_sockets
from accounts.statements import Select

# Sent with a `session` just before it ends, while its content can still be read.
session_ends = Signal()

_unexpired = Select(
    lambda key, now: Session.objects.filter(session_key=key, expire_date__gt=now),
    str,
    datetime,
)


class SessionStore(db.SessionStore):
    """Django's sessions in the database, read with SQL that is built once."""

    def _get_session_from_db(self) -> Session | None:
        session = _unexpired.first(self.session_key, timezone.now())
        if session is None:
            self._session_key = None  # as Django does: never use a key that a visitor made up
        return session


def sessions_of(user: User) -> list[UserSession]:
    """Return the sessions in which the user is signed in, the last seen first."""
    alive = UserSession.objects.purge_and_list(user)
    return sorted(alive, key=lambda session: session.last_seen_at, reverse=True)


def end_sessions(user: User, sessions: Iterable[UserSession]) -> int:
    """End these sessions of the user and return their number."""
    count = 0
    for session in sessions:
        session_ends.send(UserSession, session=SessionStore(session.session_key))
        session.end()
        count += 1
    # This closes sockets of other sessions, too: their pages just open new ones.
    close_user_sockets(user.pk)
    return count


def end_all_sessions(user: User) -> None:
    end_sessions(user, UserSession.objects.filter(user=user))
