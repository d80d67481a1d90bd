"""The notifier finds notices that are due, and hands them to the ways that users have chosen.

It looks on a thread of its own beside the worker, at each new notice and when something is due, and
keeps nothing in memory. Its decisions are in the database before the worker sends anything.
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
"""Maximum pause between two looks: no seat becomes due sooner than that."""

SHORTEST_PAUSE = timedelta(seconds=1)
"""Minimum pause unless a notice wakes it: a seat or notice that failed stays due."""

LOOKED_AT_AT_ONCE = 50
"""Maximum number of seats, notices and users of one look, so that others have their turn again."""


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
    """Return the query for the earliest moment in a field of some rows, up to a limit."""
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
    """Look until `stopping` is set; what is begun is finished."""
    woken = asyncio.Event()
    async with asyncio.TaskGroup() as tasks:
        listening = tasks.create_task(listen(NOTIFIER_GROUP, woken.set))
        looking = tasks.create_task(_look_again(woken, stopping))
        await stopping.wait()
        woken.set()
        await looking
        await end([listening])


async def _look_again(woken: asyncio.Event, stopping: asyncio.Event) -> None:
    # A thread of its own, and so a connection that stays open between two looks.
    with ThreadPoolExecutor(1, "notifier") as thread:
        look_there = sync_to_async(look, thread_sensitive=False, executor=thread)
        while not stopping.is_set():
            woken.clear()
            await happened(woken, await look_there())


def look() -> float:
    """Do everything due; return the seconds until the next look."""
    try:
        return 0 if notify_all_due() else _until_due()
    except Exception:
        logger.exception("The notifier could not look")
        connection.close()  # it may be broken; the next look opens another
        return SHORTEST_PAUSE.total_seconds()


def _until_due() -> float:
    """Return the seconds until something is due, within the two pauses above."""
    now = clock.now()
    latest = now + LONGEST_PAUSE
    # Notices other than of analyses wake the notifier by themselves.
    analyses = [created_at + SURE for created_at in _fresh_times(latest - SURE)]
    due_at = min([*_seat_times(latest), *_mail_times(latest), *analyses], default=latest)
    return max(due_at - now, SHORTEST_PAUSE).total_seconds()


def notify_all_due() -> bool:
    """Do everything due. Return whether there may be more to do at once."""
    now = clock.now()
    seats = _seats_due_at(now)
    # Pages that still wait for an analysis show it, and note that it is read.
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
    """Hand a new notice to the ways that its reader has chosen, once."""
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
    """Return the webhooks of a notice's table. They get the end of a game once."""
    if notice.game is None or notice.kind in (Notice.Kind.INVITATION, Notice.Kind.ANALYSIS):
        return []
    # Locked, so that the notices of two players that are spread at the same time see each other.
    hooks = Webhook.objects.select_for_update().filter(game=notice.game, off_since=None)
    # A table may have passed to another creator since somebody named its webhook.
    found = list(hooks.filter(user=notice.game.creator_id))
    if notice.kind != Notice.Kind.GAME_OVER:
        return found
    if not notice.game.is_finished:  # only for its reader, whose seat a bot has taken over
        return []
    earlier = Delivery.objects.filter(webhook__in=found, notice__kind=Notice.Kind.GAME_OVER)
    return [] if earlier.exists() else found


def _tried(act: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> bool:
    """Do one thing that is due; return whether it succeeded. The others are done anyway."""
    try:
        act(*args, **kwargs)
    except Exception:
        logger.exception("Could not tell what is due: %s%s", act.__name__, args)
        return False
    return True
