"""A wire between browser and server that a test can cut."""

import socket
import threading
from contextlib import suppress

CHUNK = 65536


class Wire:
    """Passes bytes on to a port; while it is cut, nothing gets through and nobody connects."""

    def __init__(self, port: int) -> None:
        self._to = ("127.0.0.1", port)
        self._cut = threading.Event()
        self._ends: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Break every connection, and each that is tried from now on."""
        self._cut.set()
        with self._lock:
            ends = list(self._ends)
        for end in ends:
            _close(end)

    def mend(self) -> None:
        self._cut.clear()

    def lead_to(self, port: int) -> None:
        """Pass what is connected from now on to another port."""
        self._to = ("127.0.0.1", port)

    def close(self) -> None:
        self.cut()
        _close(self._listener)

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                self._connect(near)

    def _connect(self, near: socket.socket) -> None:
        try:
            far = socket.create_connection(self._to)
        except OSError:  # the server is down
            _close(near)
            return
        with self._lock:
            self._ends |= {near, far}
            cut = self._cut.is_set()
        if cut:
            _close(near)
            _close(far)
        for source, target in ((near, far), (far, near)):
            threading.Thread(target=self._pass_on, args=(source, target), daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(CHUNK):
                target.sendall(data)
        with self._lock:
            self._ends.discard(source)
        _close(source)
        _close(target)


def _close(end: socket.socket) -> None:
    # Closing alone does not wake a thread that waits in recv.
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()
