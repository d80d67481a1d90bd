"""Where sessions are: in the database, and found there with a statement that is built once."""

from datetime import datetime

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.statements import Select

_lasting = Select(
    lambda key, now: Session.objects.filter(session_key=key, expire_date__gt=now),
    str,
    datetime,
)


class SessionStore(db.SessionStore):
    """Django's own, but for what each request asks."""

    def _get_session_from_db(self) -> Session | None:
        session = _lasting.first(self.session_key, timezone.now())
        if session is None:
            self._session_key = None
        return session
