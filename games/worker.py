"""The worker draws animations, has finished games explained and sends notices.

It runs on threads of the only server process, or as `manage.py worker` beside several servers.
"""

import asyncio
import logging
import threading
from collections.abc import Callable
from datetime import timedelta

from django.db import connection
from django.utils import timezone
from django_tasks import DEFAULT_TASK_BACKEND_ALIAS
from django_tasks_db.models import DBTaskResult

from accounts.private_apis import run_one_task
from games.broadcast import WORKER_GROUP
from games.notices import ways
from games.services.analyses import explain_next
from operations.waking import end, listen

logger = logging.getLogger(__name__)

POLL = 10.0
"""Seconds between two looks for work: a message that there is work may have been lost."""

REST_IN_SERVER = 5.0
"""Seconds of rest after each explained game in a server process, so that moves need not wait."""

RESULTS_KEPT = timedelta(days=7)
"""How long results of tasks are stored."""


async def run(stopping: asyncio.Event, rest: float = 0) -> None:
    """Work until `stopping` is set, and finish the work begun.

    rest: seconds between the explanations of two games.
    """
    stopped = threading.Event()
    jobs: list[tuple[str, Callable[[], bool], float]] = [
        ("tasks", work_off, 0),
        ("analyses", explain_next, rest),
        # Several threads send notices: they mostly wait for other servers.
        *((name, send, 0) for name, send in ways.THREADS),
    ]
    woken = [threading.Event() for _ in jobs]
    threads = [
        # Daemons, so that a server can exit if it has waited long enough for them.
        threading.Thread(target=_work, args=[job, rest, wake, stopped], name=name, daemon=True)
        for (name, job, rest), wake in zip(jobs, woken, strict=True)
    ]

    def wake_all() -> None:
        for wake in woken:
            wake.set()

    for thread in threads:
        thread.start()
    listening = asyncio.create_task(listen(WORKER_GROUP, wake_all))
    await stopping.wait()
    stopped.set()
    wake_all()
    for thread in threads:
        await asyncio.to_thread(thread.join)
    await end([listening])


def _work(
    job: Callable[[], bool], rest: float, woken: threading.Event, stopped: threading.Event
) -> None:
    """Call `job` again and again. rest: seconds to wait after a call that found work (True)."""
    while not stopped.is_set():
        woken.clear()
        try:
            worked = job()
        except Exception:
            logger.exception("The worker could not look for work")
            worked = False
        if worked:
            stopped.wait(rest)
        elif not stopped.is_set():
            # A waiting thread must not hold a PostgreSQL connection that others need.
            connection.close_if_unusable_or_obsolete()
            woken.wait(POLL)


def work_off() -> bool:
    """Run one waiting task. Return whether there was one."""
    # The worker of django-tasks-db begins a write transaction for each look, and SQLite has only
    # one lock for all writers. This look takes no lock, and is seldom: new tasks wake the worker.
    ready = DBTaskResult.objects.ready().filter(backend_name=DEFAULT_TASK_BACKEND_ALIAS)
    if not ready.exists():
        return False
    run_one_task()
    DBTaskResult.objects.filter(enqueued_at__lt=timezone.now() - RESULTS_KEPT).delete()
    return True
