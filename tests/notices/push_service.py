"""A push service on this machine, and the keys of the browsers that it takes messages for."""

import json
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import SimpleQueue
from secrets import token_bytes
from threading import Thread
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.notices.receivers import STOPS_WITHIN

SECONDS = 30


def base64url(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


@dataclass
class Keys:
    """What a browser makes when it subscribes; the site gets to know only two of them."""

    private: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    secret: bytes = field(default_factory=lambda: token_bytes(16))

    @property
    def told(self) -> dict[str, str]:
        point = self.private.public_key().public_bytes(
            Encoding.X962, PublicFormat.UncompressedPoint
        )
        return {"p256dh": base64url(point), "auth": base64url(self.secret)}

    def read(self, body: bytes) -> dict[str, Any]:
        """Return what was sent to this browser, as its worker gets it."""
        text = http_ece.decrypt(body, private_key=self.private, auth_secret=self.secret)
        message: dict[str, Any] = json.loads(text)
        return message


@dataclass(frozen=True)
class Pushed:
    path: str
    headers: dict[str, str]
    body: bytes


class PushService:
    """Keeps what is posted to it, and answers as it is told to."""

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self.answer: tuple[int, dict[str, str]] = (201, {})
        self._waiting: SimpleQueue[Pushed] = SimpleQueue()

    def take(self) -> Pushed:
        """Return the next thing that was posted; wait for it."""
        return self._waiting.get(timeout=SECONDS)

    @property
    def is_empty(self) -> bool:
        return self._waiting.empty()

    def note(self, pushed: Pushed) -> None:
        self._waiting.put(pushed)


@contextmanager
def push_service() -> Iterator[PushService]:
    """Run a push service."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            service.note(Pushed(self.path, dict(self.headers), body))
            status, headers = service.answer
            self.send_response(status)
            for name, value in ({"Content-Length": "0"} | headers).items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, *args: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        service = PushService(server.server_port)
        thread = Thread(target=server.serve_forever, args=(STOPS_WITHIN,))
        thread.start()
        try:
            yield service
        finally:
            server.shutdown()
            thread.join()
