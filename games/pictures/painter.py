"""The server's side of the process that paints (`painting.py`)."""

from collections.abc import Sequence

from operations.task_process import TaskFailedError, TaskProcess, program

PATIENCE = 20.0
"""Maximum seconds for a picture; then its process ends. The next picture starts a new process."""


class PaintingFailedError(TaskFailedError):
    pass


class Painter(TaskProcess):
    """A process that paints one picture after another."""

    name = "painter"
    command = program("games.pictures.painting")
    failure = PaintingFailedError

    def paint(self, svg: str, width: int) -> bytes:
        """Return the drawing as PNG of this width."""
        return self.do("paint", svg, width, patience=PATIENCE, wait=PATIENCE)

    def animate(self, frames: Sequence[bytes], delays: Sequence[int], format: str) -> bytes:
        """Return PNGs of the same size as one animation ("webp", "gif" or "mp4"); delays in ms."""
        return self.do("animate", frames, delays, format, patience=PATIENCE * 3, wait=PATIENCE)
