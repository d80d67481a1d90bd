"""The worker sleeps until it is told that there is work, and looks by itself now and then."""

import asyncio
from collections.abc import Callable
from time import monotonic

import pytest
from asgiref.sync import sync_to_async
from django.db import connection, transaction
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from games import worker
from games.pictures import animations
from games.pictures.tasks import draw_animation

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]

LONG = 60.0


@pytest.fixture(autouse=True)
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list of what is drawn, which is nothing real."""
    found: list[int] = []
    monkeypatch.setattr(animations, "draw", found.append)
    return found


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return a list of when the worker looked for pictures to draw."""
    found: list[float] = []
    work_off = worker.work_off

    def noted() -> bool:
        found.append(monotonic())
        return work_off()

    monkeypatch.setattr(worker, "work_off", noted)
    return found


async def until(there: object, *, seconds: float = 5) -> None:
    """Wait until a list has something in it."""
    async with asyncio.timeout(seconds):
        while not there:
            await asyncio.sleep(0.01)


def work_while(queue: Callable[[], object], looks: list[float], drawn: list[int]) -> None:
    """Run a worker, queue something for it when it sleeps, and stop it when that is drawn."""

    async def scene() -> None:
        stopping = asyncio.Event()
        working = asyncio.create_task(worker.run(stopping))
        await until(looks)
        await asyncio.sleep(0.1)
        await sync_to_async(queue)()
        await until(drawn)
        stopping.set()
        await working

    asyncio.run(scene())
    assert drawn == [7]


def test_a_task_that_is_queued_while_it_sleeps_begins_at_once(
    monkeypatch: pytest.MonkeyPatch, drawn: list[int], looks: list[float]
) -> None:
    monkeypatch.setattr(worker, "POLL", LONG)
    work_while(lambda: draw_animation.enqueue(7), looks, drawn)
    assert len(looks) <= 4, "it slept before and after"


def test_it_hears_of_a_task_when_the_transaction_is_through(
    monkeypatch: pytest.MonkeyPatch, drawn: list[int], looks: list[float]
) -> None:
    monkeypatch.setattr(worker, "POLL", LONG)

    def queue() -> None:
        with transaction.atomic():
            draw_animation.enqueue(7)
            assert not drawn

    work_while(queue, looks, drawn)


def test_what_it_was_not_told_of_it_finds_by_itself(
    monkeypatch: pytest.MonkeyPatch, drawn: list[int], looks: list[float]
) -> None:
    monkeypatch.setattr(worker, "POLL", 0.3)
    monkeypatch.setattr("games.broadcast.get_channel_layer", lambda: None)
    work_while(lambda: draw_animation.enqueue(7), looks, drawn)


def test_while_it_waits_it_keeps_no_connection_that_others_can_use(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(worker, "POLL", 0.01)
    kept: list[bool] = []

    def look() -> bool:
        kept.append(connection.connection is not None)
        return DBTaskResult.objects.exists()

    monkeypatch.setattr(worker, "work_off", look)

    async def scene() -> None:
        stopping = asyncio.Event()
        working = asyncio.create_task(worker.run(stopping))
        async with asyncio.timeout(5):
            while len(kept) < 2:
                await asyncio.sleep(0.01)
        stopping.set()
        await working

    asyncio.run(scene())
    assert kept[1] == (connection.vendor == "sqlite"), "only PostgreSQL's are shared"


def test_told_to_stop_it_finishes_what_it_has_begun(
    monkeypatch: pytest.MonkeyPatch, looks: list[float]
) -> None:
    monkeypatch.setattr(worker, "POLL", LONG)
    begun: list[int] = []
    draw_animation.enqueue(7)
    draw_animation.enqueue(8)

    async def scene() -> None:
        loop = asyncio.get_running_loop()
        stopping = asyncio.Event()

        def draw(pk: int) -> None:
            begun.append(pk)
            loop.call_soon_threadsafe(stopping.set)

        monkeypatch.setattr(animations, "draw", draw)
        async with asyncio.timeout(5):
            await worker.run(stopping)

    asyncio.run(scene())
    assert begun[0] == 7
    statuses = set(DBTaskResult.objects.values_list("status", flat=True))
    assert TaskResultStatus.RUNNING not in statuses


def test_part_of_a_server_it_rests_after_each_game_that_it_has_explained(
    monkeypatch: pytest.MonkeyPatch, looks: list[float], drawn: list[int]
) -> None:
    explained: list[float] = []

    def explain_next() -> bool:
        explained.append(monotonic())
        return True

    monkeypatch.setattr(worker, "explain_next", explain_next)

    async def scene() -> None:
        stopping = asyncio.Event()
        working = asyncio.create_task(worker.run(stopping, rest=LONG))
        await until(explained)
        await sync_to_async(draw_animation.enqueue)(7)
        await until(drawn)
        stopping.set()
        await working

    asyncio.run(scene())
    assert len(explained) == 1
