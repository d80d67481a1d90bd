"""The worker does what waits in the database, one task after another.

It runs on a thread of its own in the server process, or as `manage.py worker` beside several.
The loop is ours, the work that of django-tasks-db: its own loop begins a write transaction for each
look, and SQLite has only one lock for all writers; ours looks without a lock, and seldom, because
it is woken for each task.
"""

import asyncio
import logging
import threading
from datetime import timedelta
from typing import Any

from django.db import connection
from django.utils import timezone
from django_tasks import DEFAULT_TASK_BACKEND_ALIAS
from django_tasks_db.models import DBTaskResult

from accounts.private_apis import run_one_task
from games.broadcast import send_on_commit
from games.waking import end, listen

logger = logging.getLogger(__name__)

GROUP = "worker"

POLL = 10.0
"""Seconds between two looks when there was nothing to do: what it was told may have been lost."""

KEPT = timedelta(days=7)
"""How long it is remembered what was done."""


async def run(stopping: asyncio.Event) -> None:
    """Work until told to stop; what is begun is finished."""
    woken, stopped = threading.Event(), threading.Event()
    # A daemon: it keeps no server from leaving that has waited long enough.
    thread = threading.Thread(target=_work, args=[woken, stopped], name="worker", daemon=True)
    thread.start()
    listening = asyncio.create_task(listen(GROUP, woken.set))
    await stopping.wait()
    stopped.set()
    woken.set()
    await asyncio.to_thread(thread.join)
    await end([listening])


def notify_queued(**kwargs: Any) -> None:
    """Wake the worker, after the commit, for a task that waits now."""
    send_on_commit(GROUP, {"type": "task.queued"})


def _work(woken: threading.Event, stopped: threading.Event) -> None:
    while not stopped.is_set():
        woken.clear()
        try:
            worked = work_off()
        except Exception:
            logger.exception("The worker could not look for work")
            worked = False
            connection.close()  # it may be broken; the next look opens another
        if not worked and not stopped.is_set():
            woken.wait(POLL)


def work_off() -> bool:
    """Do one task that waits. Return whether there was one."""
    waiting = DBTaskResult.objects.ready().filter(backend_name=DEFAULT_TASK_BACKEND_ALIAS)
    if not waiting.exists():
        return False
    run_one_task()
    DBTaskResult.objects.filter(enqueued_at__lt=timezone.now() - KEPT).delete()
    return True
