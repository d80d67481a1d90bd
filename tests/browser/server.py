"""A real server process of this project, with a database of its own, for browsers to talk to."""

import os
import secrets
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
READY_SECONDS = 180
STOP_SECONDS = 10
BOT_PACE = "0"
SITE = "cantstop_site.asgi:application"
ANALYSED_SITE = "tests.browser.analysed_site:application"
SITE_IN_PSEUDO = "tests.browser.pseudo_site:application"
SITE_WITH_MOVED_CLOCK = "tests.browser.moved_clock:application"
SITE_WITH_LOADED_DICE = "tests.browser.loaded_dice:application"
ANY_PAGE = "/rules/cantstop/"
NEXT_GAME = "next"
"""In place of a code: the next game whose log begins with a roll."""

# A run without workers may be beside one with them, and has a range of its own.
_worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw20").removeprefix("gw"))
FIRST_PORT, LAST_PORT = 20_000 + 500 * _worker, 20_500 + 500 * _worker


class Server:
    """One server process; killed and started again it keeps its address and its data."""

    def __init__(self, environment: dict[str, str], log: Path, application: str = SITE) -> None:
        self.environment = environment
        self.log = log
        self.application = application
        self.port = free_port()
        self.ahead = timedelta()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        """The number of the running process."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Start the process and wait until it answers."""
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, *self._command()],
                cwd=ROOT,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        self._wait_until_ready()

    def kill(self) -> None:
        """End the process as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End the process as an operator would."""
        self._end(signal.SIGTERM)

    def ask_to_stop(self) -> None:
        """Send what an operator would, without waiting for the end."""
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)

    def wait(self) -> int:
        """Return the exit code of a process that is about to end."""
        assert self._process is not None
        return self._process.wait(READY_SECONDS)

    def load(self, *rolls: str, game: str = NEXT_GAME) -> None:
        """Have the next rolls fall like these: faces in the order in which they are drawn.

        One string may hold several rolls with spaces between them. game: the code of the game,
        if it has one already. Games that other tests have left get none of them: where people are
        gone, the site rolls for them.
        """
        (Path(self.environment["LOADED_DICE"]) / game).write_text("\n".join(rolls))

    def set_clock(self, ahead: timedelta) -> None:
        """Set the clock of a site with a moved clock so much ahead of the machine's."""
        self.ahead = ahead
        path = Path(self.environment["CLOCK_AHEAD"])
        new = path.with_suffix(".new")
        new.write_text(str(ahead.total_seconds()))
        new.replace(path)  # at once: the server reads it all the time

    def pass_time(self, time: timedelta) -> None:
        """Set that clock forward by this much."""
        self.set_clock(self.ahead + time)

    def logged(self) -> str:
        """Return everything the process has said."""
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    def _command(self) -> list[str]:
        """Return what Python is told to run."""
        options = ["--bind", "127.0.0.1", "--port", str(self.port), "--verbosity", "0"]
        options += ["--websocket_connect_timeout", str(READY_SECONDS)]
        return ["-m", "cantstop_site", *options, self.application]

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None:
            with suppress(subprocess.TimeoutExpired):
                end(self._process, how)
            self._process = None

    def _wait_until_ready(self) -> None:
        deadline = time.monotonic() + READY_SECONDS
        while time.monotonic() < deadline:
            if self._process is None or self._process.poll() is not None:
                break
            try:
                with urllib.request.urlopen(self.url + ANY_PAGE, timeout=READY_SECONDS):
                    return
            except urllib.error.HTTPError as error:
                raise AssertionError(f"{error}\n{self.logged()}") from error
            except OSError:
                time.sleep(0.05)
        raise AssertionError(f"The server did not start:\n{self.logged()}")


def end(process: subprocess.Popen[bytes], how: signal.Signals) -> None:
    """End a process by a signal. Raises TimeoutExpired where it had to be killed for that."""
    process.send_signal(how)
    try:
        process.wait(STOP_SECONDS)
    finally:
        process.kill()
        process.wait()


def environment(database_url: str, redis_url: str, static: Path) -> dict[str, str]:
    """Return the environment of a server that is like production, but on http and in haste.

    static: the folder with the collected static files.
    """
    return os.environ | {
        "DJANGO_SETTINGS_MODULE": "tests.browser.settings",
        "STATIC_ROOT": str(static),
        "SECRET_KEY": secrets.token_urlsafe(50),
        "DEBUG": "False",
        "HTTPS": "False",
        "ALLOWED_HOSTS": "127.0.0.1,localhost",  # passkeys are for names
        "DATABASE_URL": database_url,
        "REDIS_URL": redis_url,
        # Each browser says another address, or the limits on guests and sign-ups would bite.
        "BEHIND_PROXY": "True",
        "EMAIL_URL": "consolemail://",
        "REFEREE_IN_SERVER": "True",
        "BOT_PACE": BOT_PACE,
        "LOG_LEVEL": "WARNING",
    }


def manage(environment: dict[str, str], *arguments: str) -> None:
    """Run a management command of the project."""
    command = [sys.executable, "manage.py", *arguments, "--verbosity", "0"]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"


_ports = iter(range(FIRST_PORT, LAST_PORT))


def free_port() -> int:
    """Return a port that stays this worker's own, also while its server is not running.

    The system gives out none of these by itself, and each worker has a range.
    """
    while True:
        port = next(_ports)
        with suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port
