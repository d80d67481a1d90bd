"""The worker does what waits in the database, one task after another.

It runs on a thread of its own in the server process, or as `manage.py worker` beside several.
The loop is ours, the work that of django-tasks-db: its own loop begins a write transaction for each
look, and SQLite has only one lock for all writers; ours looks without a lock.
"""

import logging
from datetime import timedelta
from threading import Event

from django.db import connection
from django.utils import timezone
from django_tasks import DEFAULT_TASK_BACKEND_ALIAS
from django_tasks_db.models import DBTaskResult

from accounts.private_apis import run_one_task

logger = logging.getLogger(__name__)

POLL = 0.5
"""Seconds between two looks when there was nothing to do."""

KEPT = timedelta(days=7)
"""How long it is remembered what was done."""


def run(stopping: Event) -> None:
    """Work until told to stop; what is begun is finished."""
    while not stopping.is_set():
        try:
            worked = work_off()
        except Exception:
            logger.exception("The worker could not look for work")
            worked = False
            connection.close()  # it may be broken; the next look opens another
        if not worked:
            stopping.wait(POLL)


def work_off() -> bool:
    """Do one task that waits. Return whether there was one."""
    waiting = DBTaskResult.objects.ready().filter(backend_name=DEFAULT_TASK_BACKEND_ALIAS)
    if not waiting.exists():
        return False
    run_one_task()
    DBTaskResult.objects.filter(enqueued_at__lt=timezone.now() - KEPT).delete()
    return True
