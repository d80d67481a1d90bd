"""The server's side of the process that paints (`painting.py`)."""

import base64
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from threading import Lock, Timer
from types import TracebackType
from typing import Any, BinaryIO, cast

from games.pictures.painting import receive, send

ROOT = Path(__file__).resolve().parents[2]
COMMAND = (sys.executable, "-m", "games.pictures.painting")

PATIENCE = 20.0
"""Seconds one answer may take; then the process is ended, and the next wish begins another."""


class PaintingFailedError(Exception):
    """No picture came of it."""


class Painter:
    """A process that paints one picture after another; begun by the first wish."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
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
        return self._ask({"do": "paint", "svg": svg, "width": width}, PATIENCE)

    def animate(self, frames: Sequence[bytes], delays: Sequence[int]) -> bytes:
        """Return the PNGs as one animation. delays: milliseconds, for each."""
        texts = [base64.b64encode(frame).decode() for frame in frames]
        wish = {"do": "animate", "frames": texts, "delays": list(delays)}
        return self._ask(wish, PATIENCE * 3)

    def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is None:
            return
        for pipe in (process.stdin, process.stdout):
            with suppress(OSError):
                cast("BinaryIO", pipe).close()
        process.kill()
        process.wait()

    def _ask(self, wish: dict[str, Any], patience: float) -> bytes:
        if not self._lock.acquire(timeout=PATIENCE):
            raise PaintingFailedError("too many wait for the painter")
        try:
            return self._answered(wish, patience)
        finally:
            self._lock.release()

    def _answered(self, wish: dict[str, Any], patience: float) -> bytes:
        process = self._running()
        end = Timer(patience, process.kill)
        end.daemon = True
        end.start()
        try:
            send(cast("BinaryIO", process.stdin), wish)
            answer = receive(cast("BinaryIO", process.stdout))
        except (OSError, ValueError) as error:
            self.close()
            raise PaintingFailedError("the painter went away") from error
        finally:
            end.cancel()
        if answer is None:
            self.close()
            raise PaintingFailedError("the painter went away")
        if "error" in answer:
            raise PaintingFailedError(answer["error"])
        return base64.b64decode(answer["picture"])

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self.close()
            self._process = subprocess.Popen(  # noqa: S603 - our own module
                COMMAND, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        return self._process
