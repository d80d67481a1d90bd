"""What stands between: it passes on what comes to its port, and can be slow, or cut everything."""

import asyncio
import itertools
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

CHUNK = 65_536


class Relay:
    """Passes each connection on to the next of some ports where somebody answers."""

    port: int

    def __init__(self, loop: asyncio.AbstractEventLoop, ports: list[int]) -> None:
        self.delay = 0.0
        """Seconds by which whatever is asked arrives later."""
        self._loop = loop
        self._ports = itertools.cycle(ports)
        self._most = len(ports)
        self._open: set[asyncio.StreamWriter] = set()

    async def listen(self) -> None:
        server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]

    def cut(self) -> None:
        """Cut all connections, as a cable that is pulled out and put in again."""
        self._loop.call_soon_threadsafe(self._cut)

    def _cut(self) -> None:
        for writer in self._open:
            writer.transport.abort()

    async def _connected(self, asks: asyncio.StreamReader, told: asyncio.StreamWriter) -> None:
        for port in itertools.islice(self._ports, self._most):
            with suppress(OSError):
                answers, asked = await asyncio.open_connection("127.0.0.1", port)
                break
        else:
            told.transport.abort()
            return
        self._open |= {told, asked}
        await asyncio.gather(self._pass_on(asks, asked, slow=True), self._pass_on(answers, told))
        self._open -= {told, asked}

    async def _pass_on(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, slow: bool = False
    ) -> None:
        with suppress(OSError):
            while data := await reader.read(CHUNK):
                if slow and self.delay:
                    await asyncio.sleep(self.delay)
                writer.write(data)
                await writer.drain()
        writer.close()


@contextmanager
def relays(*ports: list[int]) -> Iterator[list[Relay]]:
    """Run a relay for each list of ports, on a thread of their own."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name="relays", daemon=True)
    thread.start()
    made = [Relay(loop, each) for each in ports]
    for relay in made:
        asyncio.run_coroutine_threadsafe(relay.listen(), loop).result()
    try:
        yield made
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
