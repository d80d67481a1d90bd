"""Notices to browsers: what is sent and how, and which browsers get them."""

import json
from base64 import urlsafe_b64decode
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from http.server import BaseHTTPRequestHandler
from io import StringIO
from time import sleep
from typing import Any

import pytest
from django.core.management import call_command
from django.db.models.signals import pre_save
from django.test import Client
from django.utils import timezone
from py_vapid import Vapid02
from requests_hardened.ip_filter import InvalidIPAddress

from accounts.models import User
from accounts.sanctions.models import Sanction
from games.engine.time_control import Live, TurnByTurn
from games.models import Game, Notice
from games.notices import outgoing, push, ways
from games.notices.models import Delivery, PushSubscription, Sending
from games.notices.sending import NotDelivered
from games.notices.subscription_form import SubscriptionForm
from games.notices.subscriptions import MOST_BROWSERS, TRIES
from games.notices.vapid import new_private_key, public_key
from games.queries import games_waiting_for
from lifecycle.data_export import files_about
from lifecycle.retention import purge_due
from moderation.services import sanctions
from operations import clock
from tests.accounts.helpers import (
    OTHER_PASSWORD,
    PASSWORD,
    become_guest,
    confirmed,
    link_in_mail,
    sign_in,
    sign_up,
)
from tests.each_case import each_case
from tests.games.tables import make_user, running_table, user_at
from tests.html import elements, value
from tests.moderation.panel import member
from tests.notices.push_service import Keys, PushService, base64url, push_service

pytestmark = pytest.mark.django_db

SUBSCRIBE, UNSUBSCRIBE = "/notices/push/subscribe/", "/notices/push/unsubscribe/"
PUBLIC = "https://push.example.com/send/abc"


@pytest.fixture(autouse=True)
def key(settings: Any) -> None:
    settings.VAPID_PRIVATE_KEY = new_private_key()
    settings.CONTACT_EMAIL = "ada@example.org"


@pytest.fixture
def service(settings: Any) -> Iterator[PushService]:
    settings.OUTGOING_MAY_STAY_HERE = True
    with push_service() as running:
        yield running


@pytest.fixture
def ada() -> User:
    return User.objects.create_user("Ada", "ada@example.org", PASSWORD)


@pytest.fixture
def game() -> Game:
    return running_table()


def subscription(user: User, endpoint: str = PUBLIC, keys: Keys | None = None) -> PushSubscription:
    return PushSubscription.objects.create(
        user=user,
        device="a device",
        endpoint=endpoint,
        origin="https://dice.example.org",
        ends_at=timezone.now() + timedelta(days=30),
        **(keys or Keys()).told,
    )


def news(game: Game, **fields: Any) -> Notice:
    """Return a notice for the first player of a game, who is told that it waits for them."""
    user = user_at(game, 0)
    game.seats.filter(user=user).update(told="turn")
    return Notice.objects.create(user=user, kind=Notice.Kind.TURN, game=game, **fields)


def subscribe(client: Client, endpoint: str = PUBLIC) -> int:
    status: int = client.post(SUBSCRIBE, {"endpoint": endpoint, **Keys().told}).status_code
    return status


def holders() -> list[str]:
    """Return the users whose notices are shown in some browser."""
    return list(PushSubscription.objects.order_by("pk").values_list("user__username", flat=True))


# --- What is sent ---------------------------------------------------------------------------


def test_only_the_browser_can_read_what_is_sent(service: PushService, game: Game) -> None:
    keys, notice = Keys(), news(game)
    push.send(subscription(notice.user, f"{service.url}/abc", keys), notice)
    pushed = service.take()
    assert pushed.path == "/abc"
    assert pushed.headers["Content-Encoding"] == "aes128gcm"
    assert game.code.encode() not in pushed.body
    assert game.code not in str(pushed.headers)
    assert keys.read(pushed.body) == {
        "web_push": 8030,
        "notification": {
            "title": "Your turn",
            "body": f"Can't Stop with {user_at(game, 1).username}",
            "navigate": f"https://dice.example.org/games/{game.code}/",
            "tag": f"game-{game.code}",
            "renotify": True,
            "lang": "en",
            "dir": "ltr",
            "icon": "https://dice.example.org/static/games/icons/icon-192.png",
        },
        "app_badge": 1,
        "open": [f"game-{game.code}"],
    }


def test_the_push_service_learns_who_sends(service: PushService, game: Game) -> None:
    notice = news(game)
    push.send(subscription(notice.user, f"{service.url}/abc"), notice)
    header = service.take().headers["Authorization"]
    assert Vapid02.verify(header)
    assert header.endswith(f"k={public_key()}")
    claims = json.loads(urlsafe_b64decode(header.split(".")[1] + "=="))
    assert claims["aud"] == service.url
    assert claims["sub"] == "mailto:ada@example.org"
    assert 0 < claims["exp"] - timezone.now().timestamp() <= 24 * 3600


@pytest.mark.parametrize(
    ("site", "subject"),
    [("https://dice.example.org", "https://dice.example.org"), ("", "mailto:noreply@localhost")],
)
def test_a_site_without_a_contact_names_its_address(
    service: PushService, game: Game, settings: Any, site: str, subject: str
) -> None:
    settings.CONTACT_EMAIL, settings.SITE_URL = "", site
    notice = news(game)
    push.send(subscription(notice.user, service.url), notice)
    header = service.take().headers["Authorization"]
    assert json.loads(urlsafe_b64decode(header.split(".")[1] + "=="))["sub"] == subject


def test_a_newer_push_replaces_one_of_the_same_game_that_waits(
    service: PushService, game: Game
) -> None:
    notices = [news(game), news(game, turn=3), news(running_table())]
    topics = []
    for notice in notices:
        push.send(subscription(notice.user, f"{service.url}/{notice.pk}"), notice)
        topics.append(service.take().headers["Topic"])
    assert topics[0] == topics[1] != topics[2]
    assert len(topics[0]) <= 32


@pytest.mark.parametrize(
    ("timing", "left", "urgency", "kept"),
    [
        (None, None, "normal", timedelta(days=3)),
        (TurnByTurn(7), timedelta(days=5), "normal", timedelta(days=5)),
        (TurnByTurn(7), -timedelta(days=1), "normal", timedelta()),
        (Live(3600, 300), timedelta(hours=1), "high", timedelta(minutes=10)),
        (Live(3600, 300), timedelta(minutes=2), "high", timedelta(minutes=2)),
    ],
)
def test_a_push_waits_no_longer_than_the_clock_runs(
    service: PushService, game: Game, *, timing: Any, left: Any, urgency: str, kept: timedelta
) -> None:
    Game.objects.update(time_control=timing and timing.to_json())
    game.seats.update(due_at=left and timezone.now() + left)
    notice = Notice.objects.get(pk=news(game).pk)
    push.send(subscription(notice.user, service.url), notice)
    headers = service.take().headers
    assert headers["Urgency"] == urgency
    assert kept.total_seconds() - 5 <= int(headers["TTL"]) <= kept.total_seconds()


def test_a_push_says_what_else_is_news(service: PushService, game: Game) -> None:
    keys, notice = Keys(), news(game)
    other = Notice.objects.create(user=notice.user, kind="moderation", about="report")
    Notice.objects.create(
        user=notice.user, kind="moderation", about="report", read_at=timezone.now()
    )
    push.send(subscription(notice.user, service.url, keys), notice)
    told = keys.read(service.take().body)
    assert told["open"] == [f"moderation-{other.pk}", f"game-{game.code}"]
    assert told["app_badge"] == len(games_waiting_for(notice.user))


def test_even_the_longest_push_has_the_size_that_services_take(
    service: PushService, game: Game
) -> None:
    notice = news(game)
    Notice.objects.bulk_create(
        Notice(user=notice.user, kind="moderation", about="report") for _ in range(200)
    )
    push.send(subscription(notice.user, service.url), notice)
    assert len(service.take().body) < 4096


# --- What becomes of it ---------------------------------------------------------------------


def deliver(service: PushService, game: Game) -> Delivery:
    """Have the worker send a notice; return what it noted of that."""
    notice = news(game)
    browser = subscription(notice.user, f"{service.url}/abc")
    delivery = Delivery.objects.create(notice=notice, push=browser)
    try_again()
    return delivery


def try_again() -> None:
    """Have the worker send what waits, as if the time for it had come."""
    Delivery.objects.update(due_at=clock.now())
    ways.PUSHES.send_next()


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> datetime:
    """Let the clock of games stand still."""
    moment = timezone.now()
    monkeypatch.setattr(clock, "now", lambda: moment)
    return moment


def test_what_arrived_is_not_sent_again(service: PushService, game: Game) -> None:
    delivery = deliver(service, game)
    service.take()
    try_again()
    delivery.refresh_from_db()
    assert delivery.state == Sending.State.SENT
    assert service.is_empty


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_is_gone_is_forgotten(
    service: PushService, game: Game, status: int
) -> None:
    service.answer = (status, {})
    deliver(service, game)
    assert not PushSubscription.objects.exists()
    assert not Delivery.objects.exists()


@pytest.mark.parametrize(
    ("status", "asked", "wait"),
    [
        (429, "", timedelta(seconds=15)),
        (503, "120", timedelta(minutes=2)),
        (500, "99999999", timedelta(days=1)),
        (503, "nonsense", timedelta(seconds=15)),
        (503, "Wed, 21 Oct 2015 07:28:00 GMT", timedelta(seconds=15)),
        (503, "Wed, 21 Oct 2099 07:28:00 GMT", timedelta(days=1)),
        (503, "Wed, 21 Oct 2099 07:28:00 -0000", timedelta(seconds=15)),
    ],
)
def test_a_busy_service_is_asked_again_when_it_wants(
    service: PushService, game: Game, now: datetime, *, status: int, asked: str, wait: timedelta
) -> None:
    service.answer = (status, {"Retry-After": asked})
    delivery = deliver(service, game)
    delivery.refresh_from_db()
    assert delivery.state == Sending.State.WAITING
    assert delivery.due_at == now + wait


def test_after_six_attempts_it_is_given_up(service: PushService, game: Game, now: datetime) -> None:
    service.answer = (503, {})
    delivery, waits = deliver(service, game), []
    for _ in range(5):
        delivery.refresh_from_db()
        assert delivery.state == Sending.State.WAITING
        waits.append(delivery.due_at - now)
        try_again()
    delivery.refresh_from_db()
    assert delivery.state == Sending.State.FAILED
    assert delivery.attempts == 6
    assert waits == [timedelta(seconds=15 * 4**attempt) for attempt in range(5)]


@pytest.mark.parametrize("status", [304, 400, 401, 403, 413])
def test_what_a_service_refuses_is_not_sent_again(
    service: PushService,
    game: Game,
    caplog: pytest.LogCaptureFixture,
    status: int,
) -> None:
    service.answer = (status, {})
    delivery = deliver(service, game)
    delivery.refresh_from_db()
    assert delivery.state == Sending.State.FAILED
    assert [each.levelname for each in caplog.records] == (
        ["ERROR"] if status in push.OUR_FAULT else []
    )


def test_a_redirect_is_not_followed(service: PushService, game: Game) -> None:
    service.answer = (307, {"Location": f"{service.url}/elsewhere"})
    delivery = deliver(service, game)
    delivery.refresh_from_db()
    assert service.take().path == "/abc"
    assert service.is_empty
    assert delivery.state == Sending.State.FAILED


def test_a_service_that_nobody_reaches_is_tried_again(game: Game, settings: Any) -> None:
    settings.OUTGOING_MAY_STAY_HERE = True
    with push_service() as closed:
        pass
    with pytest.raises(NotDelivered) as failed:
        push.send(subscription(user_at(game, 0), closed.url), news(game))
    assert not failed.value.for_good


def test_a_service_that_answers_for_ever_is_cut_off(
    service: PushService, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def answer_slowly(handler: BaseHTTPRequestHandler) -> None:
        with suppress(OSError):
            while True:
                handler.wfile.write(b"H")
                sleep(0.01)

    monkeypatch.setattr("http.server.BaseHTTPRequestHandler.handle", answer_slowly)
    monkeypatch.setattr(outgoing, "LONGEST_ANSWER", 0.2)
    with pytest.raises(NotDelivered) as failed:
        push.send(subscription(user_at(game, 0), service.url), news(game))
    assert failed.value.for_good


def test_what_may_have_arrived_is_not_sent_again(
    service: PushService, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.notices.push_service.PushService.note", lambda *args: 1 / 0)
    monkeypatch.setattr("socketserver.BaseServer.handle_error", lambda *args: None)
    with pytest.raises(NotDelivered) as failed:
        push.send(subscription(user_at(game, 0), service.url), news(game))
    assert failed.value.for_good


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://127.0.0.1/",
        "https://localhost/",
        "https://169.254.169.254/latest/meta-data/",
        "https://10.0.0.1/",
        "https://0.0.0.0/",
        "https://2130706433/",
    ],
)
def test_nothing_within_this_network_is_reached(game: Game, endpoint: str) -> None:
    with pytest.raises(NotDelivered) as failed:
        push.send(subscription(user_at(game, 0), endpoint), news(game))
    assert failed.value.for_good


@pytest.mark.parametrize("host", ["[::1]", "[::ffff:10.0.0.1]", "[fe80::1]", "[64:ff9b::a00:1]"])
def test_nor_is_it_by_its_newer_addresses(host: str) -> None:
    with outgoing.session() as posting, pytest.raises(InvalidIPAddress):
        posting.post(f"https://{host}/")


def test_no_proxy_looks_up_names_in_place_of_the_site(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "http://10.0.0.1:3128")
    with outgoing.session() as posting:
        settings = posting.merge_environment_settings("https://a.example", {}, None, None, None)
    assert not settings["proxies"]


def test_a_site_without_a_key_sends_nothing(
    service: PushService, game: Game, settings: Any
) -> None:
    settings.VAPID_PRIVATE_KEY = ""
    with pytest.raises(NotDelivered):
        push.send(subscription(user_at(game, 0), service.url), news(game))
    assert service.is_empty


def test_the_command_makes_another_key_each_time(settings: Any) -> None:
    lines = []
    for _ in range(2):
        out = StringIO()
        call_command("make_push_key", stdout=out)
        lines.append(out.getvalue())
    assert lines[0] != lines[1]
    name, _, key = lines[0].strip().partition("=")
    assert name == "VAPID_PRIVATE_KEY"
    settings.VAPID_PRIVATE_KEY = key
    assert len(urlsafe_b64decode(public_key() + "=")) == 65


# --- Subscribing ----------------------------------------------------------------------------


def test_a_user_subscribes_and_ends_it(client: Client, ada: User) -> None:
    sign_in(client)
    assert not elements(client.get("/lobby/"), "[data-push]")
    assert subscribe(client) == 204
    browser = ada.push_subscriptions.get()
    assert browser.origin == "http://testserver"
    assert abs(browser.ends_at - timezone.now() - timedelta(days=30)) < timedelta(minutes=1)
    assert value(client.get("/lobby/"), "[data-push]", "data-push") == public_key()
    assert client.post(UNSUBSCRIBE).status_code == 204
    assert holders() == []
    assert not elements(client.get("/lobby/"), "[data-push]")


def test_guests_subscribe_too_and_keep_it_when_they_sign_up(client: Client) -> None:
    guest = become_guest(client)
    assert subscribe(client) == 204
    sign_up(client, "Grace")
    assert PushSubscription.objects.get().user == guest
    assert holders() == ["Grace"]
    client.post("/accounts/logout/")
    assert holders() == []


def test_visitors_do_not(client: Client) -> None:
    for address in (SUBSCRIBE, UNSUBSCRIBE):
        answer = client.post(address, {"endpoint": PUBLIC, **Keys().told})
        assert answer.status_code == 302
        assert answer["Location"].startswith("/accounts/login/")
    assert holders() == []


def test_forms_of_other_sites_do_nothing(ada: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(ada)
    assert subscribe(client) == 403
    assert client.post(UNSUBSCRIBE).status_code == 403
    assert holders() == []


def test_it_is_limited(client: Client, ada: User, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"push": "2/m/user"}
    client.force_login(ada)
    assert [subscribe(client) for _ in range(3)] == [204, 204, 429]


def test_where_there_is_no_key_nobody_subscribes(client: Client, ada: User, settings: Any) -> None:
    settings.VAPID_PRIVATE_KEY = ""
    client.force_login(ada)
    assert subscribe(client) == 409
    assert holders() == []


NO_ENDPOINTS = [
    "",
    "http://push.example.com/abc",
    "https://127.0.0.1/abc",
    "https://169.254.169.254/latest/meta-data/",
    "https://[::1]/abc",
    "https://[::1/abc",
    "https://2130706433/abc",
    "https://0x7f.1/abc",
    "https://localhost/abc",
    "https://push.localhost/abc",
    "https://push.internal/abc",
    "https://user:password@push.example.com/abc",
    "https://push.example.com:port/abc",
    "https://push.example.com/a b",
    "https://push.example.com/a\nb",
    "https://pu\u0455h.example.com/abc",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "https://push.example.com/" + "a" * 1000,
]


def test_an_endpoint_is_an_address_of_a_push_service(
    client: Client, ada: User, subtests: pytest.Subtests
) -> None:
    client.force_login(ada)
    for endpoint in NO_ENDPOINTS:
        with subtests.test(endpoint=endpoint):
            assert subscribe(client, endpoint) == 422
            assert holders() == []


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://fcm.googleapis.com/fcm/send/abc:APA91bF-x_y",
        "https://updates.push.services.mozilla.com/wpush/v2/gAAAA_-",
        "https://wns2-par02p.notify.windows.com/w/?token=BQYA%3d",
        "https://web.push.apple.com/QGuQyavXutnMH",
    ],
)
def test_those_of_all_browsers_are_taken(client: Client, ada: User, endpoint: str) -> None:
    client.force_login(ada)
    assert subscribe(client, endpoint) == 204


@each_case(
    "told",
    [
        {"p256dh": ""},
        {"p256dh": "!!!"},
        {"p256dh": base64url(bytes(65))},
        {"p256dh": base64url(b"\x04" + bytes(64))},  # no point of the curve
        {"p256dh": Keys().told["p256dh"][:40]},
        {"p256dh": Keys().told["p256dh"] + "AAAA"},
        {"auth": ""},
        {"auth": base64url(bytes(15))},
        {"auth": base64url(bytes(17))},
        {"auth": "é" * 22},
    ],
)
def test_keys_are_keys(told: dict[str, str]) -> None:
    good = {"endpoint": PUBLIC, **Keys().told}
    assert SubscriptionForm(good).is_valid()
    assert list(SubscriptionForm(good | told).errors) == list(told)


def test_keys_may_be_padded() -> None:
    told = {name: text + "=" * (-len(text) % 4) for name, text in Keys().told.items()}
    assert SubscriptionForm({"endpoint": PUBLIC, **told}).is_valid()


def test_telling_again_changes_the_one_there_is(client: Client, ada: User) -> None:
    client.force_login(ada)
    subscribe(client)
    before = ada.push_subscriptions.get()
    subscribe(client)
    after = ada.push_subscriptions.get()
    assert (after.pk, after.device) == (before.pk, before.device)
    assert after.p256dh != before.p256dh
    subscribe(client, f"{PUBLIC}/another")
    assert ada.push_subscriptions.get().endpoint == f"{PUBLIC}/another"


@contextmanager
def others_first(user: User, times: int) -> Iterator[list[str]]:
    """Have somebody else's row be there so many times just before the one of a user."""
    tries, other = list[str](), make_user()

    def subscribe_other(instance: PushSubscription, **kwargs: Any) -> None:
        if instance.user == user:
            tries.append(instance.endpoint)
            if len(tries) <= times:
                values = {"endpoint": instance.endpoint, "ends_at": instance.ends_at}
                PushSubscription.objects.bulk_create([PushSubscription(user=other, **values)])

    pre_save.connect(subscribe_other, sender=PushSubscription)
    yield tries
    pre_save.disconnect(subscribe_other, sender=PushSubscription)


def test_a_browser_that_another_account_subscribes_just_now_is_subscribed_all_the_same(
    client: Client, ada: User
) -> None:
    client.force_login(ada)
    with others_first(ada, 1) as tries:
        assert subscribe(client) == 204
    assert (len(tries), holders()) == (2, ["Ada"])


def test_if_that_happens_again_and_again_it_is_refused_and_the_log_has_no_endpoint(
    client: Client, ada: User, caplog: pytest.LogCaptureFixture
) -> None:
    client.force_login(ada)
    with others_first(ada, TRIES):
        assert subscribe(client) == 409
    assert holders() == []
    assert PUBLIC not in caplog.text


def test_a_browser_shows_notices_of_one_user_alone(client: Client, ada: User, game: Game) -> None:
    notice = news(game)
    client.force_login(notice.user)
    subscribe(client)
    Delivery.objects.create(notice=notice, push=PushSubscription.objects.get())
    other = Client()
    other.force_login(ada)
    subscribe(other)
    assert holders() == ["Ada"]
    assert not Delivery.objects.exists(), "nothing of the first user comes to the second"


def test_of_too_many_browsers_the_oldest_goes(ada: User) -> None:
    for number in range(MOST_BROWSERS + 1):
        client = Client()
        client.force_login(ada)
        subscribe(client, f"{PUBLIC}/{number}")
    left = ada.push_subscriptions.order_by("pk").values_list("endpoint", flat=True)
    assert list(left) == [f"{PUBLIC}/{number}" for number in range(1, MOST_BROWSERS + 1)]


def test_the_download_of_a_user_names_their_browsers(client: Client, ada: User) -> None:
    client.force_login(ada)
    subscribe(client)
    told = dict(files_about(ada))["devices.json"]
    assert "created_at" in told
    assert PUBLIC not in told, "who knows it can send there"


# --- The end --------------------------------------------------------------------------------


@pytest.fixture
def elsewhere(client: Client, ada: User) -> Client:
    """Ada shows notices in two browsers; return the other one."""
    other = Client()
    for number, each in enumerate([client, other]):
        sign_in(each)
        subscribe(each, f"{PUBLIC}/{number}")
    assert holders() == ["Ada", "Ada"]
    return other


def endpoints() -> list[str]:
    found = PushSubscription.objects.order_by("pk").values_list("endpoint", flat=True)
    return [endpoint.removeprefix(PUBLIC) for endpoint in found]


def test_signing_out_ends_it_here(client: Client, elsewhere: Client) -> None:
    client.post("/accounts/logout/")
    assert endpoints() == ["/1"]


def test_signing_out_the_other_browser_ends_it_there(client: Client, elsewhere: Client) -> None:
    client.post("/accounts/sessions/")
    assert endpoints() == ["/0"]


def test_another_password_ends_it_elsewhere(client: Client, elsewhere: Client) -> None:
    form = {"oldpassword": PASSWORD, "password1": OTHER_PASSWORD, "password2": OTHER_PASSWORD}
    client.post("/accounts/password/change/", form)
    assert User.objects.get(username="Ada").check_password(OTHER_PASSWORD)
    assert endpoints() == ["/0"]


def test_a_password_that_was_forgotten_ends_it_everywhere(elsewhere: Client, ada: User) -> None:
    confirmed(ada)
    visitor = Client()
    visitor.post("/accounts/password/reset/", {"email": ada.email})
    page = visitor.get(link_in_mail(), follow=True)
    form = {"password1": OTHER_PASSWORD, "password2": OTHER_PASSWORD}
    visitor.post(page.redirect_chain[-1][0], form)
    assert User.objects.get(username="Ada").check_password(OTHER_PASSWORD)
    assert endpoints() == []


def test_a_password_that_staff_give_ends_it_everywhere(
    elsewhere: Client, ada: User, admin_client: Client
) -> None:
    form = {"password1": OTHER_PASSWORD, "password2": OTHER_PASSWORD, "usable_password": "true"}
    admin_client.post(f"/admin/accounts/user/{ada.pk}/password/", form)
    assert endpoints() == []


def test_a_guest_who_goes_on_as_somebody_else_ends_it(client: Client, ada: User) -> None:
    become_guest(client)
    subscribe(client)
    sign_in(client)
    assert holders() == []


def test_planning_to_delete_the_account_ends_it(client: Client, elsewhere: Client) -> None:
    client.post("/accounts/delete/", {"password": PASSWORD})
    assert User.objects.get(username="Ada").deletion_due_at
    assert endpoints() == []


def test_a_suspension_ends_it(elsewhere: Client, ada: User) -> None:
    ends_at = timezone.now() + timedelta(days=1)
    kind = Sanction.Kind.SUSPENSION
    sanctions.give(member("senior"), ada, kind, reason="Chat", ends_at=ends_at)
    assert endpoints() == []


def test_it_ends_when_the_session_runs_out(client: Client, elsewhere: Client, ada: User) -> None:
    now = timezone.now()
    ada.push_subscriptions.filter(endpoint__endswith="/1").update(ends_at=now)
    purge_due(now + timedelta(seconds=1))
    assert endpoints() == ["/0"]
