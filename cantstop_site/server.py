"""The server of the site: daphne, but one that stops gracefully and knows ASGI's lifespan.

Daphne ends its loop with the first request that ends. Threads of the others then wait for that
loop for ever, and Python waits for the threads. Here a signal to stop means:

1. No new connections. Those the kernel has accepted already are served.
2. Requests are answered, sockets closed so that pages come back by themselves, and the referee
   and the worker finish what they hold (cantstop_site/asgi.py), all at the same time.
3. Whatever else runs on the loop is cancelled, and only then the loop ends.

What has not ended after PATIENCE is left behind: every move that was answered is in the database.
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

PATIENCE = 5.0
"""Seconds from the signal until the process leaves, whatever is unfinished."""

LINGER = 0.5
"""Seconds in which an idle connection may still bring a request that was on its way."""

TICK = 0.05
"""Seconds between two looks at what is still there."""

SERVICE_RESTART = 1012
"""The close code after which a page connects again (socket.js); after 1001 it would not."""

COMEBACKS_A_SECOND = 100
"""How many sockets the site can take in a second."""

LONGEST_SPREAD = 10
"""Seconds in which the last page should be back, even where that is more than the site can take."""

COLLECTED_AFTER = (5_000, 10, 5)
"""How many objects more make Python look for garbage, and how seldom it looks at older ones.

With its own numbers that is a fifth of the work of opening sockets, and holds up everybody for a
fifth of a second at a time. But it must look: each closed socket leaves some kB to it.
"""


class Socket(WebSocketProtocol):
    """A socket of daphne's that keeps little, because many may stay for hours."""

    def onOpen(self) -> None:  # noqa: N802 - the name is autobahn's
        super().onOpen()
        # All that needs the request has read it before the socket was accepted.
        self.clean_headers.clear()
        self.http_headers.clear()
        self.http_request_data = b""

    def connectionLost(self, reason: Failure = connectionDone) -> None:  # noqa: N802 - Twisted's
        super().connectionLost(reason)
        # It holds the socket itself, which would stay until Python looks for garbage.
        self.is_closed = None


class Server(Daphne):
    """Daphne with the lifespan of ASGI, and an end that loses nothing."""

    stopping = False

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._ports: list[Any] = []
        self._lifespan: asyncio.Future[None] | None = None
        self._lifespan_messages: asyncio.Queue[dict[str, str]] = asyncio.Queue()

    def run(self) -> None:
        # What is loaded by now stays, so that it need not be looked at again and again.
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
            # The client is told to send nothing more over this connection.
            protocol.setHeader(b"connection", b"close")
            protocol.channel.persistent = False
        await super().handle_reply(protocol, message)

    def kill_all_applications(self) -> "Deferred[None]":
        """Stop gracefully: called by daphne first, which waits for the result with its loop on."""
        # A thread, so that it leaves whatever hangs: the loop, or Python while it joins threads.
        guard = threading.Timer(PATIENCE, self._leave)
        guard.daemon = True
        guard.start()
        stopping = Deferred.fromFuture(asyncio.ensure_future(self._stop()))
        return stopping.addErrback(lambda failure: logger.error("Could not stop: %s", failure))

    def _share_socket_options(self) -> None:
        """Have sockets find their options in their class.

        Autobahn copies all of them to each socket, and lists them for a log that is off.
        """
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
            # In this order both happen in one go: who connects in between would be cut off.
            reactor.callLater(0, _accept_waiting, port)
            port.stopListening()
        self._lifespan_messages.put_nowait({"type": "lifespan.shutdown"})
        await self._end_connections()
        applications = [
            details["application_instance"]
            for details in self.connections.values()
            if "application_instance" in details
        ]
        # Also of requests that nobody waits for any more: others shall hear what they have done.
        await asyncio.gather(*applications, *filter(None, [self._lifespan]), return_exceptions=True)
        while others := asyncio.all_tasks() - {asyncio.current_task()}:
            # Again and again: redis-py loses a cancellation that comes while it connects.
            for task in others:
                task.cancel()
            await asyncio.wait(others, timeout=1)

    async def _end_connections(self) -> None:
        """Wait for all requests to be answered; close sockets, and what is idle for long enough."""
        idle_from = time.monotonic() + LINGER
        spread = min(LONGEST_SPREAD, ceil(len(self._sockets()) / COMEBACKS_A_SECOND))
        while True:
            for socket in self._sockets():
                self._close_socket(socket, spread)
            # At first there may be connections that are about to be accepted.
            await asyncio.sleep(TICK)
            connections = _open_connections()
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
        """Close a socket, and say over how many seconds all pages shall come back.

        Its application does not say goodbye to its table: the page will be back in a moment, and
        who watches is counted by person.
        """
        if socket.state == socket.STATE_OPEN:
            send_close_frame(socket, SERVICE_RESTART, str(spread))
        elif socket.state == socket.STATE_CONNECTING:
            socket.serverReject()
        else:
            return
        application = self.connections[socket].get("application_instance")
        if application is not None:
            application.cancel()

    def _leave(self) -> None:
        unfinished = sum("disconnected" not in details for details in self.connections.values())
        logger.error("Stopped with %d requests and sockets unfinished", unfinished)
        os._exit(1)


class CommandLine(CommandLineInterface):
    """Daphne's command line."""

    description = "The site's server. Takes the same options as daphne."
    server_class = Server

    def __init__(self) -> None:
        super().__init__()
        self.parser.set_defaults(server_name="")  # browsers need no name, and it weighs


def _open_connections() -> set[Any]:
    """Return the connections that are read from or written to."""
    readers_and_writers = (*reactor.getReaders(), *reactor.getWriters())
    return {each for each in readers_and_writers if isinstance(each, Connection)}


def _accept_waiting(port: Any) -> None:
    """Accept the connections that wait in the kernel."""
    while select.select([port], [], [], 0)[0]:
        port.doRead()


async def _ignore(message: dict[str, Any]) -> None:
    """Take what a lifespan says about itself."""
