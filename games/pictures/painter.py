"""The server's side of the process that paints (`painting.py`)."""

import subprocess
import sys
from collections.abc import Callable, Sequence
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Lock, Timer
from time import monotonic
from types import TracebackType
from typing import Any
from weakref import finalize

ROOT = Path(__file__).resolve().parents[2]
# Not as a multiprocessing.Process, which would first import the server's main program.
COMMAND = (sys.executable, "-m", "games.pictures.painting")

PATIENCE = 20.0
"""Seconds one picture may take; then the process is ended, and the next picture begins another."""


class PaintingFailedError(Exception):
    """No picture came of it."""


class Painter:
    """A process that paints one picture after another; begun by the first one."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._pipe: Connection[Any, Any] | None = None
        self._end: Callable[[], object] = lambda: None
        self._lock = Lock()

    def __enter__(self) -> "Painter":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()

    def paint(self, svg: str, width: int) -> bytes:
        """Return the drawing as PNG of this width."""
        return self._do("paint", svg, width, patience=PATIENCE)

    def animate(self, frames: Sequence[bytes], delays: Sequence[int], format: str) -> bytes:
        """Return the PNGs as one animation.

        Args:
            frames: The PNGs, all of the same size.
            delays: Milliseconds, for each.
            format: "webp", "gif" or "mp4".
        """
        return self._do("animate", frames, delays, format, patience=PATIENCE * 3)

    def close(self) -> None:
        """End the process."""
        if self._pipe is not None:
            self._pipe.close()
        if self._process is not None:
            self._end()
            self._process.wait()
        self._process = self._pipe = None

    def _do(self, task: str, *arguments: object, patience: float) -> bytes:
        if not self._lock.acquire(timeout=PATIENCE):
            raise PaintingFailedError("too many wait for the painter")
        began = monotonic()
        try:
            picture, problem = self._answer((task, arguments), patience)
        except (OSError, EOFError) as error:
            self.close()
            late = monotonic() - began >= patience
            why = "the painter took too long" if late else "the painter went away"
            raise PaintingFailedError(why) from error
        finally:
            self._lock.release()
        if problem:
            raise PaintingFailedError(problem)
        return picture

    def _answer(self, task: tuple[str, Sequence[object]], patience: float) -> tuple[bytes, str]:
        """Return what the process made of the task, and the error there was, or "".

        A timer ends the process when it is late: it may stop amid reading the task or answering it.
        """
        pipe = self._running()
        limit = Timer(patience, self._end)
        limit.daemon = True  # a server that ends does not wait for it
        limit.start()
        try:
            pipe.send(task)
            return pipe.recv_bytes(), pipe.recv_bytes().decode()
        finally:
            limit.cancel()

    def _running(self) -> "Connection[Any, Any]":
        """Return the pipe to the process, which is begun unless it runs."""
        if self._process is None or self._pipe is None or self._process.poll() is not None:
            self.close()
            self._pipe, theirs = Pipe()
            with theirs:
                self._process = subprocess.Popen(  # noqa: S603 - our own module
                    (*COMMAND, str(theirs.fileno())), cwd=ROOT, pass_fds=[theirs.fileno()]
                )
            # Also called when this server ends, maybe amid a picture.
            self._end = finalize(self, self._process.kill)
        return self._pipe
