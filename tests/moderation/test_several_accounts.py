"""Several accounts of the list of users are warned, suspended or closed at once."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.mfa import JUST_NOW
from accounts.models import SeenAddress, User
from accounts.sanctions.actions import Action
from accounts.sanctions.models import ModerationAction, Sanction
from moderation.admin import bulk_actions
from moderation.services import users
from moderation.services.refusals import Conflict
from tests.games.factories import make_finished_game, make_running_game
from tests.html import elements, texts
from tests.moderation.people import make_player, make_staff, sanctioned
from tests.staff import age_proof, staff_client

pytestmark = pytest.mark.django_db

REASON = "You played with several accounts."


def at_home(*users: User) -> None:
    """Have these users signed in from one address."""
    now = timezone.now()
    for user in users:
        SeenAddress.objects.create(user=user, hashed="home", first_seen_at=now, seen_at=now)


@pytest.fixture
def first(db: None) -> User:
    return make_player("First")


@pytest.fixture
def second(first: User) -> User:
    user = make_player("Second")
    at_home(first, user)
    return user


@pytest.fixture
def senior(db: None) -> User:
    return make_staff("senior", "Senior")


def address(user: User) -> str:
    """Return the list of those who share an address with this user."""
    return reverse("admin:accounts_user_changelist", query={"near": user.pk})


def choice(*chosen: User) -> dict[str, Any]:
    return {"action": "act_on_several", "_selected_action": [user.pk for user in chosen]}


def ask(who: User, about: User, *chosen: User, **data: str) -> Any:
    """Send the form for these accounts."""
    sent = {"act": "suspension", "length": "week", "reason": REASON} | choice(*chosen)
    return staff_client(who).post(address(about), sent | data)


def said(response: Any) -> str:
    """Return what the page says after it was done."""
    assert response.status_code == 302
    return " ".join(str(message) for message in get_messages(response.wsgi_request))


def kinds(user: User) -> list[str]:
    return list(user.sanctions.values_list("kind", flat=True))


def test_the_history_of_an_account_leads_there(senior: User, first: User, second: User) -> None:
    page = staff_client(senior).get(reverse("admin:accounts_user_change", args=[first.pk]))
    assert address(first) in page.content.decode()
    listed = staff_client(senior).get(address(first)).context["cl"].result_list
    assert set(listed) == {first, second}


def test_the_form_comes_first_and_names_the_accounts(
    senior: User, first: User, second: User
) -> None:
    chosen = choice(first, second) | {"index": "0"}
    page = staff_client(senior).post(address(first), chosen)
    assert page.status_code == 200
    assert page.context["accounts"] == [first, second]
    assert len(elements(page, "[name='_selected_action']")) == 2
    assert not Sanction.objects.exists()


def test_sanctions_of_the_accounts_are_read_at_once(
    senior: User, first: User, second: User
) -> None:
    for user in (first, second):
        sanctioned(user)
        sanctioned(user, "table-ban", revoked_at=timezone.now())
    client = staff_client(senior)
    with CaptureQueriesContext(connection) as queries:
        page = client.post(address(first), choice(first, second) | {"index": "0"})
    marks = [words for words in texts(page, "span") if words.endswith(("chat mute", "table ban"))]
    assert len(marks) == 2
    assert not any(words.endswith("table ban") for words in marks)
    assert sum('FROM "moderation_sanction" WHERE' in each["sql"] for each in queries) == 1


def test_a_template_is_put_in_and_nothing_is_done_yet(
    senior: User, first: User, second: User
) -> None:
    page = ask(senior, first, first, second, fill="reason")
    assert page.context["form"]["reason"].value() == REASON
    assert page.context["accounts"] == [first, second]
    assert not Sanction.objects.exists()


def test_each_of_them_is_suspended_and_each_is_logged(
    senior: User, first: User, second: User
) -> None:
    done = said(ask(senior, first, first, second))
    assert "First, Second" in done
    assert kinds(first) == kinds(second) == ["suspension"]
    acts = ModerationAction.objects.filter(action=Action.SUSPENDED, reason=REASON)
    assert set(acts.values_list("subject", flat=True)) == {first.pk, second.pk}


def test_an_account_that_was_not_chosen_stays_as_it_is(
    senior: User, first: User, second: User
) -> None:
    ask(senior, first, second)
    assert kinds(first) == []


def test_nobody_does_it_to_themselves_or_to_too_many(
    senior: User, first: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    everybody = reverse("admin:accounts_user_changelist")
    client = staff_client(senior)
    sent = {"act": "suspension", "length": "week", "reason": REASON}
    client.post(everybody, sent | choice(senior))
    monkeypatch.setattr(bulk_actions, "MOST_ACCOUNTS", 1)
    client.post(everybody, sent | choice(first, senior))
    assert not Sanction.objects.exists()


def test_what_is_refused_for_one_is_told_and_done_to_the_others(
    senior: User, first: User, second: User
) -> None:
    boss, friend = make_staff("admin", "Boss"), make_player("Friend")
    at_home(boss, friend)
    make_finished_game(senior, friend, resign_after=12)
    everybody = (first, second, boss, friend)
    told = said(ask(senior, first, *everybody))
    assert "Boss: You can't do this" in told
    assert "Friend: This is about you, someone you recently played with" in told
    assert "First, Second" in told
    assert kinds(boss) == kinds(friend) == []


def test_the_same_sent_twice_is_done_once(senior: User, first: User, second: User) -> None:
    ask(senior, first, first, second)
    told = said(ask(senior, first, first, second))
    assert told.count("already has this sanction") == 2
    assert Sanction.objects.count() == 2


def test_a_moderator_warns_and_may_neither_suspend_nor_close(
    moderator: User, first: User, second: User
) -> None:
    for act in ("suspension", "close"):
        assert ask(moderator, first, second, act=act).status_code == 422
    ask(moderator, first, second, act="warning")
    assert kinds(second) == ["warning"]


NONSENSE = [{"reason": " "}, {"act": "flogging"}, {"length": "ever"}, {"until": "tomorrow"}]


def test_a_form_that_makes_no_sense_is_shown_again(
    senior: User, first: User, second: User, subtests: pytest.Subtests
) -> None:
    for change in NONSENSE:
        with subtests.test(change=change):
            assert ask(senior, first, second, **change).status_code == 422
            assert not Sanction.objects.exists()


def test_a_helper_has_no_such_action(first: User) -> None:
    assert ask(make_staff("helper"), first, first).status_code == 403
    assert not Sanction.objects.exists()


# --- Closing


def test_a_closed_account_is_out_of_its_games_signed_out_and_told_why(
    first: User, second: User, django_capture_on_commit_callbacks: Any
) -> None:
    game = make_running_game(first, make_player("Opponent"), events=6)
    browser = Client()
    browser.force_login(first)
    with django_capture_on_commit_callbacks(execute=True):
        ask(make_staff("admin", "Boss"), first, first, act="close")
    first.refresh_from_db()
    game.refresh_from_db()
    assert not first.is_active
    assert not game.is_running
    assert "_auth_user_id" not in browser.get(reverse("home")).wsgi_request.session
    (sent,) = mail.outbox
    assert REASON in str(sent.body)
    assert "If you think this is a mistake" in sent.body
    act = ModerationAction.objects.get(action=Action.CHANGED_ACCOUNT)
    assert (act.subject, act.after, act.reason) == (first.pk, {"is_active": False}, REASON)


def test_closing_asks_for_a_new_proof_and_does_nothing_before(first: User) -> None:
    client = staff_client(make_staff("admin", "Boss"))
    age_proof(client, JUST_NOW + timedelta(seconds=1))
    sent = {"act": "close", "length": "week", "reason": REASON} | choice(first)
    answer = client.post(address(first), sent)
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith(reverse("staff_second_factor"))
    first.refresh_from_db()
    assert first.is_active


def test_an_account_is_closed_once(first: User) -> None:
    boss = make_staff("admin", "Boss")
    users.close_account(boss, first, REASON)
    with pytest.raises(Conflict):
        users.close_account(boss, first, REASON)


def test_nobody_closes_the_account_of_somebody_they_played_with(first: User) -> None:
    boss = make_staff("admin", "Boss")
    make_finished_game(boss, first, resign_after=12)
    told = said(ask(boss, first, first, act="close"))
    assert "First: This is about you, someone you recently played with" in told
    first.refresh_from_db()
    assert first.is_active
