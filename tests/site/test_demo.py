"""The demo: what it fills a database with, what it refuses, and its people who play on."""

import asyncio
import json
import unicodedata
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import Group
from django.core.management import CommandError, call_command
from django.db import transaction
from django.template.loader import render_to_string
from django.test import Client, TestCase
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from accounts.models import User
from cantstop_site.demo import living
from cantstop_site.demo.cast import GROUP, LOGINS, PEOPLE
from cantstop_site.demo.filling import SEED, Filling, Size, fill
from cantstop_site.demo.logins import Login, code_now, logins
from cantstop_site.demo.story import Story
from cantstop_site.demo.tables import options
from games import presence
from games.chat.models import ChatLine
from games.engine.core import Resign
from games.engine.records.download import verifier
from games.engine.registry import KINDS
from games.export import files_of
from games.models import DailyChallenge, Game, GameEvent, Seat, StepComment
from games.services import daily, lobby
from games.services.commitments import faults_of_dice, faults_of_list, listed_salts
from games.services.play import submit_action
from games.services.snapshots import snapshot_fault
from games.services.tallies import faults
from moderation.models import Appeal, Case
from tests.staff import staff_client

pytestmark = pytest.mark.django_db

SMALL = Size(games=6, clocks=1, tries=4)
NOON = datetime(2026, 3, 14, 12, tzinfo=UTC)
SOON = NOON + timedelta(seconds=2)
MARK = "This is a demo."

made_first: list[tuple[object, ...]] = []
"""The games that a filling has made before the one that the tests look at."""


def games_and_logs() -> list[tuple[object, ...]]:
    """Return all games and their logs, without numbers of rows."""
    return [
        *Game.objects.values_list("code", "kind", "status", "moved_at"),
        *GameEvent.objects.values_list("game__code", "seq", "player", "kind", "created_at"),
        *GameEvent.objects.values_list("game__code", "seq", "data__dice"),
        *Seat.objects.values_list("game__code", "player", "user__username", "won", "salt"),
        *DailyChallenge.objects.values_list("commitment"),
    ]


@pytest.fixture(scope="module", autouse=True)
def demo(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Fill the database twice, and leave what the second time has made to the tests.

    The first time only with games that people have finished: that takes a third of the time.
    """
    with django_db_blocker.unblock():
        with transaction.atomic(), pytest.MonkeyPatch.context() as patch:
            for name in ("_plan_games_turn_by_turn", "_open_tables", "_play_live"):
                patch.setattr(Filling, name, lambda self: None)
            patch.setattr(Story, "acts", lambda self: ())
            fill(SEED, SMALL, lambda: NOON)
            made_first.extend(games_and_logs())
            transaction.set_rollback(True)
        with transaction.atomic():
            with TestCase.captureOnCommitCallbacks(execute=True):
                fill(SEED, SMALL, lambda: NOON)
            yield
            transaction.set_rollback(True)


@pytest.fixture
def as_demo(settings: LazySettings) -> None:
    settings.DEMO = settings.DEBUG = True


@pytest.fixture
def life(monkeypatch: pytest.MonkeyPatch) -> living.Life:
    """Return people who press at once, in the moment in which the demo was made."""
    for name in ("THINKS", "COMES_BACK", "BREAK"):
        monkeypatch.setattr(living, name, (0.0, 0.0))
    monkeypatch.setattr(timezone, "now", lambda: SOON)
    return living.Life()


def named(name: str) -> User:
    return User.objects.get(username=name)


def told() -> str:
    out = StringIO()
    call_command("demo", stdout=out)
    return out.getvalue()


def live_games() -> list[Game]:
    running = Game.objects.filter(status=Game.Status.RUNNING, time_control__type="live")
    return list(running.order_by("pk"))


# --- What is made -------------------------------------------------------------------


def test_the_same_seed_makes_the_same_games() -> None:
    assert len(made_first) > 1000
    assert set(map(str, made_first)) <= set(map(str, games_and_logs()))


def test_there_are_24_people_whose_names_anybody_could_take() -> None:
    assert {user.username for user in User.objects.all()} == {person.name for person in PEOPLE}
    assert len(PEOPLE) == 24
    for user in User.objects.filter(is_staff=False):
        user.full_clean(exclude=["password"])


def test_games_of_every_kind_were_finished_within_three_weeks() -> None:
    over = Game.objects.filter(status=Game.Status.FINISHED)
    assert set(over.values_list("kind", flat=True)) == set(KINDS)
    assert over.count() >= SMALL.games + SMALL.tries
    first, last = over.earliest("started_at"), over.latest("finished_at")
    assert first.started_at is not None
    assert last.finished_at is not None
    assert NOON - timedelta(days=21) < first.started_at < NOON - timedelta(days=7)
    assert NOON - timedelta(hours=1) < last.finished_at < NOON


def test_nothing_is_said_to_happen_in_the_future() -> None:
    for rows in (GameEvent, ChatLine, StepComment):
        assert not rows.objects.filter(created_at__gt=NOON).exists()
    assert not User.objects.filter(date_joined__gt=NOON).exists()


def test_people_write_in_several_scripts() -> None:
    said = "".join(ChatLine.objects.values_list("text", flat=True))
    said += "".join(StepComment.objects.values_list("text", flat=True))
    said += "".join(seat.name or "" for seat in Seat.objects.exclude(name=None))
    scripts = {unicodedata.name(letter, "?").split()[0] for letter in said if letter.isalpha()}
    assert {"LATIN", "HANGUL", "HIRAGANA", "ARABIC", "CYRILLIC"} <= scripts


def test_two_live_games_have_just_been_moved_in() -> None:
    games = live_games()
    assert len(games) == 2
    for game in games:
        assert game.moved_at is not None
        assert NOON - timedelta(seconds=20) < game.moved_at <= NOON


def test_todays_challenge_has_results_and_is_left_to_the_player() -> None:
    challenge = DailyChallenge.objects.get(date=NOON.date())
    seats = daily.results(challenge)
    assert seats
    assert not seats.filter(user=named("Nora")).exists()
    assert not challenge.is_over
    assert not DailyChallenge.objects.filter(date__lt=NOON.date(), secret="").exists()


def test_games_turn_by_turn_wait_for_the_player_and_for_others() -> None:
    running = Game.objects.filter(status=Game.Status.RUNNING, time_control__type="turn-by-turn")
    waiting = Seat.objects.filter(game__in=running, to_move=True)
    holders = set(waiting.values_list("user__username", flat=True))
    assert "Nora" in holders
    assert len(holders) > 1
    assert named("Nora").invitations.filter(status=Game.Status.WAITING).exists()


def test_tables_wait_for_players() -> None:
    assert Game.objects.filter(status=Game.Status.WAITING, visibility="public").count() == 2


def test_one_mute_is_appealed_and_waits_for_an_answer() -> None:
    appeal = Appeal.objects.get()
    assert appeal.status == Appeal.Status.OPEN
    assert appeal.sanction.user == named("Rocket99")
    assert not appeal.messages.filter(by_staff=True).exists()
    assert ChatLine.objects.filter(user=named("Rocket99")).exclude(removed_at=None).exists()


def test_some_cases_are_decided_and_some_wait() -> None:
    verdicts = Case.objects.exclude(decided_at=None).values_list("verdict", flat=True)
    assert sorted(verdicts) == [Case.Verdict.NO_BREACH, Case.Verdict.UPHELD]
    assert Case.objects.filter(decided_at=None).count() == 3


# --- What is made is sound ----------------------------------------------------------


def test_records_of_all_games_that_are_over_are_proven() -> None:
    games = Game.objects.filter(status=Game.Status.FINISHED, challenge=None)
    assert games
    for game in games:
        [(_name, text), _text_record] = files_of(game)
        verdict = verifier().verify(text, listed_salts)
        assert verdict.summary().startswith("Proven"), (game, verdict.summary(), json.loads(text))


def test_positions_tallies_lists_and_logs_follow_from_one_another() -> None:
    for game in Game.objects.exclude(started_at=None):
        assert snapshot_fault(game) == ""
    assert not faults()
    assert not list(faults_of_list())
    assert not list(faults_of_dice())


# --- Logins -------------------------------------------------------------------------


@pytest.mark.parametrize("login", logins(SEED), ids=lambda login: login.person.login)
def test_each_login_works(client: Client, login: Login) -> None:
    form = {"login": login.person.name, "password": login.password}
    answer = client.post(reverse("account_login"), form)
    if login.secret:
        assert "_auth_user_id" not in client.session
        answer = client.post(answer.headers["Location"], {"code": code_now(login.secret)})
    assert client.session["_auth_user_id"] == str(named(login.person.name).pk)


def test_moderator_and_operator_enter_the_panel() -> None:
    for login in logins(SEED):
        user = named(login.person.name)
        assert user.is_staff == bool(login.secret)
        if user.is_staff:
            answer = staff_client(user).get(reverse("admin:index"))
            assert b"Take next case" in answer.content


# --- What is refused ------------------------------------------------------------------


def test_a_second_time_nothing_is_made_and_the_logins_are_told(as_demo: None) -> None:
    before = games_and_logs()
    said = told()
    assert games_and_logs() == before
    for login in logins(SEED):
        assert f"{login.person.name} " in said
        assert login.password in said
        assert login.secret in said


def test_a_database_with_users_of_its_own_is_refused(as_demo: None) -> None:
    Group.objects.filter(name=GROUP).delete()  # so that nobody is known as made for the demo
    before = games_and_logs()
    with pytest.raises(CommandError, match="database of its own"):
        told()
    assert games_and_logs() == before


@pytest.mark.parametrize(("setting", "value"), [("DEMO", False), ("DEBUG", False), ("HTTPS", True)])
def test_the_settings_of_a_site_for_others_are_refused(
    as_demo: None, settings: LazySettings, setting: str, value: bool
) -> None:
    setattr(settings, setting, value)
    with pytest.raises(CommandError):
        told()


# --- The mark -------------------------------------------------------------------------


def pages() -> dict[str, str]:
    """Return pages of all kinds: what they are called, and what is in them."""
    over = Game.objects.filter(status=Game.Status.FINISHED, challenge=None, visibility="public")
    code, live = over.latest("finished_at").code, live_games()[0].code
    addresses = (
        *("/", "/lobby/", "/watch/", "/replays/", "/daily/", "/players/Nora/", "/no-such-page/"),
        *(f"/games/{live}/", f"/games/{code}/", f"/games/{code}/replay/3/"),
        *(f"/games/{live}/embed/", "/offline/", "/accounts/login/"),
    )
    visitor, staff = Client(), staff_client(named("Ines"))
    found = {address: visitor.get(address).content.decode() for address in addresses}
    for name in (
        "admin:index",
        "admin:accounts_user_changelist",
        "admin:moderation_case_changelist",
    ):
        found[name] = staff.get(reverse(name)).content.decode()
    for name in ("400.html", "500.html", "outage.html", "403_csrf.html"):
        found[name] = render_to_string(name, {})
    return found


def test_every_page_of_a_demo_says_so(settings: LazySettings) -> None:
    settings.DEMO = True
    assert [name for name, page in pages().items() if page.count(MARK) != 1] == []


def test_no_page_of_another_site_says_so() -> None:
    assert [name for name, page in pages().items() if MARK in page] == []


# --- Its people play on ---------------------------------------------------------------


def test_people_at_live_tables_move_and_are_there(life: living.Life) -> None:
    before = {game.code: game.version for game in live_games()}
    for _ in range(3):
        places = life.live_on()
    for game in live_games():
        assert game.version > before[game.code]
        assert {(game.code, seat.user_id) for seat in game.seats.all()} <= places


def test_they_take_their_time(life: living.Life, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(living, "THINKS", (60.0, 60.0))
    before = [game.version for game in live_games()]
    life.live_on()
    life.live_on()
    assert [game.version for game in live_games()] == before


def test_nobody_moves_for_those_someone_may_sign_in_as(life: living.Life) -> None:
    own = {named(person.name).pk for person in LOGINS}
    waiting = Seat.objects.filter(to_move=True, user__in=own, game__status=Game.Status.RUNNING)
    before = set(waiting.values_list("pk", flat=True))
    assert before
    for _ in range(3):
        life.live_on()
    assert set(waiting.values_list("pk", flat=True)) >= before


def test_they_answer_the_player_in_games_turn_by_turn(life: living.Life) -> None:
    seats = Seat.objects.filter(to_move=True, game__time_control__type="turn-by-turn")
    game = Game.objects.get(seats=seats.get(user=named("Zofia")))
    life.live_on()
    life.live_on()
    assert Game.objects.get(pk=game.pk).version > game.version


def test_when_a_live_game_is_over_another_one_begins(life: living.Life) -> None:
    game = live_games()[0]
    for player in range(game.size - 1):
        submit_action(game.code, player, Resign(), None)
    assert len(live_games()) == 1
    for _ in range(4):
        life.live_on()
    assert len(live_games()) == 2
    waiting = Game.objects.filter(status=Game.Status.WAITING, time_control__type="live")
    assert waiting.count() == 1


def test_they_sit_down_where_someone_offers_a_rematch(life: living.Life) -> None:
    table = lobby.create_table(named("Theo"), options(next(iter(KINDS)), 2, None))
    game = lobby.join(table.code, named("Kenta"))
    submit_action(game.code, 0, Resign(), None)
    offered = lobby.rematch(game.code, named("Theo"))
    assert offered.is_waiting
    life.live_on()
    assert Game.objects.get(pk=offered.pk).is_running


def test_who_sits_at_a_table_counts_as_there_until_the_site_stops(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(living.Life, "live_on", lambda self: {("demo-table", 7)})
    seen: list[set[str]] = []

    async def stay_a_while() -> None:
        stopping = asyncio.Event()
        running = asyncio.create_task(living.run(stopping))
        while "demo-table" not in presence.here:
            await asyncio.sleep(0.01)
        seen.append(set(presence.here["demo-table"]))
        stopping.set()
        await running

    asyncio.run(stay_a_while())
    assert seen == [{presence.user_key(7)}]
    assert "demo-table" not in presence.here


def test_on_a_site_that_is_no_demo_nobody_moves_by_themselves(life: living.Life) -> None:
    Group.objects.filter(name=GROUP).delete()
    before = games_and_logs()
    assert life.live_on() == set()
    assert games_and_logs() == before
