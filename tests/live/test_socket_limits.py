"""How many sockets somebody has open, and from which pages."""

from unittest import mock

import pytest
from asgiref.sync import sync_to_async
from django.test import TransactionTestCase, override_settings

from cantstop_site.asgi import application
from games import presence
from tests.games.tables import make_user, running_table
from tests.live.sockets import Socket
from tests.live.test_sockets import connect, session_cookie

pytestmark = pytest.mark.services

TOO_MANY = {"type": "websocket.close", "code": 4429}


async def opened(
    *more: tuple[bytes, bytes],
    origin: bytes = b"http://localhost",
    host: bytes = b"localhost",
    scheme: str = "ws",
) -> Socket | None:
    """Return a socket of the lobby, None where it is not even accepted."""
    headers = [(b"host", host), (b"origin", origin), *more]
    socket = Socket(application, "/ws/lobby/", headers=headers)
    socket.scope["scheme"] = scheme
    connected, _ = await socket.connect()
    return socket if connected else None


async def is_full(*more: tuple[bytes, bytes]) -> bool:
    """Return whether one more socket is refused; open none."""
    socket = await opened(*more)
    assert socket is not None
    found: bool = await socket.receive_output() == TOO_MANY
    await socket.disconnect()
    return found


class SocketLimits(TransactionTestCase):
    @override_settings(SOCKETS_PER_USER=2)
    async def test_a_user_has_only_so_many_open_at_once(self) -> None:
        user, other = await sync_to_async(make_user)(), await sync_to_async(make_user)()
        cookie = (b"cookie", await sync_to_async(session_cookie)(user))
        sockets = [await opened(cookie), await opened(cookie)]
        assert await is_full(cookie)
        assert not await is_full((b"cookie", await sync_to_async(session_cookie)(other)))
        for socket in sockets:
            assert socket is not None
            await socket.disconnect()
        assert not await is_full(cookie)

    @override_settings(SOCKETS_PER_USER=0)
    async def test_a_table_hears_nothing_of_a_socket_that_was_not_let_in(self) -> None:
        game = await sync_to_async(running_table)()
        user = await sync_to_async(make_user)()
        with mock.patch.object(presence, "depart") as depart:
            socket = await connect(f"/ws/games/{game.code}/", user)
            assert await socket.receive_output() == TOO_MANY
            await socket.disconnect()
        depart.assert_not_called()

    @override_settings(SOCKETS_PER_ADDRESS=1, ALLAUTH_TRUSTED_PROXY_COUNT=1)
    async def test_an_address_has_only_so_many_as_the_proxy_says_it(self) -> None:
        here, elsewhere = (b"x-forwarded-for", b"192.0.2.1"), (b"x-forwarded-for", b"192.0.2.2")
        socket = await opened(here)
        assert socket is not None
        assert await is_full(here)
        assert await is_full((b"x-forwarded-for", b"192.0.2.9, 192.0.2.1")), "the last one counts"
        assert not await is_full(elsewhere)
        await socket.disconnect()

    async def test_under_https_only_pages_that_came_over_it_open_sockets(self) -> None:
        with override_settings(HTTPS=True):
            assert await opened(origin=b"http://localhost") is None
            socket = await opened(origin=b"https://localhost")
        assert socket is not None
        await socket.disconnect()

    async def test_over_tls_pages_that_came_over_it_open_sockets(self) -> None:
        assert await opened(origin=b"http://localhost", scheme="wss") is None
        socket = await opened(origin=b"https://localhost", scheme="wss")
        assert socket is not None
        await socket.disconnect()

    async def test_pages_of_other_sites_open_none(self) -> None:
        others = [b"https://evil.example", b"http://localhost:8001", b"https://localhost", b"null"]
        for origin in [*others, b"", b"localhost", b"http://localhost.evil.example"]:
            assert await opened(origin=origin) is None, origin
        assert await opened(origin=b"http://evil.example", host=b"evil.example") is None

    async def test_pages_at_a_port_open_sockets_there_and_nowhere_else(self) -> None:
        for origin, host in [
            (b"http://localhost:8000", b"localhost"),
            (b"http://localhost", b"localhost:8000"),
            (b"http://localhost:8001", b"localhost:8000"),
        ]:
            assert await opened(origin=origin, host=host) is None, origin
        socket = await opened(origin=b"http://localhost:8000", host=b"localhost:8000")
        assert socket is not None
        await socket.disconnect()

    async def test_pages_whose_forms_are_trusted_open_sockets_too(self) -> None:
        with override_settings(CSRF_TRUSTED_ORIGINS=["https://localhost:8443"]):
            socket = await opened(origin=b"https://localhost:8443")
        assert socket is not None
        await socket.disconnect()
