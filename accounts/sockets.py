"""Sockets: which pages may open them, how many at once, and closing all sockets of a user."""

import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from io import BytesIO
from typing import Any

from asgiref.sync import async_to_sync
from channels.auth import get_user
from channels.layers import get_channel_layer
from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import DisallowedHost
from django.core.handlers.asgi import ASGIRequest
from django.db import transaction
from django.http import parse_cookie

from accounts.addresses import hashed
from accounts.heartbeat import heartbeat
from accounts.outages import outage_of
from accounts.private_apis import Disconnected
from operations import metrics, work

Application = Callable[[Any, Any, Any], Awaitable[None]]

logger = logging.getLogger(__name__)

_open: Counter[str] = Counter()  # sockets of this process, by user and by address


def for_own_pages(application: Application) -> Application:
    """Let only pages of this site open sockets."""

    # Channels' own check ignores ports that are not in ALLOWED_HOSTS: pages of other programs on
    # this host could open sockets with the cookies of this site.
    async def wrapped(scope: Any, receive: Any, send: Any) -> None:
        await (application if _is_from_own_page(scope) else WebsocketDenier())(scope, receive, send)

    return wrapped


def _is_from_own_page(scope: dict[str, Any]) -> bool:
    """Return whether the page has the socket's scheme, host and port, or a trusted origin."""
    scheme = "https" if scope.get("scheme") == "wss" else "http"
    request = ASGIRequest({**scope, "method": "GET", "scheme": scheme}, BytesIO())
    try:
        host = request.get_host()
    except DisallowedHost:
        return False
    own = f"http{'s' if settings.HTTPS or request.is_secure() else ''}://{host}"
    return _header(scope, b"origin") in {own, *settings.CSRF_TRUSTED_ORIGINS}


def with_user(application: Application) -> Application:
    """Put the session and the user into the scope of a socket."""
    # In place of Channels' middleware, which uses a thread even for visitors without a session, and
    # checks with every message whether to save the session. The engine is imported late, because
    # accounts.sessions imports this module.
    new_session = import_module(settings.SESSION_ENGINE).SessionStore

    async def wrapped(scope: Any, receive: Any, send: Any) -> None:
        cookies = parse_cookie(_header(scope, b"cookie"))
        session = scope["session"] = new_session(cookies.get(settings.SESSION_COOKIE_NAME))
        scope["user"] = await get_user(scope) if session.session_key else AnonymousUser()
        await application(scope, receive, send)

    return wrapped


def closed_by_outages(application: Application) -> Application:
    """Close a socket, without a traceback, if an outage makes it fail."""

    async def wrapped(scope: Any, receive: Any, send: Any) -> None:
        try:
            await application(scope, receive, send)
        except Exception as error:
            if not outage_of(error):
                raise
            logger.warning("A socket was closed by an outage", exc_info=True)
            with suppress(Disconnected):
                await send({"type": "websocket.close"})

    return wrapped


@contextmanager
def counted(scope: dict[str, Any]) -> Iterator[bool]:
    """Count a socket while it is open; yield whether there is room for it."""
    # Each process counts its own sockets: the limits keep a visitor from filling up a process.
    user, address = scope.get("user"), _address_of(scope)
    work.note(user=user.pk if user else None)
    limits = {f"user {user.pk}": settings.SOCKETS_PER_USER} if user and user.pk else {}
    if address:
        limits[f"address {address}"] = settings.SOCKETS_PER_ADDRESS
    has_room = all(_open[who] < most for who, most in limits.items())
    _open.update(limits.keys())
    try:
        with metrics.sockets.track_inprogress():
            yield has_room
    finally:
        _open.subtract(limits.keys())
        for who in limits:
            if not _open[who]:
                del _open[who]  # else the counter would grow with every user and address


def _address_of(scope: dict[str, Any]) -> str:
    address = (scope.get("client") or [""])[0]
    if settings.ALLAUTH_TRUSTED_PROXY_COUNT:
        said = _header(scope, b"x-forwarded-for")
        # Counted from the end: clients may forge the start, and each proxy appends an address.
        address = said.split(",")[-settings.ALLAUTH_TRUSTED_PROXY_COUNT].strip() or address
    try:
        return hashed(address)
    except ValueError:  # a Unix socket has no IP address
        return ""


def _header(scope: dict[str, Any], name: bytes) -> str:
    value: bytes = dict(scope["headers"]).get(name, b"")
    return value.decode("latin-1")


def user_group(user_id: int) -> str:
    """Name the channel-layer group of the user's sockets."""
    return f"user.{user_id}"


def close_user_sockets(user_id: int, *, suspended: bool = False) -> None:
    """Close all sockets of a user after the commit."""
    message = {"type": "session.suspended" if suspended else "session.ended"}

    def send() -> None:
        layer = get_channel_layer()
        if layer is not None and not heartbeat.is_lost:
            async_to_sync(layer.group_send)(user_group(user_id), message)

    # Robust: signing out must work even if the channel layer does not.
    transaction.on_commit(send, robust=True)
