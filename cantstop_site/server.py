"""The server of the site: daphne, with a graceful stop and ASGI's lifespan.

At a signal to stop, daphne ends its loop when the first request ends. The threads of other requests
then wait for the loop for ever, and Python waits for the threads. Here a signal to stop means:

1. No new connections. Connections that the kernel has accepted already are served.
2. Open requests are answered, and sockets are closed: their pages connect again by themselves. At
   the same time the referee and the worker finish their work (cantstop_site/asgi.py).
3. All other tasks are cancelled, and only then the loop ends.

After PATIENCE the process exits in any case: every answered move is in the database.
"""

import asyncio
import gc
import logging
import os
import select
import threading
import time
from math import ceil
from typing import Any

from daphne.cli import CommandLineInterface
from daphne.server import Server as Daphne
from daphne.ws_protocol import WebSocketProtocol
from twisted.internet import reactor as installed_reactor
from twisted.internet.defer import Deferred
from twisted.internet.protocol import connectionDone
from twisted.internet.tcp import Server as Connection
from twisted.python.failure import Failure

from accounts.private_apis import send_close_frame

logger = logging.getLogger(__name__)
reactor: Any = installed_reactor

PATIENCE = 5.0  # seconds, at most, from the signal until the process exits
LINGER = 0.5  # seconds in which an idle connection may still bring a request that was on its way
TICK = 0.05  # seconds between two looks at open connections
SERVICE_RESTART = 1012  # a close code: pages connect again after it (socket.js), not after 1001
COMEBACKS_A_SECOND = 100  # number of sockets that the site can open in a second
LONGEST_SPREAD = 10  # seconds, at most, until the last page connects again, however many there are

# Thresholds of Python's garbage collector. With the default ones, collecting takes a fifth of the
# time of opening sockets, and stops everything for a fifth of a second at a time. The collector is
# needed, because each closed socket leaves some kB of garbage.
COLLECTED_AFTER = (5_000, 10, 5)


class Socket(WebSocketProtocol):
    """Uses little memory, because many sockets may stay open for hours."""

    def onOpen(self) -> None:  # noqa: N802 - the name is autobahn's
        super().onOpen()
        # Nothing needs the request after the socket is accepted.
        self.clean_headers.clear()
        self.http_headers.clear()
        self.http_request_data = b""

    def connectionLost(self, reason: Failure = connectionDone) -> None:  # noqa: N802 - Twisted's
        super().connectionLost(reason)
        # This future refers to the socket. Without this cycle Python frees the socket at once.
        self.is_closed = None


class Server(Daphne):
    stopping = False

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._ports: list[Any] = []
        self._lifespan: asyncio.Future[None] | None = None
        self._lifespan_messages: asyncio.Queue[dict[str, str]] = asyncio.Queue()

    def run(self) -> None:
        # Objects loaded by now stay, so the collector need not look at them again and again.
        gc.freeze()
        gc.set_threshold(*COLLECTED_AFTER)
        gc.enable()
        reactor.callLater(0, self._share_socket_options)
        reactor.callLater(0, self._begin_lifespan)
        super().run()

    def listen_success(self, port: Any) -> None:
        super().listen_success(port)
        self._ports.append(port)

    async def handle_reply(self, protocol: Any, message: dict[str, Any]) -> None:
        if self.stopping and message["type"] == "http.response.start" and protocol.channel:
            # The client must send nothing more over this connection.
            protocol.setHeader(b"connection", b"close")
            protocol.channel.persistent = False
        await super().handle_reply(protocol, message)

    def kill_all_applications(self) -> "Deferred[None]":
        """Stop gracefully. Daphne calls this first, and ends its loop when the result is there."""
        # A thread, so that it works even if the loop hangs, or if Python hangs as it joins threads.
        guard = threading.Timer(PATIENCE, self._leave)
        guard.daemon = True
        guard.start()
        stopping = Deferred.fromFuture(asyncio.ensure_future(self._stop()))
        return stopping.addErrback(lambda failure: logger.error("Could not stop: %s", failure))

    def _share_socket_options(self) -> None:
        # Autobahn copies all options to each socket, and formats them for a log that is off. Here
        # they are attributes of the class, which all sockets share.
        options = {name: getattr(self.ws_factory, name) for name in Socket.CONFIG_ATTRS}
        functions = {name: staticmethod(it) for name, it in options.items() if callable(it)}
        shared = options | functions | {"CONFIG_ATTRS": ()}
        self.ws_factory.protocol = type("SocketWithOptions", (Socket,), shared)

    def _begin_lifespan(self) -> None:
        async def run() -> None:
            scope = {"type": "lifespan", "asgi": {"version": "3.0", "spec_version": "2.0"}}
            try:
                await self.application(scope, self._lifespan_messages.get, _ignore)
            except Exception:
                logger.exception("What runs beside the pages has ended")

        self._lifespan_messages.put_nowait({"type": "lifespan.startup"})
        self._lifespan = asyncio.ensure_future(run())

    async def _stop(self) -> None:
        self.stopping = True
        for port in self._ports:
            # In this order both happen in one turn of the loop; otherwise clients that connect in
            # between would be cut off.
            reactor.callLater(0, _accept_waiting, port)
            port.stopListening()
        self._lifespan_messages.put_nowait({"type": "lifespan.shutdown"})
        await self._end_connections()
        applications = [
            details["application_instance"]
            for details in self.connections.values()
            if "application_instance" in details
        ]
        # Requests of clients that have left finish, too: other users must see their effects.
        await asyncio.gather(*applications, *filter(None, [self._lifespan]), return_exceptions=True)
        while others := asyncio.all_tasks() - {asyncio.current_task()}:
            # Cancelled repeatedly, because redis-py loses a cancellation that comes as it connects.
            for task in others:
                task.cancel()
            await asyncio.wait(others, timeout=1)

    async def _end_connections(self) -> None:
        """Wait until all requests are answered; close sockets and idle connections."""
        idle_from = time.monotonic() + LINGER
        spread = min(LONGEST_SPREAD, ceil(len(self._sockets()) / COMEBACKS_A_SECOND))
        while True:
            for socket in self._sockets():
                self._close_socket(socket, spread)
            # Sleep before the first look at connections: those of the kernel are only now accepted.
            await asyncio.sleep(TICK)
            readers_and_writers = (*reactor.getReaders(), *reactor.getWriters())
            connections: set[Any] = {
                each for each in readers_and_writers if isinstance(each, Connection)
            }
            busy = {
                protocol.transport
                for protocol, details in self.connections.items()
                if "disconnected" not in details
            }
            if not connections and not busy:
                return
            if time.monotonic() > idle_from:
                for connection in connections - busy:
                    connection.loseConnection()

    def _sockets(self) -> list[Any]:
        return [
            protocol
            for protocol, details in self.connections.items()
            if isinstance(protocol, WebSocketProtocol) and "disconnected" not in details
        ]

    def _close_socket(self, socket: Any, spread: int) -> None:
        """Close a socket. spread: seconds within which all pages should connect again."""
        if socket.state == socket.STATE_OPEN:
            send_close_frame(socket, SERVICE_RESTART, str(spread))
        elif socket.state == socket.STATE_CONNECTING:
            socket.serverReject()
        else:
            return
        # Cancelled, so that the user does not leave the table: the page connects again in a moment.
        application = self.connections[socket].get("application_instance")
        if application is not None:
            application.cancel()

    def _leave(self) -> None:
        unfinished = sum("disconnected" not in details for details in self.connections.values())
        logger.error("Stopped with %d requests and sockets unfinished", unfinished)
        os._exit(1)


class CommandLine(CommandLineInterface):
    description = "The site's server. Takes the same options as daphne."
    server_class = Server

    def __init__(self) -> None:
        super().__init__()
        self.parser.set_defaults(server_name="")  # else each answer would have a Server header


def _accept_waiting(port: Any) -> None:
    """Accept the connections that wait in the kernel."""
    while select.select([port], [], [], 0)[0]:
        port.doRead()


async def _ignore(message: dict[str, Any]) -> None:
    """Receive the replies of the lifespan; they do not matter."""
