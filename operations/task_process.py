"""A child process that does one task after another.

The server uses `TaskProcess`, the child process runs `serve`. This module imports only the standard
library, so that the process starts quickly and stays small.
"""

import logging
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Event, Lock, Thread
from time import monotonic
from types import TracebackType
from typing import Any, ClassVar, Self
from weakref import finalize

ROOT = Path(__file__).resolve().parents[1]

GENTLE = 5  # niceness: the server has priority
RESTART_PAUSE = 60.0  # seconds before a new start, if a process died or hung before it was ready

# Seconds without processor time after which a process counts as hanging. Getting ready has no other
# limit: it may take an hour on a busy machine.
LONGEST_STANDSTILL = 600.0

LOOK_EVERY = 10.0  # seconds between two looks at the processor time of a task

logger = logging.getLogger(__name__)


class TaskFailedError(Exception):
    pass


def processor_time(pid: int) -> float:
    """Return the processor time of a process in seconds; 0 if the system does not say."""
    try:
        # Split after the last parenthesis: the program's name may contain spaces and parentheses.
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:  # only Linux has /proc
        return 0.0
    user, system = fields[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


class Progress:
    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._moved_at = monotonic()
        self.used = processor_time(pid)

    def stands_still(self) -> bool:
        used, now = processor_time(self._pid), monotonic()
        if used > self.used:
            self.used, self._moved_at = used, now
        return now - self._moved_at > LONGEST_STANDSTILL


class TaskProcess:
    """A process that does one task after another; the first task starts the process."""

    name: ClassVar[str]  # for error messages
    command: ClassVar[Sequence[str]]
    failure: ClassVar[type[TaskFailedError]] = TaskFailedError  # raised by `do`

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._pipe: Connection[Any, Any] | None = None
        self._end: Callable[[], object] = lambda: None
        self._lock = Lock()
        self._is_ready = False
        self._progress: Progress | None = None
        self._was_late = False
        self._rests_until = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()

    def is_ready(self, wait: float = 0) -> bool:
        """Start the process if necessary; return whether it is ready within `wait` seconds."""
        if self._is_alive() and self._is_ready:
            return True
        if monotonic() < self._rests_until or not self._lock.acquire(blocking=False):
            return False
        try:
            if self._process is not None and not self._is_ready and self._is_lost():
                raise EOFError
            pipe, _process = self._running()
            if not self._is_ready and pipe.poll(wait):
                self._hear_that_it_is_ready(pipe)
        except (OSError, EOFError):
            logger.warning("The %s could not make itself ready; it is begun again later", self.name)
            self.close()
            self._rests_until = monotonic() + RESTART_PAUSE
        finally:
            self._lock.release()
        return self._is_ready

    def _is_alive(self) -> bool:
        process = self._process  # another thread may end it meanwhile
        return process is not None and process.poll() is None

    def _is_lost(self) -> bool:
        """Return whether the process died before it was ready, or hangs."""
        return not self._is_alive() or self._progress is None or self._progress.stands_still()

    def close(self) -> None:
        if self._pipe is not None:
            self._pipe.close()
        if self._process is not None:
            self._end()
            self._process.wait()
        self._process = self._pipe = None
        self._is_ready = False

    def do(
        self,
        task: str,
        *arguments: object,
        patience: float,  # seconds; then the process is killed, and the next task starts a new one
        wait: float,  # seconds to wait for other tasks
        only_if_ready: bool = False,
        counts_work: bool = False,  # patience is processor time: a busy machine makes no task late
    ) -> bytes:
        """Return the process's answer to a task, or raise `failure`."""
        if not self._lock.acquire(timeout=wait):
            raise self.failure(f"too many wait for the {self.name}")
        try:
            if only_if_ready and not (self._is_alive() and self._is_ready):
                raise self.failure(f"the {self.name} is not ready yet")
            answer, problem = self._answer((task, arguments), patience, counts_work)
        except (OSError, EOFError) as error:
            self.close()
            raise self.failure(
                f"the {self.name} {'took too long' if self._was_late else 'went away'}"
            ) from error
        finally:
            self._lock.release()
        if problem:
            raise self.failure(problem)
        return answer

    def _answer(
        self, task: tuple[str, Sequence[object]], patience: float, counts_work: bool
    ) -> tuple[bytes, str]:
        pipe, process = self._running()
        done, end = Event(), self._end
        progress = Progress(process.pid) if counts_work else None
        self._was_late = False

        def end_if_late() -> None:
            if _is_late(done, patience, progress):
                self._was_late = True
                end()

        # A thread, because the process may stop while it reads the task or sends the answer, and
        # `send` and `recv_bytes` have no timeout. A daemon thread, so that a server that ends does
        # not wait for the thread.
        Thread(target=end_if_late, daemon=True).start()
        try:
            if not self._is_ready:
                self._hear_that_it_is_ready(pipe)
            pipe.send(task)
            return pipe.recv_bytes(), pipe.recv_bytes().decode()  # the answer, and the error or ""
        finally:
            done.set()

    def _hear_that_it_is_ready(self, pipe: "Connection[Any, Any]") -> None:
        seconds = float(pipe.recv_bytes())
        self._is_ready = True
        self.became_ready(seconds)

    def became_ready(self, seconds: float) -> None:
        """Called when the process is ready. seconds: how long it took to get ready."""

    def _running(self) -> tuple["Connection[Any, Any]", subprocess.Popen[bytes]]:
        """Return the pipe to the process, and the process, which is started if necessary."""
        if self._process is None or self._pipe is None or self._process.poll() is not None:
            self.close()
            self._pipe, theirs = Pipe()
            with theirs:
                # Not a multiprocessing.Process, which would first import the server's main program.
                self._process = subprocess.Popen(  # noqa: S603 - our own module
                    (*self.command, str(theirs.fileno())), cwd=ROOT, pass_fds=[theirs.fileno()]
                )
            # Python kills the process when the server ends, too, maybe in the middle of a task.
            self._end = finalize(self, self._process.kill)
            self._progress = Progress(self._process.pid)
        return self._pipe, self._process


def _is_late(done: Event, patience: float, progress: Progress | None) -> bool:
    """Wait for a task; return whether it is late. progress: given if processor time counts."""
    if progress is None:
        return not done.wait(patience)
    before = progress.used
    while not done.wait(LOOK_EVERY):
        if progress.stands_still() or progress.used - before > patience:
            return True
    return False


def program(module: str) -> tuple[str, ...]:
    return (sys.executable, "-m", module)


def serve(
    tasks: Mapping[str, Callable[..., bytes]], get_ready: Callable[[], object] = lambda: None
) -> None:
    """Call `get_ready`, then do tasks until the server ends. tasks: the functions by name."""
    os.nice(GENTLE)
    server: Connection[Any, Any] = Connection(int(sys.argv[1]))
    began = monotonic()
    with suppress(KeyboardInterrupt):
        get_ready()
    with suppress(EOFError, OSError, KeyboardInterrupt):  # the server has ended
        server.send_bytes(str(monotonic() - began).encode())
        while True:
            task, arguments = server.recv()
            try:
                answer, problem = tasks[task](*arguments), ""
            except Exception as error:  # the server must learn of any error
                answer, problem = b"", f"{type(error).__name__}: {error}"
            # Sent as bytes, so that the server unpickles nothing from this process.
            server.send_bytes(answer)
            server.send_bytes(problem.encode())
