"""How requests reach their views: from a message of the server to an answer, without a server."""

import asyncio
import io
import threading
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest
from asgiref.local import Local
from django.core.signals import request_finished, request_started

from accounts.models import User
from cantstop_site.handler import Handler
from tests.games.tables import client_of

Message = dict[str, Any]


def answer(
    handler: Handler, path: str, *messages: Message, method: str = "GET", **headers: str
) -> list[Message]:
    """Return what the handler sends to a client that says this, and then waits."""
    said = list(messages) or [{"type": "http.request", "body": b"", "more_body": False}]
    sent: list[Any] = []

    async def receive() -> Message:
        if not said:
            await asyncio.Event().wait()
        return said.pop(0)

    async def send(message: Mapping[str, Any]) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": b"",
        "headers": [(b"host", b"localhost")]
        + [(name.encode(), value.encode()) for name, value in headers.items()],
    }
    asyncio.run(handler(scope, receive, send))
    return sent


def body(sent: list[Message]) -> bytes:
    return b"".join(message.get("body", b"") for message in sent)


@contextmanager
def told(signal: Any, receiver: Any) -> Iterator[None]:
    signal.connect(receiver, weak=False)
    try:
        yield
    finally:
        signal.disconnect(receiver)


def test_a_page_is_made_on_one_thread_and_threads_are_used_again() -> None:
    began: list[int] = []
    ended: list[int] = []
    handler = Handler()
    with (
        told(request_started, lambda **_: began.append(threading.get_ident())),
        told(request_finished, lambda **_: ended.append(threading.get_ident())),
    ):
        for _ in range(20):
            sent = answer(handler, "/about/")
            assert sent[0]["status"] == 200
            assert b"</html>" in body(sent)
    assert began == ended
    assert threading.get_ident() not in began
    # Now and then one is not back in time for the next request.
    assert len(set(began)) < 10


def test_what_a_request_leaves_on_its_thread_the_next_one_does_not_find() -> None:
    noted, found = Local(), []

    def note(**_: Any) -> None:
        found.append(getattr(noted, "by", None))
        noted.by = "an earlier request"

    handler = Handler()
    with told(request_started, note):
        answer(handler, "/about/")
        answer(handler, "/about/")
    assert found == [None, None]


def test_a_form_that_comes_in_parts_is_read_whole() -> None:
    parts = (b"csrfmiddleware", b"token=x&kind=can", b"tstop")
    messages = [{"type": "http.request", "body": part, "more_body": True} for part in parts]
    read = []

    class Reading(Handler):
        def get_response(self, request: Any) -> Any:
            read.append(request.POST["kind"])
            return super().get_response(request)

    kind = {"content-type": "application/x-www-form-urlencoded"}
    answer(
        Reading(), "/games/play-now/", *messages, {"type": "http.request"}, method="POST", **kind
    )
    assert read == ["cantstop"]


def test_a_client_that_leaves_before_it_has_said_everything_gets_no_answer() -> None:
    began = {"type": "http.request", "body": b"kind=", "more_body": True}
    assert answer(Handler(), "/about/", began, {"type": "http.disconnect"}) == []


@pytest.mark.django_db(transaction=True)
def test_an_answer_sent_bit_by_bit_arrives_whole() -> None:
    client = client_of(User.objects.create_user("Ada"))
    token = client.get("/accounts/data/").cookies["csrftoken"].value
    cookies = f"sessionid={client.cookies['sessionid'].value}; csrftoken={token}"
    said = {"cookie": cookies, "x-csrftoken": token}
    sent = answer(Handler(), "/accounts/data/download/", method="POST", **said)
    assert sent[0]["status"] == 200
    assert zipfile.ZipFile(io.BytesIO(body(sent))).testzip() is None
