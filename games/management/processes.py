"""Programs that run as a process of their own, beside several server processes."""

import asyncio
import signal
from collections.abc import Awaitable, Callable


def run_until_stopped(*programs: Callable[[asyncio.Event], Awaitable[None]]) -> None:
    """Run these programs until a signal asks the process to stop, and let them finish."""

    async def run() -> None:
        stopping = asyncio.Event()
        for sign in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(sign, stopping.set)
        await asyncio.gather(*(program(stopping) for program in programs))

    asyncio.run(run())
