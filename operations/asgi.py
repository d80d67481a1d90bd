import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Any

from operations import metrics, work

Application = Callable[[Any, Any, Any], Awaitable[None]]

# Methods measured by name. Clients may send any word, and each would add series to Prometheus.
METHODS = frozenset({"GET", "HEAD", "POST"})


def observed(application: Application) -> Application:
    """Give requests an id, and measure how long the answers take."""

    async def wrapped(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] not in {"http", "websocket"}:
            await application(scope, receive, send)
            return
        request_id = secrets.token_hex(8)
        work.begin(request_id)
        if scope["type"] == "websocket":
            await application(scope, receive, send)
            return
        began, status = time.perf_counter(), 500  # 500 if the application raises

        async def numbered(message: Any) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = [*message.get("headers", ()), (b"x-request-id", request_id.encode())]
                message = message | {"headers": headers}
            await send(message)

        try:
            await application(scope, receive, numbered)
        finally:
            method = scope["method"] if scope["method"] in METHODS else "other"
            taken = metrics.requests.labels(method, f"{status // 100}xx")
            taken.observe(time.perf_counter() - began)

    return wrapped
