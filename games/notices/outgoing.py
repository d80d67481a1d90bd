"""Requests to addresses that users entered: only to public hosts, and with short timeouts."""

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
"""Seconds for all headers of an answer, which could come one letter at a time."""

LONGEST_WAIT = timedelta(days=1)
"""Maximum wait that a server can ask for before the next attempt."""

WITHIN = frozenset(
    {"localhost", "localdomain", "local", "internal", "intranet", "lan", "corp", "home", "arpa"}
    | {"test", "example", "invalid", "onion"}
)
"""Top-level domains that are local to each network, or do not exist on the internet."""

GLOBAL_UNICAST = ipaddress.ip_network("2000::/3")
"""The public addresses of IPv6. All others are reserved or local to a network."""


def may_be_public(host: str) -> bool:
    """Return whether a host could be on the internet, without looking its name up.

    Every request checks the IP address of the name, which may change.
    """
    host = host.rstrip(".")
    try:
        # All forms of an address that resolvers accept, such as 127.1, 0x7f.1 and 2130706433.
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
    """Looks up a name once, and connects to the address found if it is public."""

    def build_connection_pool_key_attributes(
        self, request: requests.PreparedRequest, verify: bool | str, cert: Any = None
    ) -> Any:
        found = super().build_connection_pool_key_attributes(request, verify, cert)
        # The library refuses known private networks; this allows only global addresses.
        host = found[0]["host"]
        if not (self._allow_loopback and ipaddress.ip_address(host.strip("[]")).is_loopback):
            _check_public(host)
        return found


@contextmanager
def _cut_off(connected: socket.socket) -> Iterator[None]:
    """Shut the connection down if the block takes too long."""

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
        """Return None, as requests would read the whole answer of a redirect, however long."""


def session() -> requests.Session:
    """Return a session that connects only by https and to public addresses."""
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
    made.trust_env = False  # ignore proxies and passwords of this machine
    for scheme in ("http", "https"):
        made.mount(f"{scheme}://", _Adapter(scheme == "https", allow_loopback=stays_here))
    for adapter in made.adapters.values():
        adapter.poolmanager.pool_classes_by_scheme = {"http": _Pool, "https": _SecurePool}
    if not stays_here:
        del made.adapters["http://"]
    return made


def may_have_arrived(error: requests.RequestException) -> bool:
    """Return whether the server may have got the POST although it did not answer."""
    cause = error.args[0] if error.args else None
    return isinstance(error, requests.ReadTimeout) or isinstance(cause, ProtocolError)


def asked_wait(retry_after: str) -> timedelta:
    """Return the wait for which a Retry-After header asks (seconds or a date), a day at most."""
    wait = timedelta()
    if (seconds := whole_number(retry_after)) is not None:
        wait = timedelta(seconds=seconds)
    else:
        with suppress(ValueError, TypeError):  # no date, or a date without a time zone
            wait = parsedate_to_datetime(retry_after) - timezone.now()
    return min(max(wait, timedelta()), LONGEST_WAIT)
