"""Webhooks: what is posted, to which addresses, how often, and who may name them."""

import socket
from base64 import b64decode
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from ipaddress import ip_address
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
import requests
import standardwebhooks
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts.models import Channel, NoticeKind, User
from accounts.preferences import save_preferences
from accounts.sanctions.models import Sanction
from cantstop_site.settings import ACCOUNT_RATE_LIMITS
from games.models import Game, Notice, TableOptions
from games.notices import outgoing, ways, webhooks
from games.notices.models import Delivery, Webhook
from games.notices.notifier import notify_all_due
from games.notices.outgoing import session
from games.notices.sending import NotDelivered
from games.services import notices, pass_and_play
from games.services.notices import SURE
from lifecycle.data_export import files_about
from lifecycle.retention import purge_due
from operations import clock
from tests import pseudo
from tests.accounts.helpers import become_guest
from tests.each_case import each_case
from tests.games.factories import (
    make_finished_game,
    make_running_game,
    make_user,
    make_waiting_game,
    take_over,
)
from tests.moderation.people import sanctioned
from tests.notices.receivers import Receiver, receiving
from tests.refusals import codes

pytestmark = pytest.mark.django_db

PAGE = "/notices/webhook/"
SITE = "https://dice.example.org"
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
FAILED, SENT, WAITING = Delivery.State.FAILED, Delivery.State.SENT, Delivery.State.WAITING


@pytest.fixture(autouse=True)
def at_home(settings: Any) -> None:
    settings.OUTGOING_MAY_STAY_HERE = True
    settings.SITE_URL = SITE


@pytest.fixture
def abroad(settings: Any) -> None:
    settings.OUTGOING_MAY_STAY_HERE = False


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as receiver:
        yield receiver


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file with a certificate for this machine and its key, which nobody vouches for."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "test")])
    begins = datetime.now(UTC) - timedelta(days=1)
    here = x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))])
    made = x509.CertificateBuilder(name, name, key.public_key(), 1, begins, begins + timedelta(9))
    signed = made.add_extension(here, critical=False).sign(key, hashes.SHA256())
    private = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    path = tmp_path_factory.mktemp("tls") / "certificate.pem"
    path.write_bytes(private + signed.public_bytes(serialization.Encoding.PEM))
    return path


@pytest.fixture
def ada() -> User:
    return make_user("Ada_L")


@pytest.fixture
def bob() -> User:
    return make_user("Bob")


@pytest.fixture
def game(ada: User, bob: User) -> Game:
    return make_running_game(ada, bob, creator=ada)


@pytest.fixture
def hook(ada: User, receiver: Receiver) -> Webhook:
    return Webhook.objects.create(user=ada, url=receiver.url, secret=SECRET)


@pytest.fixture
def table_hook(ada: User, game: Game, receiver: Receiver) -> Webhook:
    return Webhook.objects.create(user=ada, game=game, url=receiver.url, secret=SECRET)


@pytest.fixture
def adas(ada: User, client: Client) -> Client:
    client.force_login(ada)
    return client


def give(user: User, game: Game, turn: int = 1, kind: NoticeKind = NoticeKind.TURN) -> None:
    notices.give(user, kind, game, turn=turn)
    notify_all_due()


def work() -> None:
    """Do all that waits for the worker, as if the times it is to wait were past."""
    Delivery.objects.update(due_at=clock.now())
    while ways.WEBHOOKS.send_next():
        pass


def work_to_the_end() -> None:
    while Delivery.objects.filter(state=WAITING).exists():
        work()


def state() -> str:
    return Delivery.objects.latest("pk").state


def left() -> timedelta:
    """Return how long it takes until the next attempt."""
    return Delivery.objects.latest("pk").due_at - clock.now()


def hook_to(user: User, url: str) -> Webhook:
    return Webhook.objects.create(user=user, url=url, secret=SECRET)


# --- What is posted -----------------------------------------------------------


def test_a_notice_is_posted_as_a_message_of_discord_with_facts_for_programs(
    ada: User, game: Game, hook: Webhook, receiver: Receiver
) -> None:
    give(ada, game)
    work_to_the_end()
    [post] = receiver.posts
    delivery, url = Delivery.objects.get(), f"{SITE}/games/{game.code}/"
    assert post.headers["content-type"] == "application/json"
    assert post.headers["user-agent"] == "Nerve"
    assert post.content == {
        "username": "Nerve",
        "content": f"Your turn – Can't Stop with Bob. <{url}>",
        "allowed_mentions": {"parse": []},
        "embeds": [
            {
                "title": "Your turn",
                "description": "Can't Stop with Bob",
                "url": url,
                "timestamp": delivery.notice.created_at.isoformat(),  # type: ignore[union-attr]
            }
        ],
        "event": {
            "id": f"msg_{delivery.pk}",
            "kind": "turn",
            "game": game.code,
            "player": "Ada_L",
            "url": url,
        },
    }
    assert state() == SENT


def test_without_the_address_of_the_site_no_link_is_posted(
    ada: User, game: Game, hook: Webhook, receiver: Receiver, settings: Any
) -> None:
    settings.SITE_URL = ""
    give(ada, game)
    work_to_the_end()
    content = receiver.posts[0].content
    assert content["content"] == "Your turn – Can't Stop with Bob."
    assert "url" not in content["embeds"][0]
    assert content["event"]["url"] is None


@each_case(
    ("name", "harmless"),
    [
        ("@everyone", r"\@everyone"),
        ("<@123> <#4>", r"\<\@123\> \<\#4\>"),
        ("**b** _i_ ~~s~~ ||x||", r"\*\*b\*\* \_i\_ \~\~s\~\~ \|\|x\|\|"),
        ("[a](https://evil.org)", r"\[a\]\(https:\/\/evil.org\)"),
        ("`c`", r"\`c\`"),
        ("a\n# b", r"a \# b"),
        ("a\\*b", r"a\\\*b"),
    ],
)
def test_names_are_read_as_names_by_discord(name: str, harmless: str) -> None:
    assert webhooks.plain(name) == harmless


def test_names_in_messages_are_neutralised_and_in_facts_as_they_are(
    bob: User, ada: User, receiver: Receiver, game: Game
) -> None:
    hook_to(bob, receiver.url)
    game.seats.filter(user=ada).update(user=None, name="@everyone")
    give(bob, game)
    work_to_the_end()
    content = receiver.posts[0].content
    assert r"“\@everyone”" in content["content"]
    assert r"“\@everyone”" in content["embeds"][0]["description"]
    assert content["allowed_mentions"] == {"parse": []}


def test_a_signature_is_verified_and_belongs_to_one_text_one_secret_and_one_id(
    ada: User, game: Game, hook: Webhook, receiver: Receiver
) -> None:
    give(ada, game)
    work_to_the_end()
    [post] = receiver.posts
    library = standardwebhooks.Webhook(SECRET)
    assert library.verify(post.body, post.headers) == post.content
    others = [
        (library, post.body.replace("Your", "My"), post.headers),
        (library, post.body, post.headers | {"webhook-id": "msg_0"}),
        (library, post.body, post.headers | {"webhook-timestamp": "1"}),
        (standardwebhooks.Webhook(webhooks.new_secret()), post.body, post.headers),
    ]
    for verifier, body, headers in others:
        with pytest.raises(standardwebhooks.webhooks.WebhookVerificationError):
            verifier.verify(body, headers)


def test_secrets_are_long_and_never_the_same() -> None:
    secret, other = webhooks.new_secret(), webhooks.new_secret()
    assert secret != other
    assert secret.startswith("whsec_")
    assert len(b64decode(secret.removeprefix("whsec_"))) == 32


def test_the_reader_is_told_in_their_language(
    ada: User, game: Game, hook: Webhook, receiver: Receiver, settings: Any
) -> None:
    settings.LANGUAGES = pseudo.LANGUAGES
    pseudo.install()
    User.objects.filter(pk=ada.pk).update(language=pseudo.CODE)
    give(ada, game)
    work_to_the_end()
    assert receiver.posts[0].content["embeds"][0]["title"] == pseudo.pseudo("Your turn")


# --- The webhook of a table -----------------------------------------------------


def test_a_table_tells_whose_turn_it_is_and_whose_time_runs_low(
    bob: User, game: Game, table_hook: Webhook, receiver: Receiver
) -> None:
    give(bob, game)
    give(bob, game, kind=NoticeKind.LOW_TIME)
    work_to_the_end()
    titles = [post.content["embeds"][0]["title"] for post in receiver.posts]
    assert titles == ["Bob's turn", "Bob's time is running low"]
    assert receiver.posts[0].content["event"]["player"] == "Bob"


def test_that_its_reader_has_seen_a_notice_says_nothing_to_a_chat(
    bob: User, game: Game, table_hook: Webhook, receiver: Receiver
) -> None:
    give(bob, game)
    notices.read(bob, game=game)
    work_to_the_end()
    assert len(receiver.posts) == 1


def test_a_table_tells_once_who_has_won(ada: User, bob: User, receiver: Receiver) -> None:
    game = make_finished_game(ada, bob, creator=ada)
    Webhook.objects.create(user=ada, game=game, url=receiver.url, secret=SECRET)
    for user in (bob, ada):
        give(user, game, 0, NoticeKind.GAME_OVER)
    work_to_the_end()
    [post] = receiver.posts
    [winner] = [seat.user for seat in game.seats.filter(won=True)]
    assert winner is not None
    title = f"Game over: {webhooks.plain(winner.username)} won"
    assert post.content["embeds"][0]["title"] == title


def test_a_game_without_result_has_no_winner(ada: User, bob: User, receiver: Receiver) -> None:
    game = make_finished_game(ada, bob, creator=ada, annulled_at=timezone.now())
    Webhook.objects.create(user=ada, game=game, url=receiver.url, secret=SECRET)
    give(ada, game, 0, NoticeKind.GAME_OVER)
    work_to_the_end()
    assert receiver.posts[0].content["embeds"][0]["title"] == "The game ended with no result"


def test_that_a_bot_plays_on_is_not_the_end_for_a_table(
    ada: User, bob: User, game: Game, table_hook: Webhook, receiver: Receiver
) -> None:
    take_over(game, bob)
    give(bob, game, 0, NoticeKind.GAME_OVER)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
    give(ada, game, 0, NoticeKind.GAME_OVER)
    work_to_the_end()
    assert len(receiver.posts) == 1


@pytest.mark.parametrize("kind", [NoticeKind.INVITATION, NoticeKind.ANALYSIS])
def test_what_is_for_one_person_alone_is_not_told_to_a_chat(
    kind: NoticeKind, bob: User, game: Game, table_hook: Webhook, receiver: Receiver
) -> None:
    give(bob, game, 0, kind)
    Notice.objects.update(created_at=timezone.now() - SURE)
    notify_all_due()
    assert Notice.objects.get().spread_at
    assert not Delivery.objects.exists()


def test_a_webhook_goes_with_who_passed_the_table_on(
    ada: User, bob: User, game: Game, table_hook: Webhook, receiver: Receiver
) -> None:
    Game.objects.filter(pk=game.pk).update(creator=bob)
    give(bob, game)
    assert not Delivery.objects.exists()
    webhooks.save(bob, game, receiver.url)
    assert Webhook.objects.get().user == bob


# --- To which addresses ---------------------------------------------------------

WITHIN = [
    *("127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "localhost", "0.0.0.0"),
    *("10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "224.0.0.1"),
    *("[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:a00:1]", "[fe80::1]", "[fc00::1]"),
    *("[64:ff9b::7f00:1]", "[2002:7f00:1::]", "255.255.255.255", "１２７.0.0.1"),
    *("127.0.0.1.", "0x7f.1", "localhost.", "240.0.0.1", "198.18.0.1", "192.88.99.1"),
    *("[fec0::1]", "[::7f00:1]", "[::ffff:0:127.0.0.1]", "[2001:db8::1]", "[100::1]", "[ff0e::1]"),
]


@pytest.fixture
def no_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    def connect(*args: Any) -> None:
        raise AssertionError("connected")

    monkeypatch.setattr(socket.socket, "connect", connect)


@pytest.mark.usefixtures("abroad", "no_connection")
def test_nothing_is_posted_into_the_network_of_the_site(subtests: pytest.Subtests) -> None:
    with session() as posting:
        for host in WITHIN:
            with subtests.test(host=host), pytest.raises(requests.RequestException):
                posting.post(f"https://{host}/hook")


WITHIN_BY_NAME = [
    *("127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "fd00::1"),
    *("fec0::1", "::7f00:1", "::ffff:127.0.0.1", "240.0.0.1"),
]


@pytest.mark.usefixtures("abroad", "no_connection")
@pytest.mark.parametrize("address", WITHIN_BY_NAME)
def test_nothing_is_posted_to_a_name_that_points_inside(
    ada: User, game: Game, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    found = [(family, socket.SOCK_STREAM, 6, "", (address, 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **kwargs: found)
    hook_to(ada, "https://innocent.example.org/hook")
    give(ada, game)
    work_to_the_end()
    assert state() == FAILED
    assert Delivery.objects.get().attempts == 1


def test_a_name_is_looked_up_once_so_that_it_cannot_change_in_between(
    ada: User, game: Game, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.OUTGOING_MAY_STAY_HERE = False
    lookups, reached = list[str](), list[str]()

    def look_up(host: str, *args: Any, **kwargs: Any) -> list[Any]:
        lookups.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("93.184.216.34", 443))]

    def connect(self: socket.socket, address: Any) -> None:
        reached.append(address[0])
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    monkeypatch.setattr(socket.socket, "connect", connect)
    hook_to(ada, "https://example.org/hook")
    give(ada, game)
    work()
    assert [host for host in lookups if host != "93.184.216.34"] == ["example.org"]
    assert reached == ["93.184.216.34"]


@pytest.mark.usefixtures("abroad")
def test_nothing_is_posted_without_tls(ada: User, game: Game) -> None:
    hook_to(ada, "http://93.184.216.34/hook")
    give(ada, game)
    work_to_the_end()
    assert state() == FAILED


def test_no_proxy_and_no_password_of_the_machine_is_used(
    ada: User, game: Game, hook: Webhook, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    monkeypatch.setenv("NO_PROXY", "")
    give(ada, game)
    work_to_the_end()
    assert state() == SENT


def test_a_redirect_is_not_followed(
    ada: User, game: Game, hook: Webhook, receiver: Receiver
) -> None:
    receiver.answers = [(307, {"Location": f"{receiver.url}/elsewhere"})]
    give(ada, game)
    work_to_the_end()
    assert len(receiver.posts) == 1
    assert state() == FAILED


@pytest.mark.parametrize("status", ["200 OK", "302 Found\r\nLocation: /x"])
def test_of_an_answer_without_end_little_is_read(
    ada: User, game: Game, hook: Webhook, receiver: Receiver, status: str
) -> None:
    receiver.begins = f"HTTP/1.1 {status}\r\n\r\n".encode()
    receiver.raw = b"x" * 100
    began = monotonic()
    give(ada, game)
    work_to_the_end()
    assert monotonic() - began < 5
    assert state() == (SENT if status == "200 OK" else FAILED)


@pytest.mark.parametrize("secure", [False, True])
def test_headers_that_come_a_letter_at_a_time_are_not_waited_for(
    secure: bool, certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outgoing, "LONGEST_ANSWER", 0.3)
    began = monotonic()
    with receiving(certificate if secure else None) as receiver, session() as cut:
        receiver.raw = b"x"
        with pytest.raises(requests.ConnectionError):
            cut.post(receiver.url, b"{}", verify=str(certificate))
        assert len(receiver.posts) == 1
    assert monotonic() - began < 5


def test_nothing_is_posted_to_somebody_who_only_says_that_they_are_the_receiver(
    ada: User, game: Game, certificate: Path
) -> None:
    with receiving(certificate) as receiver:
        hook_to(ada, receiver.url)
        give(ada, game)
        work()
        assert not receiver.posts
    assert state() == WAITING


# --- Trying again ---------------------------------------------------------------


def failing(receiver: Receiver, *statuses: int, **headers: str) -> None:
    receiver.answers = [(status, headers) for status in statuses]


def test_what_is_taken_is_posted_once(
    ada: User, game: Game, hook: Webhook, receiver: Receiver
) -> None:
    give(ada, game)
    for _ in range(2):
        work()
    give(ada, game)
    work_to_the_end()
    assert len(receiver.posts) == 1


@pytest.mark.parametrize("status", [429, 500, 503])
def test_what_is_not_taken_is_posted_again_later_under_the_same_name(
    ada: User, game: Game, hook: Webhook, receiver: Receiver, status: int
) -> None:
    failing(receiver, status)
    give(ada, game)
    work()
    assert state() == WAITING
    assert left() > timedelta(seconds=10)
    work_to_the_end()
    first, second = (post.headers["webhook-id"] for post in receiver.posts)
    assert first == second
    assert state() == SENT


def test_it_is_tried_six_times_with_longer_and_longer_waits(
    ada: User, game: Game, hook: Webhook, receiver: Receiver
) -> None:
    failing(receiver, *[500] * 10)
    give(ada, game)
    waits = []
    while state() == WAITING:
        waits.append(left())
        work()
    assert len(receiver.posts) == 6
    assert waits[2] > 3 * waits[1]
    assert state() == FAILED


def test_where_nobody_listens_it_is_tried_again(ada: User, game: Game) -> None:
    hook_to(ada, "http://127.0.0.1:9/hook")
    give(ada, game)
    work()
    assert state() == WAITING


@pytest.mark.parametrize("status", [400, 401, 403, 404, 405, 301])
def test_what_is_refused_is_not_tried_again(
    ada: User, game: Game, hook: Webhook, receiver: Receiver, status: int
) -> None:
    failing(receiver, status)
    give(ada, game)
    work_to_the_end()
    assert len(receiver.posts) == 1
    assert state() == FAILED


def test_a_receiver_says_how_long_to_wait(
    ada: User, game: Game, hook: Webhook, receiver: Receiver
) -> None:
    failing(receiver, 429, **{"Retry-After": "600"})
    give(ada, game)
    work()
    assert timedelta(minutes=9) < left() < timedelta(minutes=11)


def test_a_receiver_asks_for_a_day_at_most() -> None:
    in_an_hour = format_datetime(timezone.now() + timedelta(hours=1))
    assert timedelta(minutes=59) < outgoing.asked_wait(in_an_hour) <= timedelta(hours=1)
    assert outgoing.asked_wait("99999999") == timedelta(days=1)
    assert outgoing.asked_wait("Fri, 31 Dec 9999 23:59:59 GMT") == timedelta(days=1)
    for nonsense in ("", "-5", "soon", "Fri, 99 Dec 2026 25:00:00 GMT", "٣", "Mon, 1 Jan 2001"):
        assert outgoing.asked_wait(nonsense) == timedelta()


def test_a_webhook_may_be_removed_while_something_is_posted_to_it(
    ada: User, game: Game, hook: Webhook, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webhooks, "_check_taken", lambda *answer: hook.delete())
    give(ada, game)
    work_to_the_end()
    assert not Delivery.objects.exists()


def test_what_is_no_longer_true_is_not_posted(
    ada: User, game: Game, hook: Webhook, receiver: Receiver
) -> None:
    give(ada, game)
    notices.read(ada, game=game)
    work_to_the_end()
    assert not receiver.posts


# --- Switched off -----------------------------------------------------------------


def test_after_five_notices_in_a_row_that_came_to_nothing_it_is_switched_off(
    ada: User, game: Game, hook: Webhook, receiver: Receiver
) -> None:
    failing(receiver, *[404] * 5)
    for turn in range(1, 6):
        hook.refresh_from_db()
        assert hook.off_since is None
        give(ada, game, turn)
        work_to_the_end()
    hook.refresh_from_db()
    assert hook.off_since is not None
    give(ada, game, 6)
    work_to_the_end()
    assert len(receiver.posts) == 5


def test_a_notice_that_is_tried_six_times_counts_once(
    ada: User, game: Game, hook: Webhook, receiver: Receiver
) -> None:
    failing(receiver, *[500] * 6)
    give(ada, game)
    work_to_the_end()
    hook.refresh_from_db()
    assert hook.failures == 1


def test_what_waits_is_not_posted_either_once_it_is_switched_off(
    ada: User, game: Game, hook: Webhook, receiver: Receiver
) -> None:
    give(ada, game)
    Webhook.objects.update(off_since=timezone.now())
    work_to_the_end()
    assert not receiver.posts
    assert state() == Delivery.State.NOT_NEEDED


def test_one_that_is_taken_makes_up_for_the_failures_before(
    ada: User, game: Game, hook: Webhook, receiver: Receiver
) -> None:
    failing(receiver, 404, 404, 404, 404, 204, 404)
    for turn in range(1, 7):
        give(ada, game, turn)
        work_to_the_end()
    hook.refresh_from_db()
    assert (hook.failures, hook.off_since) == (1, None)


def test_a_receiver_that_is_gone_is_switched_off_at_once(
    ada: User, game: Game, hook: Webhook, receiver: Receiver
) -> None:
    failing(receiver, 410)
    give(ada, game)
    work_to_the_end()
    hook.refresh_from_db()
    assert hook.off_since is not None


def test_it_can_be_switched_on_again(adas: Client, hook: Webhook) -> None:
    Webhook.objects.update(off_since=timezone.now(), failures=5)
    assert "Turned off on" in adas.get(PAGE).content.decode()
    adas.post(PAGE, {"action": "on"})
    hook.refresh_from_db()
    assert (hook.failures, hook.off_since) == (0, None)


def test_another_address_switches_it_on_and_keeps_the_secret(adas: Client, hook: Webhook) -> None:
    Webhook.objects.update(off_since=timezone.now(), failures=5)
    adas.post(PAGE, {"action": "save", "url": "https://example.org/other"})
    found = Webhook.objects.get()
    assert (found.url, found.failures, found.off_since) == ("https://example.org/other", 0, None)
    assert found.secret == SECRET


# --- The page -----------------------------------------------------------------------


def test_the_page_says_where_there_was_no_answer(adas: Client, ada: User) -> None:
    hook_to(ada, "http://127.0.0.1:9/hook")
    adas.post(PAGE, {"action": "test"})
    work_to_the_end()
    assert "no answer" in adas.get(PAGE).content.decode()


def test_somebody_names_a_webhook_gets_another_secret_and_removes_it(
    adas: Client, ada: User
) -> None:
    adas.post(PAGE, {"action": "save", "url": "https://example.org/hook"})
    first = Webhook.objects.get(user=ada, game=None)
    assert first.secret in adas.get(PAGE).content.decode()
    adas.post(PAGE, {"action": "secret"})
    second = Webhook.objects.get()
    assert second.secret != first.secret
    adas.post(PAGE, {"action": "remove"})
    assert not Webhook.objects.exists()


def test_nobody_else_sees_the_address_or_the_secret(client: Client, bob: User) -> None:
    hook_to(make_user("Eve"), "https://example.org/hook")
    client.force_login(bob)
    page = client.get(PAGE).content.decode()
    assert SECRET not in page
    assert "example.org/hook" not in page
    for action in ("on", "test", "secret", "remove"):
        assert client.post(PAGE, {"action": action}).status_code == 404


def test_a_test_message_is_tried_once_and_its_result_is_shown(
    adas: Client, hook: Webhook, receiver: Receiver
) -> None:
    failing(receiver, 500)
    adas.post(PAGE, {"action": "test"})
    assert ">waiting, " in adas.get(PAGE).content.decode()
    work_to_the_end()
    page = adas.get(PAGE).content.decode()
    assert ">failed, " in page
    assert "it answered with 500" in page
    hook.refresh_from_db()
    assert hook.failures == 0
    adas.post(PAGE, {"action": "test"})
    work_to_the_end()
    assert ">sent, " in adas.get(PAGE).content.decode()
    event = receiver.posts[-1].content["event"]
    assert event == {
        "id": f"msg_{Delivery.objects.latest('pk').pk}",
        "kind": "test",
        "game": None,
        "player": None,
        "url": f"{SITE}/",
    }


BAD_ADDRESSES = [
    *("http://example.org/hook", "ftp://example.org/", "javascript:alert(1)", "nothing", ""),
    *("https://", "https://me:secret@example.org/", "https://me@example.org/"),
    *("https://example.org:25/", "https://example.org:80/", "https://example.org:0/"),
    *("https://example.org:99999/", "https://printer/", "https://printer.local/"),
    *(
        "https://printer.local./",
        "https://PRINTER.LOCAL/",
        "https://db.lan/",
        "https://a.home.arpa/",
    ),
    *("https://[::1", "https://a.localhost/", f"https://example.org/{'x' * 500}"),
    *(f"https://{host}/hook" for host in WITHIN),
]


@each_case(
    "host",
    [
        *("10.0.0.1", "100.64.0.1", "127.1", "224.0.0.1", "240.0.0.1"),
        *("fec0::1", "::7f00:1", "2001:db8::1", "ff0e::1", "printer"),
    ],
)
def test_an_address_is_refused_also_if_the_library_would_let_it_pass(
    host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outgoing, "filter_host", lambda host, *_, **__: host)
    assert not outgoing.may_be_public(host)


@pytest.mark.usefixtures("abroad")
def test_only_an_address_on_the_internet_over_https_is_taken(
    adas: Client, subtests: pytest.Subtests
) -> None:
    for url in BAD_ADDRESSES:
        with subtests.test(url=url):
            answer = adas.post(PAGE, {"action": "save", "url": url})
            assert answer.status_code == 422
            assert answer.context["webhook_form"].errors["url"]
            assert not Webhook.objects.exists()


@pytest.mark.usefixtures("abroad")
@pytest.mark.parametrize(
    "url",
    [
        "https://discord.com/api/webhooks/123/abc-DEF_g",
        "https://example.org:8443/hook?x=1",
        "https://example.org:443/",
        "https://93.184.216.34/hook",
        "https://[2606:2800:220:1::1]/hook",
    ],
)
def test_addresses_on_the_internet_are_taken(
    adas: Client, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("urllib3.util.connection.HAS_IPV6", True)
    assert adas.post(PAGE, {"action": "save", "url": url}).status_code == 302
    assert Webhook.objects.get().url == url


@pytest.mark.parametrize("action", ["", "nonsense", "REMOVE"])
def test_what_no_button_says_is_not_done(adas: Client, hook: Webhook, action: str) -> None:
    assert adas.post(PAGE, {"action": action}).status_code == 404
    assert Webhook.objects.get() == hook


def test_a_guest_is_asked_to_sign_up_and_a_visitor_to_sign_in(client: Client) -> None:
    form = {"action": "save", "url": "https://example.org/"}
    assert client.post(PAGE, form)["Location"].startswith("/accounts/login/")
    become_guest(client)
    assert client.post(PAGE, form)["Location"] == "/accounts/signup/"
    assert not Webhook.objects.exists()


def test_who_is_suspended_names_nothing(adas: Client, ada: User) -> None:
    sanctioned(ada, Sanction.Kind.SUSPENSION)
    form = {"action": "save", "url": "https://example.org/"}
    assert adas.post(PAGE, form).status_code == 403


def test_webhooks_are_changed_only_so_often(adas: Client, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = ACCOUNT_RATE_LIMITS
    cache.clear()
    form = {"action": "save", "url": "https://example.org/"}
    answers = [adas.post(PAGE, form).status_code for _ in range(11)]
    assert answers == [*[302] * 10, 429]


def test_a_form_leads_back_to_the_page_it_was_on_and_nowhere_else(adas: Client) -> None:
    form = {"action": "save", "url": "https://example.org/"}
    assert adas.post(PAGE, form | {"next": "/accounts/"})["Location"] == "/accounts/"
    assert adas.post(PAGE, form | {"next": "https://evil.example/"})["Location"] == PAGE


def test_who_turns_webhooks_off_for_a_kind_of_notice_gets_none(
    ada: User, game: Game, hook: Webhook
) -> None:
    save_preferences(ada, channels={"turn": [Channel.PAGE]})
    give(ada, game)
    assert not Delivery.objects.exists()


# --- The page of a table ------------------------------------------------------------


def page_of(game: Game) -> str:
    return f"{PAGE}{game.code}/"


FORM = {"action": "save", "url": "https://example.org/hook"}


def test_who_opened_a_table_names_its_webhook(adas: Client, ada: User, game: Game) -> None:
    assert page_of(game) in adas.get(game.get_absolute_url()).content.decode()
    assert adas.post(page_of(game), FORM)["Location"] == page_of(game)
    assert Webhook.objects.get(game=game).user == ada
    assert "whsec_" in adas.get(page_of(game)).content.decode()
    adas.post(page_of(game), {"action": "remove"})
    assert not Webhook.objects.exists()


def test_a_table_that_waits_can_have_one(adas: Client, ada: User) -> None:
    game = make_waiting_game(ada, creator=ada)
    assert adas.post(page_of(game), FORM).status_code == 302


def test_a_table_has_one_beside_that_of_its_creator(
    adas: Client, ada: User, game: Game, hook: Webhook
) -> None:
    adas.post(page_of(game), FORM)
    assert set(Webhook.objects.values_list("game", flat=True)) == {None, game.pk}


def test_nobody_but_who_opened_a_table_names_or_sees_its_webhook(
    client: Client, bob: User, game: Game, table_hook: Webhook
) -> None:
    for user in (bob, make_user("Eve")):
        client.force_login(user)
        assert page_of(game) not in client.get(game.get_absolute_url()).content.decode()
        assert client.get(page_of(game)).status_code == 403
        for action in ("save", "test", "secret", "remove"):
            assert client.post(page_of(game), FORM | {"action": action}).status_code == 403
    assert Webhook.objects.get() == table_hook
    assert Webhook.objects.get().secret == SECRET


def test_a_table_that_is_not_there_has_none(adas: Client) -> None:
    assert adas.post(f"{PAGE}bcdfghjk/", FORM).status_code == 404


def test_a_table_that_is_over_takes_none(adas: Client, ada: User, bob: User) -> None:
    game = make_finished_game(ada, bob, creator=ada)
    answer = adas.post(page_of(game), FORM)
    assert answer.status_code == 409
    assert codes(answer) == ["no-table-webhook"]
    assert page_of(game) not in adas.get(game.get_absolute_url()).content.decode()


def test_where_nobody_else_plays_there_is_none(adas: Client, ada: User) -> None:
    with_bot = make_running_game(ada, "rule-of-28", creator=ada)
    together = TableOptions("cantstop", 2)
    one_device = pass_and_play.open_game(ada, together, ["A", "B"], own_dice=True)
    for game in (with_bot, one_device):
        assert adas.post(page_of(game), FORM).status_code == 409
        assert page_of(game) not in adas.get(game.get_absolute_url()).content.decode()
    assert not Webhook.objects.exists()


def test_a_test_message_comes_from_the_table(
    adas: Client, game: Game, table_hook: Webhook, receiver: Receiver
) -> None:
    adas.post(page_of(game), {"action": "test"})
    work_to_the_end()
    assert receiver.posts[0].content["event"]["game"] == game.code


def test_a_post_that_breaks_off_says_that_it_did_not_arrive(hook: Webhook) -> None:
    delivery = Delivery.objects.create(webhook=hook)
    hook.url = "http://127.0.0.1:9/"
    with pytest.raises(NotDelivered) as failed:
        webhooks.post(hook, delivery)
    assert failed.value.for_good, "a test message is tried once"


# --- What is kept -------------------------------------------------------------------


def test_a_webhook_is_in_the_data_of_its_owner_without_its_secret(
    ada: User, table_hook: Webhook
) -> None:
    told = dict(files_about(ada))["webhooks.json"]
    assert table_hook.url in told
    assert SECRET not in told


def test_a_table_keeps_its_webhook_for_a_week_after_its_game(
    game: Game, hook: Webhook, table_hook: Webhook
) -> None:
    now = timezone.now()
    purge_due(now)
    assert Webhook.objects.count() == 2
    Game.objects.filter(pk=game.pk).update(finished_at=now - timedelta(days=6))
    purge_due(now)
    assert Webhook.objects.count() == 2
    Game.objects.filter(pk=game.pk).update(finished_at=now - timedelta(days=8))
    purge_due(now)
    assert Webhook.objects.get() == hook
