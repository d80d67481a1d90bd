"""The server's side of the process that paints (`painting.py`)."""

from collections.abc import Sequence

from operations.task_process import TaskFailedError, TaskProcess, program

PATIENCE = 20.0
"""Seconds one picture may take; then the process is ended, and the next picture begins another."""


class PaintingFailedError(TaskFailedError):
    """No picture came of it."""


class Painter(TaskProcess):
    """A process that paints one picture after another."""

    name = "painter"
    command = program("games.pictures.painting")
    failure = PaintingFailedError

    def paint(self, svg: str, width: int) -> bytes:
        """Return the drawing as PNG of this width."""
        return self.do("paint", svg, width, patience=PATIENCE, wait=PATIENCE)

    def animate(self, frames: Sequence[bytes], delays: Sequence[int], format: str) -> bytes:
        """Return the PNGs as one animation.

        Args:
            frames: The PNGs, all of the same size.
            delays: Milliseconds, for each.
            format: "webp", "gif" or "mp4".
        """
        return self.do("animate", frames, delays, format, patience=PATIENCE * 3, wait=PATIENCE)
