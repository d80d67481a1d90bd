"""The notifier gives notices that are due, and has them sent in the ways that users have chosen.

It runs on a thread of its own beside the worker, at each new notice and when something is due. All
its decisions are in the database, from which the worker sends.
"""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Any, ParamSpec

from asgiref.sync import sync_to_async
from django.db import connection, transaction
from django.db.models import Q, QuerySet

from accounts.models import Channel
from accounts.preferences import preferences_of
from accounts.statements import Select
from games.broadcast import NOTIFIER_GROUP, wake_worker
from games.models import Game, Notice, Seat
from games.notices import digests, mail
from games.notices.models import Delivery, Webhook
from games.services.notices import SURE, TELL_AFTER, look_at_seat
from operations import clock
from operations.waking import end, happened, listen

P = ParamSpec("P")

logger = logging.getLogger(__name__)

LONGEST_PAUSE = TELL_AFTER
"""Maximum pause between two looks. A seat needs at least this time to become due."""

SHORTEST_PAUSE = timedelta(seconds=1)
"""Minimum pause unless a new notice wakes the notifier: a seat or notice that fails stays due."""

LOOKED_AT_AT_ONCE = 50
"""Maximum numbers of seats, of notices and of users in one look, so that all get their turn."""


_seats_due_at = Select(
    lambda now: (
        Seat.objects.filter(tell_at__lte=now, user__isnull=False)
        .order_by("tell_at")
        .values_list("game__code", "pk")[:LOOKED_AT_AT_ONCE]
    ),
    datetime,
)
_fresh_without_analyses_after = Select(
    lambda since: (
        Notice.objects.filter(spread_at=None)
        .exclude(kind=Notice.Kind.ANALYSIS, created_at__gt=since)
        .order_by("created_at")
        .values_list("pk", flat=True)[:LOOKED_AT_AT_ONCE]
    ),
    datetime,
)


def _times(rows: QuerySet[Any], field: str) -> Select[datetime]:
    """Return a query for the earliest moment of a field that is not after a given moment."""
    return Select(
        lambda until: (
            rows.filter(Q((f"{field}__lte", until)))
            .order_by(field)
            .values_list(field, flat=True)[:1]
        ),
        datetime,
    )


_seat_times = _times(Seat.objects.filter(user__isnull=False), "tell_at")
_mail_times = _times(Notice.objects.all(), "mail_at")
_fresh_times = _times(Notice.objects.filter(spread_at=None), "created_at")


async def run(stopping: asyncio.Event) -> None:
    """Look for due notices until `stopping` is set, and finish the last look."""
    woken = asyncio.Event()
    async with asyncio.TaskGroup() as tasks:
        listening = tasks.create_task(listen(NOTIFIER_GROUP, woken.set))
        looking = tasks.create_task(_look_again(woken, stopping))
        await stopping.wait()
        woken.set()
        await looking
        await end([listening])


async def _look_again(woken: asyncio.Event, stopping: asyncio.Event) -> None:
    # A thread of its own keeps the database connection open between two looks.
    with ThreadPoolExecutor(1, "notifier") as thread:
        look_there = sync_to_async(look, thread_sensitive=False, executor=thread)
        while not stopping.is_set():
            woken.clear()
            await happened(woken, await look_there())


def look() -> float:
    """Handle everything that is due; return the seconds until the next look."""
    try:
        return 0 if notify_all_due() else _until_due()
    except Exception:
        logger.exception("The notifier could not look")
        connection.close()  # it may be broken; the next look opens a new one
        return SHORTEST_PAUSE.total_seconds()


def _until_due() -> float:
    """Return the seconds until something is due, between the minimum and maximum pause."""
    now = clock.now()
    latest = now + LONGEST_PAUSE
    # Only notices of analyses wait; all others wake the notifier at once.
    analyses = [created_at + SURE for created_at in _fresh_times(latest - SURE)]
    due_at = min([*_seat_times(latest), *_mail_times(latest), *analyses], default=latest)
    return max(due_at - now, SHORTEST_PAUSE).total_seconds()


def notify_all_due() -> bool:
    """Handle everything that is due. Return whether there may be more to do at once."""
    now = clock.now()
    seats = _seats_due_at(now)
    # Notices of analyses wait for pages that show the analysis and mark the notice as read.
    notices = _fresh_without_analyses_after(now - SURE)
    people = digests.people_due(LOOKED_AT_AT_ONCE)
    done = [
        *(_tried(_look_at, code, pk) for code, pk in seats),
        *(_tried(_spread, pk) for pk in notices),
        *(_tried(digests.prepare, pk) for pk in people),
    ]
    return all(done) and LOOKED_AT_AT_ONCE in (len(seats), len(notices), len(people))


def _look_at(code: str, pk: int) -> None:
    with transaction.atomic():
        game = Game.objects.select_for_update().get(code=code)
        seat = game.seats.select_related("user").filter(pk=pk).first()
        if seat is not None:
            look_at_seat(game, seat)


@transaction.atomic
def _spread(pk: int) -> None:
    """Queue a new notice, once, for each way that its reader has chosen."""
    fresh = Notice.objects.select_for_update(skip_locked=True, of=("self",))
    notice = fresh.select_related("user", "game").filter(pk=pk, spread_at=None).first()
    if notice is None:
        return
    notice.spread_at = clock.now()
    if notice.is_open:
        wanted = preferences_of(notice.user).channels_for(notice.kind)
        if deliveries := _deliveries(notice, wanted):
            Delivery.objects.bulk_create(deliveries)
            wake_worker()
        if Channel.MAIL in wanted and mail.address_of(notice.user) is not None:
            notice.mail_at = notice.created_at + mail.WAIT
    notice.save(update_fields=["spread_at", "mail_at"])


def _deliveries(notice: Notice, wanted: frozenset[str]) -> list[Delivery]:
    found = list[Delivery]()
    if Channel.PUSH in wanted:
        browsers = notice.user.push_subscriptions.filter(ends_at__gt=clock.now())
        found += [Delivery(notice=notice, push=browser) for browser in browsers]
    if Channel.WEBHOOK in wanted:
        own = notice.user.webhooks.filter(game=None, off_since=None)
        found += [Delivery(notice=notice, webhook=webhook) for webhook in own]
    found += [Delivery(notice=notice, webhook=each) for each in _table_webhooks(notice)]
    return found


def _table_webhooks(notice: Notice) -> list[Webhook]:
    """Return the webhooks of a notice's table. The end of a game is posted to them only once."""
    if notice.game is None or notice.kind in (Notice.Kind.INVITATION, Notice.Kind.ANALYSIS):
        return []
    # Locked, so that of two players' notices of the same end only the first is sent.
    hooks = Webhook.objects.select_for_update().filter(game=notice.game, off_since=None)
    # A webhook works only while its user is the table's creator, which may change.
    found = list(hooks.filter(user=notice.game.creator_id))
    if notice.kind != Notice.Kind.GAME_OVER:
        return found
    if not notice.game.is_finished:  # a bot took the reader's seat over: news for the reader only
        return []
    earlier = Delivery.objects.filter(webhook__in=found, notice__kind=Notice.Kind.GAME_OVER)
    return [] if earlier.exists() else found


def _tried(act: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> bool:
    """Call `act` and log errors, so that other due work goes on. Return whether it succeeded."""
    try:
        act(*args, **kwargs)
    except Exception:
        logger.exception("Could not tell what is due: %s%s", act.__name__, args)
        return False
    return True
