"""Outages: the database or Redis is gone for a while, or the disk is full."""

import sqlite3
from http import HTTPStatus

from django.db import InterfaceError, OperationalError
from django.utils.translation import gettext_lazy as _

from accounts.refusals import Refusal

NO_ROOM_CODES = {"SQLITE_FULL", "53100"}
MISTAKES = {"SQLITE_ERROR", "SQLITE_MISUSE", ""}  # SQLite: wrong SQL; "": no code


class Unavailable(Refusal):
    code, status = "unavailable", HTTPStatus.SERVICE_UNAVAILABLE
    message = _("Our games aren't available right now. Nothing is lost. Try again in a moment.")


class NoRoom(Unavailable):
    """The disk is full: everything can be read, nothing written."""

    code, status = "no-room", HTTPStatus.INSUFFICIENT_STORAGE
    message = _("We've run out of storage. Nothing was saved or changed. Try again later.")


def outage_of(error: BaseException | None) -> Unavailable | None:
    """Return the refusal for an error that an outage caused; None for an error of the program."""
    if error is None:
        return None
    if not isinstance(error, OperationalError | InterfaceError):
        from redis.exceptions import RedisError  # noqa: PLC0415 - large, and errors are few

        return Unavailable() if isinstance(error, RedisError) else None
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        code = getattr(cause, "sqlite_errorname", "")
        if code in MISTAKES:
            return None
    else:
        code = getattr(cause, "sqlstate", None)
    return NoRoom() if code in NO_ROOM_CODES else Unavailable()
