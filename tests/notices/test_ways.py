"""Slow addresses hold up their own notices, and nobody else's."""

import asyncio
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from accounts.models import User
from games import worker
from games.broadcast import wake_worker
from games.models import Game, Notice
from games.notices import outgoing, push, ways
from games.notices.models import Delivery, PushSubscription, Webhook
from games.notices.sending import NotDelivered
from games.notices.ways import Way, site_of
from games.notices.webhooks import new_secret
from tests.each_case import each_case
from tests.games.factories import make_running_game
from tests.games.tables import make_user
from tests.notices.receivers import receiving

pytestmark = pytest.mark.django_db

WAITING, SENT = Delivery.State.WAITING, Delivery.State.SENT


def news(user: User, **target: Any) -> Delivery:
    """Return what is to be sent to a user: that it is their turn."""
    game: Game = make_running_game(user, make_user())
    notice = Notice.objects.create(user=user, kind=Notice.Kind.TURN, game=game)
    return Delivery.objects.create(notice=notice, **target)


def post_to(url: str, user: User | None = None) -> Delivery:
    """Return what is to be posted to this address, of a new user unless one is named."""
    user = user or make_user()
    hook, _ = Webhook.objects.get_or_create(
        user=user, game=None, defaults={"url": url, "secret": new_secret()}
    )
    return news(user, webhook=hook)


def way_by(send: Callable[[Delivery], object]) -> Way:
    return Way("webhook", "url", send)


def together() -> int:
    """Send what waits, and all that may be sent while it is; return how many that were."""
    begun: list[Delivery] = []

    def send(delivery: Delivery) -> None:
        begun.append(delivery)
        way.send_next()
        raise NotDelivered

    way = way_by(send)
    way.send_next()
    return len(begun)


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_a_push_goes_out_while_all_webhooks_hang(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.OUTGOING_MAY_STAY_HERE = True
    monkeypatch.setattr(outgoing, "TIMEOUT", (3, 120))  # they hang until the test lets them answer
    monkeypatch.setattr(outgoing, "LONGEST_ANSWER", 120)
    pushed: list[Notice] = []
    monkeypatch.setattr(push, "send", lambda browser, notice: pushed.append(notice))

    def push_something() -> None:
        user = make_user()
        ends_at = timezone.now() + timedelta(days=1)
        browser = PushSubscription.objects.create(user=user, endpoint="x", ends_at=ends_at)
        news(user, push=browser)
        wake_worker()

    async def scene() -> None:
        stopping = asyncio.Event()
        working = asyncio.create_task(worker.run(stopping))
        await until(lambda: len(receiver.posts) == ways.AT_ONE_SITE)
        await sync_to_async(push_something)()
        await until(lambda: len(pushed) == 1)
        receiver.answers_now.set()
        await until(lambda: len(receiver.posts) == len(waiting))
        stopping.set()
        await working

    with receiving() as receiver:
        receiver.answers_now.clear()
        waiting = [post_to(receiver.url) for _ in range(8)]
        asyncio.run(scene())
    assert set(Delivery.objects.values_list("state", flat=True)) == {SENT}


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not is_so():
            await asyncio.sleep(0.01)


def test_a_look_that_finds_nothing_due_asks_the_database_once(
    django_assert_num_queries: Any,
) -> None:
    delivery = post_to("https://a.example/")
    Delivery.objects.update(due_at=timezone.now() + timedelta(minutes=1))
    with django_assert_num_queries(1):
        assert not way_by(lambda it: None).send_next()
    Delivery.objects.update(due_at=timezone.now())
    assert way_by(lambda it: None).send_next()
    delivery.refresh_from_db()
    assert delivery.state == SENT


def test_a_user_has_one_delivery_sent_at_a_time_whatever_the_addresses() -> None:
    user = make_user()
    post_to("https://a.example/", user)
    table = make_running_game(user, make_user(), creator=user)
    hook = Webhook.objects.create(user=user, game=table, url="https://b.example/")
    news(user, webhook=hook)
    assert together() == 1


def test_few_deliveries_go_to_one_site_at_a_time_and_others_pass_them() -> None:
    for number in range(ways.AT_ONE_SITE + 2):
        post_to(f"https://{number}.slow.example/")
    assert together() == ways.AT_ONE_SITE
    for number in range(3):
        post_to(f"https://hook.site-{number}.example/")
    assert together() == ways.AT_ONE_SITE + 3


@each_case(
    ("one", "other", "same"),
    [
        ("a.evil.example", "b.c.evil.example", True),
        ("evil.example", "a.evil.example", True),
        ("evil.example", "good.example", False),
        ("93.184.216.34", "94.184.216.34", False),
        ("2606:2800::1", "2606:2800::2", False),
        ("localhost", "localhost", True),
    ],
)
def test_names_below_the_same_one_are_one_site(one: str, other: str, *, same: bool) -> None:
    assert (site_of(one) == site_of(other)) == same


@pytest.mark.parametrize("arrives", [True, False])
def test_a_host_that_was_slow_rests_and_others_do_not(
    monkeypatch: pytest.MonkeyPatch, *, arrives: bool
) -> None:
    now = 1000.0
    monkeypatch.setattr(ways, "monotonic", lambda: now)
    posted: list[str] = []

    def send(delivery: Delivery) -> None:
        nonlocal now
        assert delivery.webhook is not None
        posted.append(delivery.webhook.url)
        if "slow" in delivery.webhook.url:
            now += ways.SLOW_AFTER + 1
        if not arrives:
            raise NotDelivered(for_good=True)

    way = way_by(send)
    for url in ("https://slow.example/1", "https://slow.example/2", "https://quick.example/"):
        post_to(url)
    while way.send_next():
        pass
    assert posted == ["https://slow.example/1", "https://quick.example/"]
    now += ways.REST + 1
    assert way.send_next()
    assert posted[2:] == ["https://slow.example/2"]


def test_who_has_waited_the_longest_comes_first() -> None:
    posted: list[Delivery] = []
    first, second = post_to("https://a.example/"), post_to("https://b.example/")
    Delivery.objects.filter(pk=first.pk).update(due_at=second.due_at + timedelta(seconds=-1))
    third = post_to("https://c.example/")
    Delivery.objects.filter(pk=third.pk).update(due_at=second.due_at + timedelta(seconds=-2))
    way = way_by(posted.append)
    while way.send_next():
        pass
    assert posted == [third, first, second]


def test_what_fails_before_it_is_sent_lets_others_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    broken, sound = post_to("https://a.example/"), post_to("https://b.example/")
    posted: list[Delivery] = []

    def is_closed(user: User) -> bool:
        assert broken.webhook is not None
        if user == broken.webhook.user:
            raise ValueError("odd")
        return False

    monkeypatch.setattr(User, "is_closed", property(is_closed))
    way = way_by(posted.append)
    with pytest.raises(ValueError, match="odd"):
        way.send_next()
    assert way.send_next()
    assert not way.send_next()
    assert posted == [sound]
    broken.refresh_from_db()
    assert broken.state == WAITING
