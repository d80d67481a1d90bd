"""A program that takes what is posted to webhooks, and answers as a test tells it to."""

import json
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

STOPS_WITHIN = 0.02
"""Seconds until a program notices that it is to stop."""


@dataclass(frozen=True)
class Post:
    """What arrived: the headers by their names in small letters, and the body."""

    headers: dict[str, str]
    body: str

    @property
    def content(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.body)
        return found


@dataclass
class Receiver:
    """Answers 204, or what is in `answers`, the first one first: a status and headers."""

    url: str
    posts: list[Post] = field(default_factory=list)
    answers: list[tuple[int, dict[str, str]]] = field(default_factory=list)
    raw: bytes = b""
    """Sent again and again in place of an answer, if there is any."""
    begins: bytes = b""
    """Sent before that."""
    answers_now: threading.Event = field(default_factory=threading.Event)
    """Nothing is answered until it is set, as it is at first."""

    def __post_init__(self) -> None:
        self.answers_now.set()


@contextmanager
def receiving(certificate: Path | None = None) -> Iterator[Receiver]:
    """Run a receiver on this machine. certificate: with its key; without one there is no TLS."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            headers = {name.lower(): value for name, value in self.headers.items()}
            receiver.posts.append(Post(headers, body))
            receiver.answers_now.wait()
            if receiver.raw:
                self.send_without_end()
                return
            status, more = receiver.answers.pop(0) if receiver.answers else (204, {})
            self.send_response(status)
            for name, value in more.items():
                self.send_header(name, value)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def do_GET(self) -> None:
            raise AssertionError("nothing is asked for")

        def send_without_end(self) -> None:
            self.close_connection = True
            try:
                self.wfile.write(receiver.begins)
                while not stopped.wait(0.02):
                    self.wfile.write(receiver.raw)
            except OSError:
                pass  # nobody listens any more

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.handle_error = lambda *connection: None  # type: ignore[method-assign]  # senders may go
    if certificate is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True)
    stopped = threading.Event()
    scheme = "http" if certificate is None else "https"
    receiver = Receiver(f"{scheme}://127.0.0.1:{server.server_port}/hook")
    serve = partial(server.serve_forever, poll_interval=STOPS_WITHIN)
    threading.Thread(target=serve, daemon=True).start()
    try:
        yield receiver
    finally:
        stopped.set()
        receiver.answers_now.set()
        server.shutdown()
        server.server_close()
