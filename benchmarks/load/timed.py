"""The site with clocks on the parts of a move: `/timed/` shows the milliseconds of CPU of each.

Work of a part for another one that has a clock counts for that one alone.
"""

import json
import threading
from collections import Counter
from collections.abc import Callable
from functools import wraps
from time import thread_time
from typing import Any

import django

django.setup(set_prefix=False)

# These import models, so they come after Django is set up.
from accounts import statements  # noqa: E402
from cantstop_site.handler import Handler  # noqa: E402
from games.live.tables import ShownTable  # noqa: E402
from games.services import clocks, play, tables  # noqa: E402
from games.views import table  # noqa: E402

PATH = "/timed/"
VIEWERS = "what each viewer sees"
DATABASE = "statements that are built once"
MOVE = "rules, locks, clocks, pushes"
REQUEST = "session, user and middleware"

_spent: Counter[str] = Counter()
_inner = threading.local()


def timed(part: str, does: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function with a clock."""

    @wraps(does)
    def run(*args: Any, **options: Any) -> Any:
        begun, outer = thread_time(), getattr(_inner, "spent", 0.0)
        _inner.spent = 0.0
        try:
            return does(*args, **options)
        finally:
            spent = thread_time() - begun
            _spent[part] += spent - _inner.spent
            _inner.spent = outer + spent

    return run


for owner, name, part in (
    (ShownTable, "render", VIEWERS),
    (statements.Select, "__call__", DATABASE),
    *((module, "update", DATABASE) for module in (clocks, play, tables)),
    (tables, "insert", DATABASE),
    (table, "submit_actions", MOVE),
    (Handler, "_answer", REQUEST),
):
    setattr(owner, name, timed(part, getattr(owner, name)))


from cantstop_site.asgi import application as site  # noqa: E402 - its handler has a clock by now


async def application(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] != "http" or scope["path"] != PATH:
        await site(scope, receive, send)
        return
    text = json.dumps({part: 1000 * seconds for part, seconds in _spent.items()})
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": text.encode()})
