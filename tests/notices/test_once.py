"""Whatever people do, and whatever fails: of each turn that waits a person is told once, or not."""

from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from unittest import mock

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.conf import settings as django_settings
from django.core import mail as django_mail
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from accounts.models import Channel, NoticeKind
from accounts.preferences import preferences_of, save_preferences
from games import presence
from games.models import Game, Notice, SignOfLife
from games.notices import notifier, push, webhooks
from games.notices.models import Delivery, PushSubscription, Webhook
from games.notices.sending import NotDelivered
from games.services.notices import OF_A_WAIT, SURE
from tests.games.days import NOON
from tests.games.tables import client_of, running_table, user_at
from tests.games.test_clocks import refereed
from tests.notices.telling import SLOW, pass_turn, turn_player, work

ANN, BOB = 0, 1
SECONDS = [1, 6, 70, 700, 90_000]
USUAL: list[tuple[str, int | str]] = [("act", 0), *(("wait", seconds) for seconds in SECONDS)]
RARE: list[tuple[str, int | str]] = [
    ("look", 0),
    *(("page in sight", device) for device in range(2)),
    *(("page hidden", device) for device in range(2)),
    ("visit", 0),  # of another page
    *(("switch", channel.value) for channel in Channel),
    *((change, way) for change in ("fails", "works") for way in ("push", "webhook")),
]
STEPS = st.one_of(st.sampled_from(USUAL), st.sampled_from(USUAL), st.sampled_from(RARE))


class World:
    """A game turn by turn, of which Ann is told on two devices, by webhook and by mail."""

    def __init__(self) -> None:
        self.now = NOON
        self.failing: set[str] = set()
        self.sent: Counter[tuple[int, str]] = Counter()

    def begin(self, devices: str) -> None:
        # Of all games the one with the shortest turns. Notices do not depend on the game.
        self.game = running_table(2, kind="pig", time_control=SLOW.to_json())
        self.ann = user_at(self.game, ANN)
        joined = NOON - timedelta(days=30)
        type(self.ann).objects.filter(pk=self.ann.pk).update(date_joined=joined)
        EmailAddress.objects.create(user=self.ann, email="ann@example.org", verified=True)
        for device in devices:
            PushSubscription.objects.create(
                user=self.ann,
                device=device,
                endpoint=f"https://push.example/{device}",
                ends_at=NOON + timedelta(days=365),
            )
        Webhook.objects.create(user=self.ann, url="https://hook.example/")
        self.devices = [client_of(self.ann) for _ in "ab"]
        if turn_player(self.game) == ANN:
            pass_turn(self.game)

    def time(self) -> datetime:
        return self.now

    def push(self, browser: PushSubscription, notice: Notice) -> None:
        self._send(notice, f"push {browser.device}")

    def post(self, webhook: Webhook, delivery: Delivery) -> None:
        assert delivery.notice is not None
        self._send(delivery.notice, "webhook")

    def _send(self, notice: Notice, target: str) -> None:
        assert Notice.objects.get(pk=notice.pk).is_open, "nothing is sent of what is over"
        if target.split(maxsplit=1)[0] in self.failing:
            raise NotDelivered
        self.sent[notice.pk, target] += 1

    # What may happen

    def wait(self, seconds: int) -> None:
        self.now += timedelta(seconds=seconds)
        SignOfLife.objects.update_or_create(role="referee", defaults={"seen_at": self.now})
        refereed(self.game)
        if self.has_it_in_sight:
            self._beat()

    def act(self, _number: int) -> None:
        now = Game.objects.get(pk=self.game.pk)
        if now.is_running:
            pass_turn(now)

    def look(self, device: int) -> None:
        """Open the page. Where nothing is newer than what it has, nothing is drawn."""
        version = Game.objects.values_list("version", flat=True).get(pk=self.game.pk)
        self.devices[device].get(
            self.game.get_absolute_url(), {"have": version}, headers={"HX-Request": "true"}
        )

    def page_in_sight(self, device: int) -> None:
        self.look(device)
        presence.here.setdefault(self.place, Counter())[f"{self.key} {device}"] = 1
        self._count_sight()
        self._beat()

    def page_hidden(self, device: int) -> None:
        if presence.here.get(self.place, Counter()).pop(f"{self.key} {device}", None):
            self._beat()
        self._count_sight()

    def _beat(self) -> None:
        presence._seen.setdefault(self.place, {})[self.key] = self.now

    def _count_sight(self) -> None:
        pages = presence.here.get(self.place, Counter())
        pages.pop(self.key, None)
        if pages:
            pages[self.key] = 1

    @property
    def key(self) -> str:
        return presence.user_key(self.ann.pk)

    @property
    def place(self) -> str:
        return self.game.code + presence.IN_SIGHT

    @property
    def has_it_in_sight(self) -> bool:
        return bool(presence.here.get(self.place))

    def visit(self, _number: int) -> None:
        UserSession.objects.update_or_create(
            session_key="of-ann",
            defaults={"user": self.ann, "ip": "127.0.0.1", "last_seen_at": self.now},
        )

    def switch(self, channel: str) -> None:
        wanted = preferences_of(self.ann).channels_for(NoticeKind.TURN) ^ {channel}
        chosen = {kind: sorted(wanted) for kind in (NoticeKind.TURN, NoticeKind.LOW_TIME)}
        save_preferences(self.ann, channels=chosen)

    def fails(self, way: str) -> None:
        self.failing.add(way)

    def works(self, way: str) -> None:
        self.failing.discard(way)

    # What the site does by itself, each time twice: two notifiers, two workers

    def tell_and_send(self) -> None:
        for _ in range(2):
            while notifier.notify_all_due():
                pass
            work()


class Waits:
    """What is known of Ann's turns: when each began to wait, and when she saw that it did."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.began: dict[int, datetime] = {}
        self.seen: dict[int, datetime] = {}
        self.digests_at_visit = 0

    def note(self, step: str) -> None:
        world, seat = self.world, self.world.game.seats.get(player=ANN)
        if seat.to_move:
            self.began.setdefault(seat.waits_from, world.now)
            if world.has_it_in_sight or step in ("look", "page in sight"):
                self.seen.setdefault(seat.waits_from, world.now)
        if step == "visit":
            self.digests_at_visit = world.ann.mailings.filter(kind="digest").count()

    def check(self) -> None:
        world, seat = self.world, self.world.game.seats.get(player=ANN)
        told = list(Notice.objects.filter(user=world.ann, kind__in=OF_A_WAIT))
        for turn, began in self.began.items():
            of_wait = [notice for notice in told if notice.turn == turn]
            of_turn = [notice for notice in of_wait if notice.kind == NoticeKind.TURN]
            assert len(of_turn) <= 1, "one notice for each turn that waits"
            waits = seat.to_move and seat.waits_from == turn
            if turn in self.seen:
                late = [notice for notice in of_turn if notice.created_at > self.seen[turn]]
                assert not late, "who has seen it is not told"
            elif waits and world.now >= began + SURE:
                assert of_wait, "who has not is"
            if not waits:
                assert all(notice.withdrawn_at for notice in of_wait), "withdrawn when she acts"
        unread = any(notice.is_open for notice in told)
        assert not (world.has_it_in_sight and unread), "read where she looks"
        assert set(world.sent.values()) <= {1}, "never twice"
        self.check_mails()

    def check_mails(self) -> None:
        world = self.world
        mailings = world.ann.mailings.prefetch_related("notices")
        made = sum(mailing.kind == "digest" for mailing in mailings)
        assert made <= self.digests_at_visit + 1, "one digest until she visits again"
        assert len(django_mail.outbox) <= len(mailings), "never twice"
        pushed = {pk for pk, target in world.sent if target.startswith("push")}
        for mailing in mailings:
            named = {notice.pk for notice in mailing.notices.all()}
            assert named - pushed, "a mail is for what no push has told"


@pytest.mark.skipif(bool(django_settings.REDIS_URL), reason="Redis has a clock of its own")
class OnceTest(TestCase):
    @settings(max_examples=30)
    @given(st.sampled_from(["", "ab"]), st.lists(STEPS, min_size=10, max_size=40))
    def test_a_turn_that_waits_is_told_once_whatever_happens(
        self, devices: str, steps: list[tuple[str, int | str]]
    ) -> None:
        world = World()
        with (
            mock.patch.object(timezone, "now", world.time),
            mock.patch.object(push, "send", world.push),
            mock.patch.object(webhooks, "post", world.post),
            mock.patch.multiple(presence, here={}, _seen={}, _departed={}),
        ):
            world.begin(devices)
            presence._seen.clear()
            django_mail.outbox.clear()
            waits = Waits(world)
            for name, value in steps:
                world.now += timedelta(milliseconds=1)  # no two things happen at the same moment
                does: Callable[[int | str], None] = getattr(world, name.replace(" ", "_"))
                does(value)
                waits.note(name)
                world.tell_and_send()
                waits.check()
