"""Requests to addresses that people name: to none within this network, and never for long."""

import ipaddress
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from email.utils import parsedate_to_datetime
from http.client import HTTPS_PORT
from typing import Any

import requests
from django.conf import settings
from django.utils import timezone
from requests_hardened import Config, HTTPSession
from requests_hardened.ip_filter import InvalidIPAddress, filter_host
from requests_hardened.ip_filter_adapter import IPFilterAdapter
from urllib3 import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import ProtocolError
from urllib3.response import HTTPResponse

from accounts.requests import whole_number

TIMEOUT = (3, 10)
"""Seconds to connect, and to wait for each part of an answer."""

LONGEST_ANSWER = 10
"""Seconds for all headers of an answer: they could come one letter at a time."""

LONGEST_WAIT = timedelta(days=1)
"""Servers that ask to be left alone for longer are tried again all the same."""

WITHIN = frozenset(
    {"localhost", "localdomain", "local", "internal", "intranet", "lan", "corp", "home", "arpa"}
    | {"test", "example", "invalid", "onion"}
)
"""Top-level names with another meaning in each network, or none on the internet."""

GLOBAL_UNICAST = ipaddress.ip_network("2000::/3")
"""All other addresses of IPv6 are reserved, or mean something within one network."""


def may_be_public(host: str) -> bool:
    """Return whether a host could be on the internet. No name is looked up.

    The address of a name is checked with every request, because it may change.
    """
    host = host.rstrip(".")
    try:
        # As resolvers read it: also 127.1, 0x7f.1 and 2130706433.
        literal = host if ":" in host else socket.inet_ntoa(socket.inet_aton(host))
    except OSError:
        return "." in host and host.rpartition(".")[2].lower() not in WITHIN
    try:
        _check_public(filter_host(literal, HTTPS_PORT, allow_loopback=False))
    except requests.RequestException:
        return False
    return True


def _check_public(host: str) -> None:
    """Raise InvalidIPAddress for an address that is not public."""
    address = ipaddress.ip_address(host.strip("[]"))
    is_usual = address.version == 4 or address in GLOBAL_UNICAST
    if not (is_usual and address.is_global) or address.is_multicast:
        raise InvalidIPAddress(address)


class _Adapter(IPFilterAdapter):
    """Looks up a name once, and connects to that address if it is public."""

    def build_connection_pool_key_attributes(
        self, request: requests.PreparedRequest, verify: bool | str, cert: Any = None
    ) -> Any:
        found = super().build_connection_pool_key_attributes(request, verify, cert)
        # The library refuses networks that it knows as private; here only global ones pass.
        host = found[0]["host"]
        if not (self._allow_loopback and ipaddress.ip_address(host.strip("[]")).is_loopback):
            _check_public(host)
        return found


@contextmanager
def _cut_off(connected: socket.socket) -> Iterator[None]:
    """End the connection if its use takes too long."""

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
    """Return a session for https and public addresses only, wherever a name points."""
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
    made.trust_env = False  # no proxies and passwords of this machine
    for scheme in ("http", "https"):
        made.mount(f"{scheme}://", _Adapter(scheme == "https", allow_loopback=stays_here))
    for adapter in made.adapters.values():
        adapter.poolmanager.pool_classes_by_scheme = {"http": _Pool, "https": _SecurePool}
    if not stays_here:
        del made.adapters["http://"]
    return made


def may_have_arrived(error: requests.RequestException) -> bool:
    """Return whether the other side may have got the post although it did not answer."""
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
