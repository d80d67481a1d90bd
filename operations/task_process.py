"""A process of its own that does one task after another for this one, and ends with it.

`TaskProcess` is the side that asks, `serve` the side that answers. Both need Python alone, so that
what runs in the process starts quickly and stays small.
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

GENTLE = 5
"""How much such a process stands back when others want the processor."""

RESTART_PAUSE = 60.0
"""Seconds until a process is begun again that could not make itself ready."""

LONGEST_STANDSTILL = 600.0
"""Seconds without any use of the processor after which a process is taken to hang.

Getting ready may take an hour on a busy machine. It is not begun again while it makes progress.
"""

LOOK_EVERY = 10.0
"""Seconds between two looks at how much of the processor a task has used."""

logger = logging.getLogger(__name__)


class TaskFailedError(Exception):
    """Nothing came of a task."""


def processor_time(pid: int) -> float:
    """Return the seconds of the processor that a process has used; 0 if the system does not say."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:  # only Linux has it
        return 0.0
    user, system = fields[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


class Progress:
    """Whether a process works or hangs. used: its seconds of the processor at the last look."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._moved_at = monotonic()
        self.used = processor_time(pid)

    def stands_still(self) -> bool:
        """Look at the process. Return whether it has not used the processor for very long."""
        used, now = processor_time(self._pid), monotonic()
        if used > self.used:
            self.used, self._moved_at = used, now
        return now - self._moved_at > LONGEST_STANDSTILL


class TaskProcess:
    """A process that does one task after another; begun by the first one.

    name: what it is called in errors.  command: runs it.  failure: what is raised where nothing
    comes of a task.
    """

    name: ClassVar[str]
    command: ClassVar[Sequence[str]]
    failure: ClassVar[type[TaskFailedError]] = TaskFailedError

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
        """Return whether it takes a task at once; start it if it does not run.

        For callers that cannot wait until it is ready, which may take long.

        Args:
            wait: Seconds to wait for it at most.
        """
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
        """Return whether it has died before it was ready, or hangs."""
        return not self._is_alive() or self._progress is None or self._progress.stands_still()

    def close(self) -> None:
        """End the process."""
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
        patience: float,
        wait: float,
        only_if_ready: bool = False,
        counts_work: bool = False,
    ) -> bytes:
        """Return what the process made of a task.

        Args:
            task: The name of the task.
            arguments: What the task needs.
            patience: Seconds it may take; then the process is ended, and the next task begins
                another.
            wait: Seconds to wait for other tasks to be done.
            only_if_ready: Whether to fail at once if it would first have to make itself ready.
            counts_work: Whether `patience` is in seconds of the processor. Then a task is not late
                because others keep the machine busy.

        Raises:
            TaskFailedError: Nothing came of it; it is a `failure`.
        """
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
        """Return what the process made of the task, and the error there was, or "".

        A thread ends the process when it is late: it may stop amid reading the task or answering
        it.
        """
        pipe, process = self._running()
        done, end = Event(), self._end
        progress = Progress(process.pid) if counts_work else None
        self._was_late = False

        def end_if_late() -> None:
            if _is_late(done, patience, progress):
                self._was_late = True
                end()

        # A daemon: a server that ends does not wait for it.
        Thread(target=end_if_late, daemon=True).start()
        try:
            if not self._is_ready:
                self._hear_that_it_is_ready(pipe)
            pipe.send(task)
            return pipe.recv_bytes(), pipe.recv_bytes().decode()
        finally:
            done.set()

    def _hear_that_it_is_ready(self, pipe: "Connection[Any, Any]") -> None:
        seconds = float(pipe.recv_bytes())
        self._is_ready = True
        self.became_ready(seconds)

    def became_ready(self, seconds: float) -> None:
        """Do what is to be done when the process has needed so long to make itself ready."""

    def _running(self) -> tuple["Connection[Any, Any]", subprocess.Popen[bytes]]:
        """Return the pipe to the process, and the process, which is begun unless it runs."""
        if self._process is None or self._pipe is None or self._process.poll() is not None:
            self.close()
            self._pipe, theirs = Pipe()
            with theirs:
                # Not a multiprocessing.Process, which would first import the server's main program.
                self._process = subprocess.Popen(  # noqa: S603 - our own module
                    (*self.command, str(theirs.fileno())), cwd=ROOT, pass_fds=[theirs.fileno()]
                )
            # Also called when this server ends, maybe amid a task.
            self._end = finalize(self, self._process.kill)
            self._progress = Progress(self._process.pid)
        return self._pipe, self._process


def _is_late(done: Event, patience: float, progress: Progress | None) -> bool:
    """Wait until a task is done, or late: then return True.

    progress: of its process, if the seconds in which it has the processor are those that count.
    """
    if progress is None:
        return not done.wait(patience)
    before = progress.used
    while not done.wait(LOOK_EVERY):
        if progress.stands_still() or progress.used - before > patience:
            return True
    return False


def program(module: str) -> tuple[str, ...]:
    """Return the command that runs a module of ours."""
    return (sys.executable, "-m", module)


def serve(
    tasks: Mapping[str, Callable[..., bytes]], get_ready: Callable[[], object] = lambda: None
) -> None:
    """Do one task after another; answer each with bytes and the error there was, or "".

    The answers are bytes: the server does not unpickle what comes from here.

    Args:
        tasks: What to do for each name of a task.
        get_ready: Called before the first one.
    """
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
            except Exception as error:  # whatever it is, the server must hear of it
                answer, problem = b"", f"{type(error).__name__}: {error}"
            server.send_bytes(answer)
            server.send_bytes(problem.encode())
