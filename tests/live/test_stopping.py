"""How a server stops: in order, losing nothing, and in time whatever hangs."""

import base64
import os
import signal
import socket
import struct
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.browser.databases import FreshEnvironment
from tests.browser.server import ANY_PAGE, Server
from tests.html import elements, value

pytestmark = pytest.mark.services

BEGUN, GO_ON = "begun", "go on"
SITE_WITH_HELD_DICE = "tests.live.held_site:application"
SALT = "salt"
SECONDS = 60
"""How long a busy machine may take."""


class HeldServer(Server):
    """A server whose rolls wait until they are told to go on."""

    @property
    def _folder(self) -> Path:
        return Path(self.environment["HELD"])

    def wait_for_roll(self) -> None:
        wait_until((self._folder / BEGUN).exists)

    def freeze(self) -> None:
        """Have the process do nothing, while the kernel accepts connections for it."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def go_on(self) -> None:
        (self._folder / GO_ON).touch()


class Person:
    """Somebody who sends forms over one connection that stays open."""

    def __init__(self, server: Server) -> None:
        self.port = server.port
        self.cookies = {"csrftoken": "c" * 32}
        self.connection = HTTPConnection("127.0.0.1", server.port, timeout=SECONDS)

    def post(self, path: str, **form: str) -> tuple[HTTPResponse, str]:
        headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            "HX-Request": "true",
            "X-CSRFToken": self.cookies["csrftoken"],
        }
        self.connection.request("POST", path, urlencode(form), headers)
        answer = self.connection.getresponse()
        for cookie in answer.msg.get_all("Set-Cookie", []):
            name, _, value = cookie.split(";")[0].partition("=")
            self.cookies[name] = value
        return answer, answer.read().decode()

    def is_cut_off(self) -> bool:
        """Return whether the server has closed the connection; wait for it."""
        assert self.connection.sock is not None
        return self.connection.sock.recv(1) == b""


def wait_until(done: Callable[[], bool]) -> None:
    deadline = time.monotonic() + SECONDS
    while not done():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def refuses(server: Server) -> bool:
    """Return whether nobody can connect to the server any more."""
    try:
        socket.create_connection(("127.0.0.1", server.port)).close()
    except ConnectionRefusedError:
        return True
    return False


def open_socket(server: Server, path: str) -> socket.socket:
    """Open a WebSocket."""
    opened = socket.create_connection(("127.0.0.1", server.port), SECONDS)
    key = base64.b64encode(os.urandom(16)).decode()
    opened.sendall(
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nOrigin: {server.url}\r\n"
        f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Key: {key}\r\n\r\n".encode()
    )
    assert b"101" in opened.recv(12)
    return opened


def closing_of(opened: socket.socket) -> tuple[int, str]:
    """Return the code and the reason with which the server closes a WebSocket."""
    with opened.makefile("rb") as stream:
        while stream.readline() != b"\r\n":
            pass  # the rest of the answer to the handshake
        while True:
            first, length = stream.read(2)
            if length > 125:
                (length,) = struct.unpack(">H", stream.read(2))
            content = stream.read(length)
            if first & 15 == 8:
                return struct.unpack(">H", content[:2])[0], content[2:].decode()


@contextmanager
def running(
    fresh_environment: FreshEnvironment, folder: Path, patience: float = SECONDS, **more: str
) -> Iterator[HeldServer]:
    """Run a server.

    patience: how many seconds it waits for what is unfinished. more: its environment.
    """
    with fresh_environment(folder) as fresh:
        environment = fresh | {"HELD": str(folder), "PATIENCE": str(patience)} | more
        server = HeldServer(environment, folder / "server.log", SITE_WITH_HELD_DICE)
        server.start()
        try:
            yield server
        finally:
            server.kill()


def restart(server: Server, *, with_referee: bool) -> None:
    server.stop()
    server.environment["REFEREE_IN_SERVER"] = str(with_referee)
    server.start()


def sit_down(creator: Person, *others: Person, **form: str) -> str:
    """Seat these people and return the path of their table, where the game has started."""
    usual = {"visibility": "public", "columns_to_win": "3", "meeting": "share", "salt": SALT}
    answer, _ = creator.post(
        "/games/new/?kind=cantstop", **usual | {"size": str(1 + len(others))} | form
    )
    for person in others:
        person.post(f"{answer.headers['Location']}join/", salt=SALT)
    return answer.headers["Location"]


def test_a_stop_answers_what_is_in_flight_and_who_came_before_and_closes_everything_else(
    fresh_environment: FreshEnvironment, tmp_path: Path
) -> None:
    with running(fresh_environment, tmp_path) as server:
        ada, bob, idle = Person(server), Person(server), Person(server)
        table = sit_down(ada, bob)
        idle.post(f"{table}join/", salt=SALT)  # too late
        watching = open_socket(server, f"/ws{table}")
        people = [Person(server) for _ in range(10)]
        with ThreadPoolExecutor() as aside:
            roll = aside.submit(partial(bob.post, f"{table}act/", action="roll", token="0"))
            server.wait_for_roll()
            server.freeze()
            for person in people:
                person.connection.request("GET", ANY_PAGE)
            server.ask_to_stop()
            server.thaw()
            assert {person.connection.getresponse().status for person in people} == {200}
            wait_until(partial(refuses, server))
            assert closing_of(watching) == (1012, "1")
            assert idle.is_cut_off()
            assert not roll.done()
            server.go_on()
            answer, page = roll.result()
        assert answer.status == 200
        assert answer.headers["Connection"] == "close"
        assert elements(page, "[data-version='1']")
        assert server.wait() == 0
        assert "Traceback" not in server.logged()


def test_a_stop_lets_the_referee_finish_the_move_it_holds(
    fresh_environment: FreshEnvironment, tmp_path: Path
) -> None:
    # No referee at first: on SQLite the roll that it holds would keep Ada from sitting down.
    with running(fresh_environment, tmp_path, REFEREE_IN_SERVER="False") as server:
        ada = Person(server)
        table = sit_down(ada, size="2", seat_2="random")
        ada.connection.close()
        restart(server, with_referee=True)
        server.wait_for_roll()
        server.ask_to_stop()
        wait_until(partial(refuses, server))
        server.go_on()
        assert server.wait() == 0
        assert "Traceback" not in server.logged()
        restart(server, with_referee=False)
        _, page = ada.post(f"{table}act/", action="resign")
        # It may have been looking for what is due next when the stop came, and found the split.
        shown = value(page, "#t-status", "data-version")
        assert shown in {"2", "3"}, "the roll of the bot, and this"


def test_a_server_with_something_that_never_ends_leaves_all_the_same(
    fresh_environment: FreshEnvironment, tmp_path: Path
) -> None:
    with running(fresh_environment, tmp_path, 0.1) as server:
        ada, bob = Person(server), Person(server)
        table = sit_down(ada, bob)
        with ThreadPoolExecutor() as aside:
            roll = aside.submit(partial(bob.post, f"{table}act/", action="roll", token="0"))
            server.wait_for_roll()
            server.ask_to_stop()
            assert server.wait() == 1
            assert isinstance(roll.exception(), ConnectionError)
        assert "1 requests and sockets unfinished" in server.logged()
