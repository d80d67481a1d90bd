"""Requests to addresses that people name: to none within this network, and never for long."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from email.utils import parsedate_to_datetime

import requests
from django.conf import settings
from django.utils import timezone
from requests_hardened import Config, HTTPSession
from urllib3 import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import ProtocolError
from urllib3.response import HTTPResponse

from accounts.requests import whole_number

TIMEOUT = (3, 10)
"""Seconds to connect, and to wait for each part of an answer."""

LONGEST_ANSWER = 10
"""Seconds until all headers of an answer have to be there: they could come one letter at a time."""

LONGEST_WAIT = timedelta(days=1)
"""Who asks to be left alone for longer is tried again all the same."""


@contextmanager
def _cut_off(connected: socket.socket) -> Iterator[None]:
    """End the connection where what is done with it takes too long."""

    def cut() -> None:
        with suppress(OSError):
            socket.socket.shutdown(connected, socket.SHUT_RDWR)

    timer = threading.Timer(LONGEST_ANSWER, cut)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


class _Connection(HTTPConnection):
    def getresponse(self) -> HTTPResponse:  # type: ignore[override]
        with _cut_off(self.sock):
            return super().getresponse()


class _SecureConnection(HTTPSConnection):
    def getresponse(self) -> HTTPResponse:  # type: ignore[override]
        with _cut_off(self.sock):
            return super().getresponse()


class _Pool(HTTPConnectionPool):
    ConnectionCls = _Connection


class _SecurePool(HTTPSConnectionPool):
    ConnectionCls = _SecureConnection


class _Session(HTTPSession):
    def get_redirect_target(self, resp: requests.Response) -> None:
        """Say that no answer leads elsewhere: else all of it would be read, however long it is."""


def session() -> requests.Session:
    """Return a session for https, and only to public addresses, wherever a name points.

    It knows no proxies and no passwords of this machine.
    """
    stays_here = settings.OUTGOING_MAY_STAY_HERE
    made = _Session(
        Config(
            ip_filter_enable=True,
            ip_filter_allow_loopback_ips=stays_here,
            never_redirect=True,
            default_timeout=TIMEOUT,
            user_agent_override=settings.SITE_NAME,
        )
    )
    made.trust_env = False
    for adapter in made.adapters.values():
        adapter.poolmanager.pool_classes_by_scheme = {"http": _Pool, "https": _SecurePool}
    if not stays_here:
        del made.adapters["http://"]
    return made


def may_have_arrived(error: requests.RequestException) -> bool:
    """Return whether the other side may have got what was posted although it did not answer."""
    cause = error.args[0] if error.args else None
    return isinstance(error, requests.ReadTimeout) or isinstance(cause, ProtocolError)


def asked_wait(retry_after: str) -> timedelta:
    """Return how long the other side asks to wait, a day at most; it may name a moment instead."""
    wait = timedelta()
    if (seconds := whole_number(retry_after)) is not None:
        wait = timedelta(seconds=seconds)
    else:
        with suppress(ValueError, TypeError):  # no moment, or one without a time zone
            wait = parsedate_to_datetime(retry_after) - timezone.now()
    return min(max(wait, timedelta()), LONGEST_WAIT)
