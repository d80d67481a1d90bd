"""The ways of notices to users, each on threads of its own, so that none waits for another.

Waiting deliveries are rows (`Sending`). Those that are being sent are known in memory alone, so
each process that sends has the limits below for itself.
"""

from collections import Counter
from collections.abc import Callable
from datetime import datetime
from threading import Lock
from time import monotonic
from typing import NamedTuple
from urllib.parse import urlsplit

from django.db.models import Min, Q

from accounts.statements import Select
from games.notices import mail
from games.notices.models import Delivery, Mailing
from games.notices.sending import send_once
from operations import clock

AT_ONE_SITE = 2
"""Maximum number of deliveries of a way that are sent to the same site at the same time."""

SLOW_AFTER = 5.0
"""Seconds. A host that keeps a delivery waiting for longer rests."""

REST = 60.0
"""Seconds without deliveries to a host that was slow."""


_due = Select(
    lambda now: Delivery.objects.filter(state=Delivery.State.WAITING, due_at__lte=now).values_list(
        "pk", flat=True
    )[:1],
    datetime,
)


class Taken(NamedTuple):
    """A delivery that is being sent: its id, the id of its user, and the host."""

    delivery: int
    user: int
    host: str


class Way:
    """Sends deliveries to addresses that people name.

    Slow ones must not hold up others: each user has one delivery sent at a time and each site a
    few, and a host that was slow rests.
    """

    def __init__(self, target: str, address: str, send: Callable[[Delivery], object]) -> None:
        self._target = target  # the field of a delivery with the recipient
        self._address = address  # the field there with the address
        self._send = send
        self._lock = Lock()
        self._sending: list[Taken] = []
        self._resting: dict[str, float] = {}

    def send_next(self) -> bool:
        """Send the delivery that has waited longest and may be sent now. Return whether one had."""
        # A delivery that waits for this one is the next of the same thread.
        with self._lock:
            taken = self._find()
            if taken is None:
                return False
            self._sending.append(taken)

        def send(delivery: Delivery) -> None:
            began = monotonic()
            try:
                self._send(delivery)
            finally:
                if monotonic() - began > SLOW_AFTER:
                    with self._lock:
                        self._resting[taken.host] = monotonic() + REST

        try:
            send_once(Delivery, taken.delivery, is_needed=_is_needed, send=send)
        finally:
            with self._lock:
                self._sending.remove(taken)
        return True

    def _find(self) -> Taken | None:
        if not _due(clock.now()):
            return None  # usually; the rest costs more, and many threads look
        now = monotonic()
        for host in [host for host, until in self._resting.items() if until <= now]:
            del self._resting[host]
        sites = Counter(site_of(taken.host) for taken in self._sending)
        for delivery, user, address in self._first_of_each():
            host = urlsplit(address).hostname or ""
            if host not in self._resting and sites[site_of(host)] < AT_ONE_SITE:
                return Taken(delivery, user, host)
        return None

    def _first_of_each(self) -> list[tuple[int, int, str]]:
        """Return the first delivery for each address of users who have none sent just now."""
        user, address = f"{self._target}__user", f"{self._target}__{self._address}"
        due = Delivery.objects.filter(
            Q((f"{self._target}__isnull", False)),
            state=Delivery.State.WAITING,
            due_at__lte=clock.now(),
        )
        free = due.exclude(Q((f"{user}__in", [taken.user for taken in self._sending])))
        each = free.values(user, address).annotate(first=Min("pk"), since=Min("due_at"))
        return list(each.order_by("since", "first").values_list("first", user, address))


def site_of(host: str) -> str:
    """Return the common part of hosts of the same owner, who can make up any name below it."""
    is_number = ":" in host or host.replace(".", "").isdecimal()
    return host if is_number else ".".join(host.rsplit(".", 2)[-2:])


def _push(delivery: Delivery) -> None:
    from games.notices import push  # noqa: PLC0415 - brings much, and many sites send none

    if delivery.push is not None and delivery.notice is not None:
        push.send(delivery.push, delivery.notice)


def _post(delivery: Delivery) -> None:
    from games.notices import webhooks  # noqa: PLC0415 - likewise

    if delivery.webhook is not None:
        webhooks.post(delivery.webhook, delivery)


def _is_needed(delivery: Delivery) -> bool:
    webhook, notice = delivery.webhook, delivery.notice
    if webhook is not None and (webhook.off_since is not None or webhook.user.is_closed):
        return False
    if notice is None:
        return True
    if webhook is not None and webhook.game_id is not None:
        return notice.withdrawn_at is None  # it is also for others than its reader
    return notice.is_open


def send_mail() -> bool:
    """Send the mail that has waited the longest. Return whether there was one."""
    waiting = Mailing.objects.filter(state=Mailing.State.WAITING, due_at__lte=clock.now())
    first = waiting.order_by("due_at", "pk").values_list("pk", flat=True).first()
    if first is None:
        return False
    send_once(Mailing, first, is_needed=mail.is_needed, send=mail.send)
    return True


PUSHES = Way("push", "endpoint", _push)
WEBHOOKS = Way("webhook", "url", _post)

THREADS: list[tuple[str, Callable[[], bool]]] = [
    ("mails", send_mail),
    *[("pushes", PUSHES.send_next)] * 3,
    *[("webhooks", WEBHOOKS.send_next)] * 4,
]
"""The threads that send notices: a name, and the function each calls again and again."""
