"""Processes that are stopped, killed and started again: databases, referee, worker."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg
from redis import Redis, RedisError

from tests.browser.server import ROOT, end, free_port

SECONDS = 60
POSTGRES_FOLDERS = "/usr/lib/postgresql/*/bin"
"""Where Debian has what is not in PATH."""


class Missing(Exception):
    """A program that is needed is not on this machine."""


class Program:
    """A program that can end as a machine without power does, or as an operator wants it to."""

    def __init__(
        self,
        command: Sequence[str],
        log: Path,
        *,
        port: int = 0,
        is_ready: Callable[[int], bool] = lambda port: True,
        environment: dict[str, str] | None = None,
        user: str | None = None,
        stops_by: signal.Signals = signal.SIGTERM,
        dies_by: signal.Signals = signal.SIGKILL,
    ) -> None:
        self.port = port
        self._is_ready = is_ready
        self._command, self._log, self._environment = command, log, environment
        self._user, self._stops_by, self._dies_by = user, stops_by, dies_by
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command,
                cwd="/" if self._user else ROOT,
                env=self._environment,
                user=self._user,
                group=self._user,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        deadline = time.monotonic() + SECONDS
        while not self._is_ready(self.port):
            assert self._process.poll() is None, self._log.read_text(errors="replace")
            assert time.monotonic() < deadline, "it does not start"
            time.sleep(0.05)

    def kill(self) -> None:
        self._end(self._dies_by)

    def stop(self) -> None:
        self._end(self._stops_by)

    def _end(self, how: signal.Signals) -> None:
        process, self._process = self._process, None
        if process is not None:
            end(process, how)


def command_of(name: str, environment: dict[str, str], log: Path) -> Program:
    """Return a management command of the site that runs until it is told to stop."""
    return Program([sys.executable, "manage.py", name], log, environment=environment)


def redis_server(folder: Path) -> Program:
    """Return a Redis that forgets everything when it ends."""
    port = free_port()
    program = _found("redis-server")
    command = [program, "--port", str(port), "--save", "", "--dir", str(folder)]
    return Program(command, folder / "redis.log", port=port, is_ready=_is_redis)


def _is_redis(port: int) -> bool:
    with suppress(RedisError), Redis(port=port) as client:
        return bool(client.ping())
    return False


@contextmanager
def postgres_server(folder: Path) -> Iterator[Program]:
    """Yield a PostgreSQL with an empty cluster of its own, whose superuser needs no password."""
    bins = [str(path) for path in sorted(Path("/").glob(POSTGRES_FOLDERS.lstrip("/")))]
    initdb, server = (_found(name, *bins) for name in ("initdb", "postgres"))
    user = "postgres" if os.geteuid() == 0 else None  # it refuses to run as root
    # Not in pytest's folder, which another user may not enter.
    data = Path(tempfile.mkdtemp())
    port = free_port()
    try:
        if user:
            shutil.chown(data, user)
        subprocess.run(
            [initdb, "-D", str(data / "db"), "-U", "postgres", "-A", "trust", "--no-sync"],
            user=user,
            group=user,
            cwd=data,
            stdout=subprocess.DEVNULL,
            check=True,
        )
        # Without fsync: what a process wrote is kept when it dies, and no machine loses power.
        options = {"port": port, "unix_socket_directories": data, "fsync": "off"}
        command = [server, "-D", str(data / "db")]
        for name, value in options.items():
            command += ["-c", f"{name}={value}"]
        yield Program(
            command,
            folder / "postgres.log",
            port=port,
            is_ready=_is_postgres,
            user=user,
            stops_by=signal.SIGINT,  # "fast": transactions are rolled back
            dies_by=signal.SIGQUIT,  # "immediate": it recovers from its log when it starts
        )
    finally:
        shutil.rmtree(data)


def _is_postgres(port: int) -> bool:
    with (
        suppress(psycopg.OperationalError),
        psycopg.connect(host="127.0.0.1", port=port, user="postgres", connect_timeout=5),
    ):
        return True
    return False


def _found(program: str, *folders: str) -> str:
    path = shutil.which(program, path=os.pathsep.join([os.environ["PATH"], *folders]))
    if path is None:
        raise Missing(f"{program} is not on this machine.")
    return path
