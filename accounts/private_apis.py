"""Private library APIs that this site depends on.

The linter allows these imports only here. An update may change them without notice, so each has a
test in tests/accounts/test_private_apis.py.

Private hooks are overridden elsewhere: accounts/adapter.py (allauth), accounts/statements.py
(Django), cantstop_site/channel_layer.py and channel_layer_in_memory.py (channels; tests in
tests/live/test_channel_layer.py), cantstop_site/server.py (daphne; tests in
tests/live/test_stopping.py and test_server_sockets.py).
"""

from typing import TYPE_CHECKING, Any

from allauth.account.internal.flows.login import record_authentication
from allauth.core.internal.httpkit import get_client_ip
from allauth.core.internal.ratelimit import RateLimitUsage, consume
from autobahn.exception import Disconnected
from channels.consumer import get_handler_name
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils.crypto import get_random_string
from django_tasks import DEFAULT_TASK_BACKEND_ALIAS, DEFAULT_TASK_QUEUE_NAME
from django_tasks_db.management.commands.db_worker import Worker

if TYPE_CHECKING:  # a large import that sites on SQLite don't need
    from psycopg_pool import ConnectionPool

__all__ = [
    "Disconnected",
    "RateLimitUsage",
    "consume",
    "get_client_ip",
    "get_handler_name",
    "pool_of",
    "record_authentication",
    "run_one_task",
    "send_close_frame",
]


def run_one_task() -> None:
    """Run one waiting task, if there is one, as `manage.py db_worker` does."""
    Worker(
        queue_names=[DEFAULT_TASK_QUEUE_NAME],
        interval=0,
        batch=True,
        backend_name=DEFAULT_TASK_BACKEND_ALIAS,
        startup_delay=False,
        max_tasks=1,
        worker_id=get_random_string(32),
        excluded_queue_names=[],
    ).run()


def send_close_frame(socket: Any, code: int, reason: str) -> None:
    # The public `sendClose` refuses codes below 3000, such as 1012.
    socket.sendCloseFrame(code=code, reasonUtf8=reason.encode())


def pool_of(connection: BaseDatabaseWrapper) -> "ConnectionPool | None":
    """Return the pool of a connection to PostgreSQL; None on SQLite."""
    pool: ConnectionPool | None = getattr(connection, "pool", None)
    return pool
