"""What is said against a sanction, and who answers it."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.core import mail
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.refusals import Refusal
from accounts.sanctions.actions import Action
from accounts.sanctions.models import ModerationAction, Sanction
from moderation.models import Appeal
from moderation.services import appeals, sanctions
from tests.html import elements
from tests.moderation.people import make_player, make_staff, sanctioned

pytestmark = pytest.mark.django_db
Status = Appeal.Status


@pytest.fixture
def pat() -> User:
    return make_player()


@pytest.fixture
def giver() -> User:
    return make_staff("moderator", "Giver")


@pytest.fixture
def judge() -> User:
    return make_staff("moderator", "Judge")


@pytest.fixture
def sanction(pat: User, giver: User) -> Sanction:
    return sanctioned(pat, given_by=giver)


@pytest.fixture
def appeal(pat: User, sanction: Sanction) -> Appeal:
    return appeals.open_appeal(pat, sanction, "I said nothing.")


@pytest.fixture
def browser(client: Client, pat: User) -> Client:
    client.force_login(pat)
    return client


def address(sanction: Sanction) -> str:
    return reverse("appeal", args=[sanction.pk])


# --- The user's side


def test_the_user_appeals_on_the_page(browser: Client, sanction: Sanction) -> None:
    answer = browser.post(address(sanction), {"text": "I said <b>nothing</b>."}, follow=True)
    assert answer.status_code == 200
    assert b"I said &lt;b&gt;nothing&lt;/b&gt;." in answer.content
    appeal = Appeal.objects.get()
    assert (appeal.status, appeal.waits_since is not None) == (Status.OPEN, True)


def test_an_appeal_is_logged(appeal: Appeal, pat: User) -> None:
    act = ModerationAction.objects.get()
    assert (act.action, act.actor, act.target) == (Action.APPEALED, pat.pk, f"appeal {appeal.pk}")


def test_the_same_message_twice_is_one(browser: Client, sanction: Sanction) -> None:
    for _ in range(2):
        assert browser.post(address(sanction), {"text": "No!"}).status_code == 302
    assert Appeal.objects.get().messages.count() == 1


def test_there_is_one_appeal_against_a_sanction(appeal: Appeal, pat: User) -> None:
    with pytest.raises(Refusal) as refused:
        appeals.open_appeal(pat, appeal.sanction, "Once more.")
    assert refused.value.status == 409


@pytest.mark.parametrize("text", ["", "   ", "x" * 1001])
def test_a_message_says_something_and_is_not_endless(
    text: str, browser: Client, sanction: Sanction
) -> None:
    answer = browser.post(address(sanction), {"text": text})
    assert answer.status_code == 422
    assert answer.context["form"].errors
    assert not Appeal.objects.exists()


def test_what_is_over_is_not_appealed_against(browser: Client, pat: User) -> None:
    past = timezone.now() - timedelta(days=2)
    over = sanctioned(pat, starts_at=past, ends_at=past + timedelta(days=1))
    assert b"nothing to appeal" in browser.get(address(over)).content
    assert browser.post(address(over), {"text": "No!"}).status_code == 409
    assert not Appeal.objects.exists()


def test_the_user_waits_for_an_answer_after_five_messages(
    browser: Client, sanction: Sanction, judge: User
) -> None:
    codes = [browser.post(address(sanction), {"text": f"{n}"}).status_code for n in range(6)]
    assert codes == [302] * 5 + [429]
    appeals.answer(judge, Appeal.objects.get(), "Slowly.")
    assert browser.post(address(sanction), {"text": "Sorry."}).status_code == 302


def test_nobody_appeals_for_another(sanction: Sanction) -> None:
    with pytest.raises(PermissionDenied):
        appeals.open_appeal(make_player("Sam"), sanction, "He is nice.")


def test_nobody_replies_for_another(appeal: Appeal) -> None:
    with pytest.raises(PermissionDenied):
        appeals.reply(make_player("Sam"), appeal, "He is nice.")


# --- The moderators' side


def test_an_answer_reaches_the_user(
    appeal: Appeal, judge: User, browser: Client, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        appeals.answer(judge, appeal, "What happened then?")
    appeal.refresh_from_db()
    assert (appeal.status, appeal.waits_since) == (Status.ANSWERED, None)
    assert "What happened then?" in mail.outbox[0].body
    assert b"A moderator answered your appeal." in browser.get(reverse("lobby")).content
    page = browser.get(address(appeal.sanction)).content
    assert b"What happened then?" in page
    assert b"Judge" not in page
    assert b"A moderator answered your appeal." not in browser.get(reverse("lobby")).content


def test_a_reply_makes_the_appeal_wait_again(appeal: Appeal, judge: User, pat: User) -> None:
    appeals.answer(judge, appeal, "What happened then?")
    appeals.reply(pat, appeal, "Nothing.")
    appeal.refresh_from_db()
    assert appeal.status == Status.OPEN
    assert appeal.waits_since


def test_a_hidden_note_is_for_moderators_only(
    appeal: Appeal, judge: User, browser: Client, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        appeals.answer(judge, appeal, "Third time they say so.", Action.NOTED_ON_APPEAL)
    appeal.refresh_from_db()
    assert appeal.status == Status.OPEN
    assert not appeal.unseen
    assert not mail.outbox
    assert b"Third time" not in browser.get(address(appeal.sanction)).content


def test_an_appeal_may_be_closed_and_the_sanction_stay(
    appeal: Appeal, judge: User, browser: Client
) -> None:
    appeals.answer(judge, appeal, "The log is clear.", Action.CLOSED_APPEAL)
    appeal.refresh_from_db()
    assert (appeal.status, appeal.closed_at is not None) == (Status.UPHELD, True)
    assert appeal.sanction.is_in_force
    page = browser.get(address(appeal.sanction))
    assert "This appeal is closed." in page.text
    assert not elements(page, "textarea")
    assert browser.post(address(appeal.sanction), {"text": "But!"}).status_code == 409


def test_lift_and_answer_does_both(
    appeal: Appeal, judge: User, pat: User, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        appeals.answer(judge, appeal, "You are right, sorry.", Action.LIFTED_ON_APPEAL)
    appeal.refresh_from_db()
    sanction = Sanction.objects.get()
    assert appeal.status == Status.LIFTED
    assert (sanction.revoked_by, sanction.revoke_reason) == (judge, "You are right, sorry.")
    assert [("You are right, sorry." in m.body) for m in mail.outbox] == [True]
    done = ModerationAction.objects.order_by("pk").values_list("action", flat=True)
    assert list(done) == [Action.APPEALED, Action.LIFTED, Action.LIFTED_ON_APPEAL]


def test_a_sanction_lifted_elsewhere_closes_its_appeal(
    appeal: Appeal, giver: User, judge: User, browser: Client
) -> None:
    sanctions.revoke(giver, appeal.sanction, "My mistake.")
    appeal.refresh_from_db()
    assert (appeal.status, appeal.waits_since, appeal.unseen) == (Status.LIFTED, None, True)
    assert b"This appeal is closed." in browser.get(address(appeal.sanction)).content
    with pytest.raises(Refusal) as refused:
        appeals.answer(judge, appeal, "Too late.")
    assert refused.value.status == 409


def test_lifting_leaves_an_appeal_as_it_was_closed(
    appeal: Appeal, giver: User, judge: User
) -> None:
    appeals.answer(judge, appeal, "It stays.", Action.CLOSED_APPEAL)
    sanctions.revoke(giver, appeal.sanction, "Long enough.")
    appeal.refresh_from_db()
    assert appeal.status == Status.UPHELD


def test_a_closed_appeal_is_not_answered_again(appeal: Appeal, judge: User) -> None:
    appeals.answer(judge, appeal, "You are right.", Action.LIFTED_ON_APPEAL)
    for again in (appeals.answer, partial(appeals.answer, action=Action.LIFTED_ON_APPEAL)):
        with pytest.raises(Refusal) as refused:
            again(judge, appeal, "Or not.")
        assert refused.value.status == 409


def test_a_stale_answer_is_not_sent(appeal: Appeal, judge: User, pat: User) -> None:
    read = appeal.messages.get().pk
    appeals.reply(pat, appeal, "There is more.")
    for stale in (appeals.answer, partial(appeals.answer, action=Action.LIFTED_ON_APPEAL)):
        with pytest.raises(Refusal) as refused:
            stale(judge, appeal, "No.", read_up_to=read)
        assert refused.value.status == 409
    assert not appeal.messages.filter(by_staff=True).exists()
    assert Sanction.objects.get().is_in_force


def test_an_answer_says_something(appeal: Appeal, judge: User) -> None:
    with pytest.raises(Refusal) as refused:
        appeals.answer(judge, appeal, " ")
    assert refused.value.status == 422


def test_who_gave_the_sanction_does_not_answer(appeal: Appeal, giver: User, judge: User) -> None:
    for action in (appeals.answer, partial(appeals.answer, action=Action.LIFTED_ON_APPEAL)):
        with pytest.raises(PermissionDenied):
            action(giver, appeal, "I was right.")
    assert appeals.may_answer(judge, appeal)
    assert appeals.answer(giver, appeal, "For the others: see game 5.", Action.NOTED_ON_APPEAL)


def test_who_gave_the_sanction_answers_where_nobody_else_can(appeal: Appeal, giver: User) -> None:
    make_staff("helper")
    assert appeals.answer(giver, appeal, "There is only me.")


def test_who_suspended_somebody_answers_where_nobody_else_could_lift_it(pat: User) -> None:
    senior = make_staff("senior")
    make_staff("moderator")
    suspension = sanctioned(pat, Sanction.Kind.SUSPENSION, given_by=senior)
    appeal = appeals.open_appeal(pat, suspension, "It was my brother.")
    assert appeals.may_lift(senior, appeal)
    other = make_staff("senior", "Other")
    assert not appeals.may_answer(senior, appeal)
    assert appeals.may_lift(other, appeal)


@pytest.mark.parametrize("group", ["", "helper"])
def test_appeals_are_for_moderators(group: str, appeal: Appeal) -> None:
    somebody = make_staff(group) if group else make_player("Sam")
    for action in (appeals.answer, partial(appeals.answer, action=Action.LIFTED_ON_APPEAL)):
        with pytest.raises(PermissionDenied):
            action(somebody, appeal, "No.")
    with pytest.raises(PermissionDenied):
        appeals.answer(somebody, appeal, "No.", Action.NOTED_ON_APPEAL)


def test_nobody_answers_their_own_appeal(giver: User) -> None:
    own = sanctioned(giver)
    appeal = appeals.open_appeal(giver, own, "I am a moderator!")
    with pytest.raises(PermissionDenied):
        appeals.answer(giver, appeal, "Of course.", Action.LIFTED_ON_APPEAL)
    with pytest.raises(PermissionDenied):
        appeals.answer(giver, appeal, "Of course.", Action.NOTED_ON_APPEAL)


def test_a_moderator_who_may_not_suspend_lifts_no_suspension(pat: User, judge: User) -> None:
    suspension = sanctioned(pat, Sanction.Kind.SUSPENSION, given_by=make_staff("senior"))
    appeal = appeals.open_appeal(pat, suspension, "Please.")
    with pytest.raises(PermissionDenied):
        appeals.answer(judge, appeal, "Well.", Action.LIFTED_ON_APPEAL)
    appeal.refresh_from_db()
    assert appeal.status == Status.OPEN
    assert not appeals.may_lift(judge, appeal)


def test_a_page_that_tells_a_sanction_in_full_does_not_tell_of_it_twice(
    browser: Client, pat: User
) -> None:
    suspension = sanctioned(pat, Sanction.Kind.SUSPENSION, unseen=True)
    told = b'data-news="suspension"'
    assert told not in browser.get(reverse("lobby")).content
    assert told in browser.get(reverse("account_settings")).content
    assert told not in browser.get(reverse("appeal", args=[suspension.pk])).content
    assert told not in browser.get(reverse("account_settings")).content
