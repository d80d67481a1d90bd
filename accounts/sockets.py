"""Who opens sockets, how many at once, and closing them when what they came with is over."""

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

_open: Counter[str] = Counter()
"""How many sockets this process has open, by user and by address."""


def for_own_pages(application: Application) -> Application:
    """Wrap an ASGI application: only pages of this site open sockets, as they alone send forms.

    Channels compares no ports unless they are in ALLOWED_HOSTS: whatever else is served by this
    host could open sockets with the cookies of this site.
    """

    async def wrapped(scope: Any, receive: Any, send: Any) -> None:
        await (application if _is_from_own_page(scope) else WebsocketDenier())(scope, receive, send)

    return wrapped


def _is_from_own_page(scope: dict[str, Any]) -> bool:
    """Return whether scheme, host and port of the page are those of the socket, or trusted."""
    scheme = "https" if scope.get("scheme") == "wss" else "http"
    request = ASGIRequest({**scope, "method": "GET", "scheme": scheme}, BytesIO())
    try:
        host = request.get_host()
    except DisallowedHost:
        return False
    own = f"http{'s' if settings.HTTPS or request.is_secure() else ''}://{host}"
    return _header(scope, b"origin") in {own, *settings.CSRF_TRUSTED_ORIGINS}


def with_user(application: Application) -> Application:
    """Wrap an ASGI application: the scope of a socket says its session and its user.

    Nobody without a session has to be looked for. Channels' own middleware asks a thread all the
    same, and looks at every message whether it could save a session with it, as pages do.
    """
    new_session = import_module(settings.SESSION_ENGINE).SessionStore

    async def wrapped(scope: Any, receive: Any, send: Any) -> None:
        cookies = parse_cookie(_header(scope, b"cookie"))
        session = scope["session"] = new_session(cookies.get(settings.SESSION_COOKIE_NAME))
        scope["user"] = await get_user(scope) if session.session_key else AnonymousUser()
        await application(scope, receive, send)

    return wrapped


def closed_by_outages(application: Application) -> Application:
    """Wrap an ASGI application: a socket that an outage ends closes without a traceback."""

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
    """Count a socket while it is open; yield whether there is room for it.

    Each process counts its own, so several allow several times as many. That is enough: the limit
    is there so that nobody fills up the process.
    """
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
                del _open[who]


def _address_of(scope: dict[str, Any]) -> str:
    """Return the hashed address of a socket, as the proxy says it where there is one."""
    address = (scope.get("client") or [""])[0]
    if settings.ALLAUTH_TRUSTED_PROXY_COUNT:
        said = _header(scope, b"x-forwarded-for")
        address = said.split(",")[-settings.ALLAUTH_TRUSTED_PROXY_COUNT].strip() or address
    try:
        return hashed(address)
    except ValueError:  # a local socket has no address
        return ""


def _header(scope: dict[str, Any], name: bytes) -> str:
    """Return what the request for a socket says in this header, "" where it says nothing."""
    value: bytes = dict(scope["headers"]).get(name, b"")
    return value.decode("latin-1")


def user_group(user_id: int) -> str:
    """Return the channel-layer group that every socket of the user joins."""
    return f"user.{user_id}"


def close_user_sockets(user_id: int, *, suspended: bool = False) -> None:
    """Tell every socket of the user to close, once the present transaction is through."""
    message = {"type": "session.suspended" if suspended else "session.ended"}

    def send() -> None:
        layer = get_channel_layer()
        if layer is not None and not heartbeat.is_lost:
            async_to_sync(layer.group_send)(user_group(user_id), message)

    # Robust: signing out must work even when the channel layer does not.
    transaction.on_commit(send, robust=True)
