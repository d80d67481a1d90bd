"""What the server keeps of each socket."""

import gc
import weakref
from typing import Any
from unittest import mock

from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from twisted.internet.protocol import connectionDone
from twisted.internet.testing import StringTransport

from cantstop_site.server import Server, Socket


def connected_socket() -> Any:
    server = Server(None, endpoints=["tcp:0"])
    server.connections = {}
    server.ws_factory = WebSocketFactory(server)
    server.ws_factory.setProtocolOptions(autoPingTimeout=17, openHandshakeTimeout=0)
    server._share_socket_options()  # noqa: SLF001
    socket = server.ws_factory.buildProtocol(None)
    socket.makeConnection(StringTransport())  # type: ignore[no-untyped-call]
    return socket


def test_sockets_share_the_options_of_the_server() -> None:
    socket = connected_socket()
    assert socket.autoPingTimeout == 17
    assert socket.perMessageCompressionAccept([]) is None
    assert not vars(socket).keys() & set(WebSocketProtocol.CONFIG_ATTRS)


def test_what_the_request_said_is_forgotten_when_a_socket_is_open() -> None:
    socket = Socket()
    headers = [(b"cookie", b"sessionid=secret")]
    socket.clean_headers, socket.http_headers = headers, {"cookie": "sessionid=secret"}
    with mock.patch.object(WebSocketProtocol, "onOpen"):
        socket.onOpen()
    assert not headers
    assert not socket.http_headers


def test_a_socket_that_was_closed_is_freed_at_once() -> None:
    socket = connected_socket()
    socket.transport.protocol = None
    closed = weakref.ref(socket)
    gc.disable()
    try:
        with mock.patch.object(WebSocketProtocol, "onClose"):
            socket.connectionLost(connectionDone)
        del socket
        assert closed() is None
    finally:
        gc.enable()
