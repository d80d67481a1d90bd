"""The ways to send notices, each on threads of its own, so that no way waits for another.

Waiting deliveries are rows (`Sending`). Each process keeps in memory which deliveries it is
sending, so the limits below hold for each process.
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
"""Maximum number of deliveries of one way that are sent to the same site at the same time."""

SLOW_AFTER = 5.0
"""Seconds. A host that takes longer for a delivery gets no other one for `REST`."""

REST = 60.0
"""Seconds without deliveries to a host after a slow delivery."""


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
    """Sends deliveries to addresses that users entered.

    Slow hosts must not hold up others: only one delivery of each user is sent at a time, and
    `AT_ONE_SITE` to each site, and a slow host gets none for `REST`.
    """

    def __init__(self, target: str, address: str, send: Callable[[Delivery], object]) -> None:
        self._target = target  # the field of Delivery that holds the recipient
        self._address = address  # the field of the recipient that holds the address
        self._send = send
        self._lock = Lock()
        self._sending: list[Taken] = []
        self._resting: dict[str, float] = {}

    def send_next(self) -> bool:
        """Send the longest waiting delivery that may be sent now. Return whether there was one."""
        # Deliveries that this one holds up are found when the same thread looks again.
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
            return None  # the usual case: the query below costs more, and many threads look
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
        """Return the first due delivery for each address, for users with none being sent now."""
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
    """Return the last two parts of a host's name: its owner can make up any name below them."""
    is_number = ":" in host or host.replace(".", "").isdecimal()
    return host if is_number else ".".join(host.rsplit(".", 2)[-2:])


def _push(delivery: Delivery) -> None:
    from games.notices import push  # noqa: PLC0415 - imports much, and many sites send none

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
        return notice.withdrawn_at is None  # others get it, too, even after its reader has read it
    return notice.is_open


def send_mail() -> bool:
    """Send the mail that has been due for the longest time. Return whether there was one."""
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
"""The threads that send notices: for each, its name and the function that it calls repeatedly."""
