"""Run programs as a process of their own, beside several server processes."""

import asyncio
import signal
from collections.abc import Awaitable, Callable


def run_until_stopped(*programs: Callable[[asyncio.Event], Awaitable[None]]) -> None:
    """Run these programs until SIGINT or SIGTERM, then let them finish their work."""

    async def run() -> None:
        stopping = asyncio.Event()
        for sign in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(sign, stopping.set)
        await asyncio.gather(*(program(stopping) for program in programs))

    asyncio.run(run())
