from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import IO, Any

from asgiref.sync import sync_to_async
from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.db import close_old_connections
from django.http import FileResponse
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

# Number of requests that a process answers at the same time. More threads would only wait longer
# for each other: for the interpreter, and for the lock of SQLite.
THREADS = 8


class Handler(ASGIHandler):
    """Answers each request as a whole in one thread of a pool.

    All middleware and views here are synchronous. Django's own handler starts a thread, and with it
    a database connection, for each request, and returns to the event loop between any two hooks of
    middleware. For quick pages this took longer than the work itself.
    """

    def __init__(self) -> None:
        super().__init__()
        threads = ThreadPoolExecutor(THREADS, "request")
        self._answer_aside = sync_to_async(self._answer, thread_sensitive=False, executor=threads)

    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)

    async def handle(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        with closing(body):
            response = await self._answer_aside(scope, body)
            await self.send_response(response, send)
            if response.streaming:
                await sync_to_async(response.close)()

    def _answer(self, scope: Any, body: IO[bytes]) -> HttpResponseBase:
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=type(self), scope=scope)
        request, refusal = self.create_request(scope, body)
        response: Any = refusal if request is None else self.get_response(request)
        response._handler_class = type(self)
        if isinstance(response, FileResponse):
            response.block_size = self.chunk_size
        if response.streaming:
            close_old_connections()  # of this thread; `handle` closes the response after it is sent
        else:
            response.close()
        answer: HttpResponseBase = response
        return answer
