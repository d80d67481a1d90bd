"""Mails: one digest until a visit, reminders of clocks, and turning them off with one click."""

import smtplib
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from email import message_from_bytes, policy
from types import SimpleNamespace
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.core import mail as django_mail
from django.core.mail import EmailMessage
from django.core.mail.backends.locmem import EmailBackend
from django.core.signing import Signer
from django.db import connections
from django.test import Client
from django.utils import timezone

from accounts.models import NoticeKind, User
from accounts.preferences import preferences_of, save_preferences
from games.models import Game, Notice, Seat
from games.notices import digests, mail, notifier, ways
from games.notices.models import Delivery, Mailing, PushSubscription, Webhook
from games.services import notices
from lifecycle.deletion import delete_user, plan_deletion
from operations import clock
from tests import pseudo
from tests.accounts.helpers import become_guest, confirmed
from tests.games.factories import make_running_game, make_user
from tests.html import elements, plain

pytestmark = pytest.mark.django_db

SITE = "https://dice.example"


class Time:
    """The time of games, which a test moves on."""

    passed = timedelta()

    def pass_(self, **spans: float) -> None:
        self.passed += timedelta(**spans)


@pytest.fixture(autouse=True)
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    found = Time()
    monkeypatch.setattr(clock, "now", lambda: timezone.now() + found.passed)
    return found


@pytest.fixture(autouse=True)
def site_url(settings: Any) -> None:
    settings.SITE_URL = SITE


@pytest.fixture
def ann() -> User:
    return reader("Ann")


def reader(name: str) -> User:
    """Return a user with a confirmed address who has not been here for long."""
    long_ago = timezone.now() - timedelta(days=30)
    user = make_user(name, email=f"{name.lower()}@example.org", date_joined=long_ago)
    confirmed(user)
    return user


def tell(user: User, kind: NoticeKind = Notice.Kind.TURN, *others: User | str) -> Notice:
    """Tell somebody something of a game of their own, and hand it to the ways they want."""
    game = make_running_game(user, *(others or ("bold",)))
    notices.give(user, kind, game)
    notifier.notify_all_due()
    return Notice.objects.get(game=game)


def visit(user: User) -> None:
    """Have somebody look at the site now, but at none of their games."""
    UserSession.objects.update_or_create(
        session_key=f"of-{user.pk}",
        defaults={"user": user, "ip": "127.0.0.1", "last_seen_at": clock.now()},
    )


def look(time: Time, **later: float) -> list[EmailMessage]:
    """Have the notifier look after the wait, and the worker send; return all mails there are."""
    time.pass_(**(later or {"minutes": 10, "seconds": 1}))
    notifier.notify_all_due()
    work()
    return django_mail.outbox


def work() -> None:
    """Do what waits for the worker, also what is to be tried again later."""
    Mailing.objects.update(due_at=clock.now())
    while ways.send_mail():
        pass


def subjects() -> list[str]:
    return [str(message.subject) for message in django_mail.outbox]


def pushed(notice: Notice, state: Delivery.State, device: str = "a") -> Delivery:
    """Note what became of a push of a notice to a browser."""
    browser, _ = PushSubscription.objects.get_or_create(
        user=notice.user,
        device=device,
        endpoint=f"https://push.example/{device}",
        defaults={"ends_at": timezone.now() + timedelta(days=30)},
    )
    return Delivery.objects.create(notice=notice, push=browser, state=state)


# Digests


def test_five_games_that_wait_are_one_mail(ann: User, time: Time) -> None:
    games = [tell(ann).game for _ in range(5)]
    assert not look(time, minutes=9)
    [message] = look(time, minutes=2)
    assert message.subject == "Your turn in 5 games"
    assert message.to == ["ann@example.org"]
    for game in games:
        assert game is not None
        assert SITE + game.get_absolute_url() in message.body
    assert len(look(time, days=3)) == 1


def test_a_digest_names_what_is_not_due_yet_and_tells_it_once(ann: User, time: Time) -> None:
    tell(ann)
    time.pass_(minutes=8)
    tell(ann)
    [message] = look(time, minutes=3)
    assert message.subject == "Your turn in 2 games"
    assert not Notice.objects.filter(mail_at__isnull=False).exists()


def test_games_that_wait_later_bring_no_other_mail_until_a_visit(ann: User, time: Time) -> None:
    tell(ann)
    assert len(look(time)) == 1
    for _ in range(3):
        tell(ann)
        assert len(look(time, hours=5)) == 1
    visit(ann)
    time.pass_(hours=1)
    tell(ann)
    assert look(time)[1].subject == "Your turn in 5 games"


def test_who_is_here_gets_one_mail_after_they_have_left(ann: User, time: Time) -> None:
    for _ in range(3):
        tell(ann)
        time.pass_(minutes=9)
        visit(ann)
        assert not look(time, minutes=4)
    [message] = look(time, minutes=7)
    assert message.subject == "Your turn in 3 games"


def test_signing_in_is_a_visit_also_when_the_session_is_gone(ann: User, time: Time) -> None:
    tell(ann)
    look(time)
    User.objects.filter(pk=ann.pk).update(last_login=clock.now() + timedelta(minutes=1))
    time.pass_(hours=1)
    tell(ann)
    assert len(look(time)) == 2


def test_a_digest_that_was_never_sent_keeps_back_no_other(ann: User, time: Time) -> None:
    Mailing.objects.create(user=ann, kind="digest", state=Mailing.State.NOT_NEEDED)
    Mailing.objects.create(user=ann, kind="digest", state=Mailing.State.FAILED)
    tell(ann)
    assert len(look(time)) == 1


def test_a_digest_whose_sender_was_killed_keeps_back_others_for_hours(
    ann: User, time: Time
) -> None:
    killed = Mailing.objects.create(user=ann, kind="digest", state=Mailing.State.SENDING)
    visit(ann)
    Mailing.objects.filter(pk=killed.pk).update(created_at=clock.now() + timedelta(minutes=1))
    tell(ann)
    assert not look(time)
    tell(ann)
    assert len(look(time, hours=7)) == 1


def test_a_mail_names_the_others_at_the_table(ann: User, time: Time) -> None:
    tell(ann, Notice.Kind.TURN, make_user("Bob"))
    [message] = look(time)
    assert message.subject == "Your turn: Can't Stop with Bob"
    assert "Hello Ann," in message.body
    assert "- Your turn\n  Can't Stop with Bob\n  https://dice.example/games/" in message.body


def test_a_mail_about_different_things_has_news(ann: User, time: Time) -> None:
    tell(ann)
    tell(ann, Notice.Kind.INVITATION)
    [message] = look(time)
    assert message.subject == "News from Nerve"
    assert "Game invitation" in message.body


def test_one_thing_that_is_no_turn_is_the_subject(ann: User, time: Time) -> None:
    tell(ann, Notice.Kind.INVITATION, make_user("Bob"))
    assert look(time)[0].subject == "Game invitation: Can't Stop with Bob"


def test_a_mail_is_in_the_language_of_its_reader(ann: User, time: Time, settings: Any) -> None:
    settings.LANGUAGES = pseudo.LANGUAGES
    pseudo.install()
    save_preferences(ann, language=pseudo.CODE)
    tell(ann)
    tell(ann)
    [message] = look(time)
    assert message.subject == pseudo.pseudo("Your turn in %(number)s games") % {"number": 2}
    assert pseudo.pseudo("Your turn") in message.body


def test_without_the_address_of_the_site_a_mail_has_no_links(
    ann: User, time: Time, settings: Any
) -> None:
    settings.SITE_URL = ""
    tell(ann)
    [message] = look(time)
    assert "/games/" not in message.body
    assert "then “Notifications”" in message.body
    assert "List-Unsubscribe" not in message.extra_headers


# Pushes


def test_what_a_push_has_told_brings_no_mail(ann: User, time: Time) -> None:
    notice = tell(ann)
    pushed(notice, Delivery.State.FAILED, "a")
    pushed(notice, Delivery.State.SENT, "b")
    pushed(notice, Delivery.State.WAITING, "c")
    assert not look(time)
    assert not look(time, days=1)


def test_a_push_that_failed_brings_one(ann: User, time: Time) -> None:
    pushed(tell(ann), Delivery.State.FAILED)
    assert len(look(time)) == 1


def test_a_webhook_is_no_push(ann: User, time: Time) -> None:
    Webhook.objects.create(user=ann, url="https://hook.example/", secret="s")
    tell(ann)
    assert Delivery.objects.update(state=Delivery.State.SENT) == 1
    assert len(look(time)) == 1


@pytest.mark.parametrize(
    ("became", "mails"), [(Delivery.State.SENT, 0), (Delivery.State.FAILED, 1)]
)
def test_a_push_on_its_way_is_waited_for(
    ann: User, time: Time, became: Delivery.State, mails: int
) -> None:
    delivery = pushed(tell(ann), Delivery.State.WAITING)
    assert not look(time)
    delivery.state = became
    delivery.save()
    assert len(look(time, minutes=1, seconds=1)) == mails


def test_a_push_that_stays_on_its_way_is_not_waited_for_for_ever(ann: User, time: Time) -> None:
    pushed(tell(ann), Delivery.State.SENDING)
    assert not look(time, minutes=30)
    assert len(look(time, minutes=31)) == 1


# Reminders


def test_clocks_that_run_low_within_minutes_are_one_reminder(ann: User, time: Time) -> None:
    tell(ann, Notice.Kind.LOW_TIME)
    time.pass_(minutes=8)
    tell(ann, Notice.Kind.LOW_TIME)
    [message] = look(time, minutes=3)
    assert message.subject == "Your time is running low in 2 games"
    assert len(look(time, days=1)) == 1


def test_a_clock_that_runs_low_later_has_a_reminder_of_its_own(ann: User, time: Time) -> None:
    tell(ann, Notice.Kind.LOW_TIME, make_user("Bob"))
    look(time)
    time.pass_(hours=1)
    tell(ann, Notice.Kind.LOW_TIME, make_user("Cy"))
    look(time)
    assert subjects() == [
        "Your time is running low: Can't Stop with Bob",
        "Your time is running low: Can't Stop with Cy",
    ]


def test_a_reminder_comes_after_a_digest_and_is_none(ann: User, time: Time) -> None:
    tell(ann, Notice.Kind.LOW_TIME)
    look(time)
    tell(ann)
    look(time)
    tell(ann, Notice.Kind.LOW_TIME)
    look(time)
    assert [each.split(":")[0].split(" in ")[0] for each in subjects()] == [
        "Your time is running low",
        "Your turn",  # the digest: of the game of the reminder, too
        "Your time is running low",
    ]
    assert list(Mailing.objects.order_by("pk").values_list("kind", flat=True)) == [
        "reminder",
        "digest",
        "reminder",
    ]


def test_no_game_is_in_a_reminder_and_a_digest_of_the_same_moment(ann: User, time: Time) -> None:
    low = tell(ann, Notice.Kind.LOW_TIME)
    waits = tell(ann)
    look(time)
    reminder, digest = Mailing.objects.get(kind="reminder"), Mailing.objects.get(kind="digest")
    assert list(reminder.notices.all()) == [low]
    assert list(digest.notices.all()) == [waits]


def test_who_is_here_is_reminded_all_the_same(ann: User, time: Time) -> None:
    tell(ann, Notice.Kind.LOW_TIME)
    time.pass_(minutes=10)
    visit(ann)
    assert len(look(time, seconds=1)) == 1


def test_a_reminder_says_how_much_time_is_left(ann: User, time: Time) -> None:
    notice = tell(ann, Notice.Kind.LOW_TIME)
    due_at = clock.now() + timedelta(hours=12, minutes=10)
    Seat.objects.filter(game=notice.game, user=ann).update(due_at=due_at)
    [message] = look(time)
    assert "Your time is running low: 11 h 59 min left" in message.body
    assert "Your turn" not in message.body


# Who gets no mail


def test_a_guest_gets_no_mail(client: Client, time: Time) -> None:
    guest = become_guest(client)
    EmailAddress.objects.create(user=guest, email="g@example.org", verified=True, primary=True)
    tell(guest)
    Notice.objects.update(mail_at=clock.now())
    assert not look(time)


def test_nothing_goes_to_an_address_that_is_not_confirmed(ann: User, time: Time) -> None:
    EmailAddress.objects.update(verified=False)
    assert tell(ann).mail_at is None
    Notice.objects.update(mail_at=clock.now())
    assert not look(time)


def test_nothing_is_sent_of_what_was_turned_off(ann: User, time: Time) -> None:
    tell(ann)
    save_preferences(ann, channels={"turn": ["page"]})
    assert not look(time)
    tell(ann, Notice.Kind.LOW_TIME)
    assert len(look(time)) == 1, "the other kinds still come"


@pytest.mark.parametrize("kind", [Notice.Kind.TURN, Notice.Kind.LOW_TIME])
@pytest.mark.parametrize("change", ["read_at", "withdrawn_at"])
def test_what_is_over_by_then_brings_no_mail(
    ann: User, time: Time, kind: NoticeKind, change: str
) -> None:
    tell(ann, kind)
    Notice.objects.update(**{change: clock.now()})
    assert not look(time)
    assert not Mailing.objects.exists()


def read(ann: User, game: Game) -> None:
    notices.read(ann, game=game)


def act(ann: User, game: Game) -> None:
    notices.withdraw(game, game.seats.get(user=ann))


def stop_mails(ann: User, game: Game) -> None:
    save_preferences(ann, channels={"turn": ["page"]})


def lose_address(ann: User, game: Game) -> None:
    EmailAddress.objects.filter(user=ann).delete()


def close(ann: User, game: Game) -> None:
    User.objects.filter(pk=ann.pk).update(is_active=False)


def leave(ann: User, game: Game) -> None:
    plan_deletion(ann)


@pytest.mark.parametrize("change", [read, act, stop_mails, lose_address, close, leave])
def test_a_mail_that_waits_is_not_sent_when_nothing_is_to_be_told(
    ann: User, time: Time, change: Any
) -> None:
    game = tell(ann).game
    time.pass_(minutes=11)
    digests.prepare(ann.pk)
    change(ann, game)
    work()
    assert not django_mail.outbox
    assert Mailing.objects.get().state == Mailing.State.NOT_NEEDED


def test_a_mail_leaves_out_what_was_seen_since_it_was_prepared(ann: User, time: Time) -> None:
    tell(ann, Notice.Kind.TURN, make_user("Bob"))
    seen = tell(ann, Notice.Kind.TURN, make_user("Cy"))
    time.pass_(minutes=11)
    digests.prepare(ann.pk)
    notices.read(ann, game=seen.game)
    work()
    assert subjects() == ["Your turn: Can't Stop with Bob"]


def test_a_mail_to_a_deleted_user_is_forgotten(ann: User, time: Time) -> None:
    tell(ann)
    time.pass_(minutes=11)
    digests.prepare(ann.pk)
    number = ann.pk
    delete_user(ann)
    work()
    digests.prepare(number)
    assert not django_mail.outbox
    assert not Mailing.objects.exists()


# Sending


class Server(EmailBackend):
    """A mail server that refuses what a test says."""

    at_opening: list[Exception] = []
    at_sending: list[Exception] = []

    def open(self) -> None:
        if self.at_opening:
            raise self.at_opening.pop()

    def send_messages(self, messages: Any) -> int:
        if self.at_sending:
            raise self.at_sending.pop()
        return int(super().send_messages(messages))


@pytest.fixture
def server(settings: Any, monkeypatch: pytest.MonkeyPatch) -> type[Server]:
    # Django's test environment has chosen another one.
    settings.EMAIL_BACKEND = f"{__name__}.Server"
    monkeypatch.setattr(Server, "at_opening", [])
    monkeypatch.setattr(Server, "at_sending", [])
    return Server


def refused(code: int) -> Exception:
    return smtplib.SMTPRecipientsRefused({"ann@example.org": (code, b"no")})


@pytest.mark.parametrize(
    ("place", "error"),
    [
        ("at_opening", ConnectionRefusedError()),
        ("at_opening", smtplib.SMTPServerDisconnected()),
        ("at_opening", smtplib.SMTPAuthenticationError(535, b"who are you?")),
        ("at_sending", refused(451)),
        ("at_sending", smtplib.SMTPDataError(452, b"full")),
        ("at_sending", smtplib.SMTPSenderRefused(421, b"later", "noreply@localhost")),
    ],
)
def test_what_was_not_taken_is_sent_at_the_next_attempt_and_once(
    ann: User, time: Time, server: type[Server], place: str, error: Exception
) -> None:
    getattr(server, place).append(error)
    tell(ann)
    assert not look(time)
    assert Mailing.objects.get().due_at > clock.now()
    work()
    work()
    assert len(django_mail.outbox) == 1
    assert Mailing.objects.get().state == Mailing.State.SENT


@pytest.mark.parametrize("error", [refused(550), smtplib.SMTPDataError(554, b"never")])
def test_what_is_refused_for_good_is_not_tried_again(
    ann: User, time: Time, server: type[Server], error: Exception
) -> None:
    server.at_sending.append(error)
    tell(ann)
    look(time)
    assert Mailing.objects.get().state == Mailing.State.FAILED


def test_what_may_have_arrived_is_not_sent_again(
    ann: User, time: Time, server: type[Server]
) -> None:
    server.at_sending.append(smtplib.SMTPServerDisconnected("in the middle of it"))
    tell(ann)
    look(time)
    assert Mailing.objects.get().state == Mailing.State.FAILED


def test_a_mail_says_who_it_is_and_how_to_get_no_more(ann: User, time: Time) -> None:
    tell(ann)
    [message] = look(time)
    sent = message_from_bytes(message.message().as_bytes(), policy=policy.default)
    mailing = Mailing.objects.get()
    link = SITE + mail.unsubscribe_path(ann)
    assert sent["List-Unsubscribe"].strip() == f"<{link}>"
    assert sent["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert sent["Auto-Submitted"] == "auto-generated"
    made = f"{mailing.created_at:%Y%m%d%H%M%S}"
    assert sent["Message-ID"] == f"<mailing.{mailing.pk}.{made}@dice.example>"
    assert link in message.body


# Turning mails off


def wanted_by_mail(user: User) -> list[str]:
    chosen = preferences_of(user)
    return [kind for kind in NoticeKind if "mail" in chosen.channels_for(kind)]


def test_one_click_without_cookies_turns_off_all_mails_with_notices(ann: User, time: Time) -> None:
    save_preferences(ann, channels={"game-over": ["mail", "push"]})
    tell(ann)
    [message] = look(time)
    address = message.extra_headers["List-Unsubscribe"].strip("<>").removeprefix(SITE)
    program = Client(enforce_csrf_checks=True)
    for _ in range(2):
        answer = program.post(address, {"List-Unsubscribe": "One-Click"})
        assert answer.status_code == 200
        assert not wanted_by_mail(ann)
    assert "push" in preferences_of(ann).channels_for("game-over")
    assert preferences_of(ann).channels_for("turn") == {"page", "push", "webhook"}
    assert preferences_of(ann).mail_reports, "mails of moderation are another matter"
    assert tell(ann, Notice.Kind.LOW_TIME).mail_at is None


def test_asking_for_the_page_turns_nothing_off(ann: User, client: Client) -> None:
    before = wanted_by_mail(ann)
    assert len(before) == 3
    page = client.get(mail.unsubscribe_path(ann))
    assert page.status_code == 200
    assert elements(page, "button", "Stop emails")
    client.head(mail.unsubscribe_path(ann))
    assert wanted_by_mail(ann) == before


def test_the_page_says_that_it_is_done_and_where_to_turn_mails_on(
    ann: User, client: Client
) -> None:
    said = client.post(mail.unsubscribe_path(ann))
    assert "Ann won't get any more emails about games" in plain(said)
    assert elements(said, "[href='/notices/settings/']")
    assert not elements(said, "button", "Stop emails")


def test_the_link_is_of_its_reader_and_not_of_who_is_signed_in(ann: User, client: Client) -> None:
    bob = reader("Bob")
    client.force_login(bob)
    client.post(mail.unsubscribe_path(ann))
    assert not wanted_by_mail(ann)
    assert wanted_by_mail(bob)


def test_a_wrong_link_turns_nothing_off(ann: User, client: Client) -> None:
    right = mail.unsubscribe_path(ann)
    others = [f"/notices/unsubscribe/{ann.pk}/", right.replace(f"{ann.pk}:", f"{ann.pk + 1}:")]
    others.append(f"/notices/unsubscribe/{Signer(salt='claim').sign(str(ann.pk))}/")
    for address in others:
        assert client.get(address).status_code == 404
        assert client.post(address).status_code == 404
    assert wanted_by_mail(ann)


def test_the_link_of_a_deleted_user_leads_nowhere(ann: User, client: Client) -> None:
    address = mail.unsubscribe_path(ann)
    delete_user(ann)
    assert client.post(address).status_code == 404


def test_the_link_does_not_wear_out(ann: User, client: Client, settings: Any) -> None:
    address = mail.unsubscribe_path(ann)
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "a new one", [settings.SECRET_KEY]
    assert client.post(address).status_code == 200


def at(monkeypatch: pytest.MonkeyPatch, moment: float) -> None:
    """Let it be this time for what is signed."""
    monkeypatch.setattr("django.core.signing.time", SimpleNamespace(time=lambda: moment))


def test_the_link_ends_after_a_year_and_says_what_to_do_instead(
    ann: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    year = timedelta(days=365).total_seconds()
    at(monkeypatch, 1_000_000)
    address = mail.unsubscribe_path(ann)
    at(monkeypatch, 1_000_000 + year + 1)
    for answer in (client.get(address), client.post(address)):
        assert answer.status_code == 410
        said = answer.content.decode()
        assert "This link has expired." in said
        assert elements(said, "[href='/notices/settings/']")
        assert not elements(said, "button", "Stop emails")
    assert wanted_by_mail(ann)
    at(monkeypatch, 1_000_000 + year)
    assert client.post(address).status_code == 200
    assert not wanted_by_mail(ann)


def test_a_link_from_before_links_ended_has_expired(ann: User, client: Client) -> None:
    old = f"/notices/unsubscribe/{Signer(salt='unsubscribe').sign(str(ann.pk))}/"
    assert client.post(old).status_code == 410
    assert wanted_by_mail(ann)


def test_one_address_cannot_try_links_for_ever(ann: User, client: Client, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"unsubscribe": "2/m/ip"}
    codes = [client.post("/notices/unsubscribe/1:x/").status_code for _ in range(3)]
    assert codes == [404, 404, 429]


# Two notifiers


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_two_notifiers_at_once_make_one_mail(time: Time) -> None:
    ann = reader("Ann")
    for _ in range(3):
        tell(ann)
    tell(ann, Notice.Kind.LOW_TIME)
    time.pass_(minutes=11)
    gate = threading.Barrier(4)

    def prepare(_number: int) -> None:
        gate.wait()
        try:
            digests.prepare(ann.pk)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(prepare, range(4)))
    assert sorted(Mailing.objects.values_list("kind", flat=True)) == ["digest", "reminder"]
    work()
    assert len(django_mail.outbox) == 2
