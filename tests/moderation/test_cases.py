"""Decisions: made once, by the moderator who claimed the case, and told to those concerned."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.preferences import save_preferences
from accounts.refusals import Refusal
from accounts.sanctions.actions import Action
from accounts.sanctions.models import Sanction
from moderation.models import Note, Report
from moderation.services import cases, claims
from moderation.services.refusals import Conflict, NotFound
from moderation.services.sanctions import SanctionRequest
from tests.moderation.people import make_player, make_staff
from tests.moderation.reported import case_about, claimed_case, comment_of, log_of, report_comment

MUTE = SanctionRequest("chat-mute", "You called people fools.")


@pytest.mark.parametrize("group", ["helper", None])
def test_without_the_permission_nothing_is_done(rude: User, group: str | None) -> None:
    user = make_staff(group, "Nobody") if group else make_player("Nobody")
    case = case_about(rude)
    assert not claims.may_handle(user, case)
    calls: list[Any] = [
        lambda: claims.take_next(user),
        lambda: claims.claim(user, case.pk),
        lambda: claims.release(user, case.pk),
        lambda: cases.decide(user, case.pk, "upheld"),
        lambda: cases.add_note(user, case.pk, "A note"),
    ]
    for call in calls:
        with pytest.raises(PermissionDenied):
            call()
    case.refresh_from_db()
    assert (case.is_open, case.claimed_by) == (True, None)


def test_a_decision_closes_the_case_and_gives_the_sanctions(moderator: User, rude: User) -> None:
    case = claimed_case(moderator, rude)
    decided = cases.decide(moderator, case.pk, "upheld", requests=[MUTE], note="Third time.")
    assert (decided.verdict, decided.decided_by, decided.is_open) == ("upheld", moderator, False)
    assert decided.claimed_by is None
    sanction = Sanction.objects.get()
    assert (sanction.user, sanction.kind, sanction.case) == (rude, "chat-mute", case)
    assert not Report.objects.filter(is_open=True).exists()
    assert Note.objects.get().text == "Third time."
    assert log_of(case) == [("Mo", Action.CLAIMED), ("Mo", Action.MUTED), ("Mo", Action.DECIDED)]


def test_a_case_is_decided_once(moderator: User, other: User, rude: User) -> None:
    case = claimed_case(moderator, rude)
    cases.decide(moderator, case.pk, "upheld", requests=[MUTE])
    for user in (moderator, other):
        with pytest.raises(Conflict, match="already decided"):
            cases.decide(user, case.pk, "no-breach")
    case.refresh_from_db()
    assert case.verdict == "upheld"
    assert Sanction.objects.count() == 1


def test_a_decision_needs_a_claim(moderator: User, rude: User) -> None:
    case = case_about(rude)
    with pytest.raises(Conflict, match="Claim this case first"):
        cases.decide(moderator, case.pk, "no-breach")


@pytest.mark.parametrize(
    ("verdict", "options"),
    [
        ("guilty", {}),
        ("", {}),
        ("no-breach", {"requests": [MUTE]}),
        ("upheld", {"requests": [SanctionRequest("chat-mute", "")]}),
        ("upheld", {"requests": [SanctionRequest("flogging", "Why not.")]}),
        ("upheld", {"note": "x" * 1001}),
    ],
)
def test_a_decision_that_makes_no_sense_changes_nothing(
    moderator: User, rude: User, verdict: str, options: dict[str, Any]
) -> None:
    case = claimed_case(moderator, rude)
    with pytest.raises(Refusal):
        cases.decide(moderator, case.pk, verdict, **options)
    case.refresh_from_db()
    assert (case.is_open, case.claimed_by) == (True, moderator)
    assert not Sanction.objects.exists()


def test_a_sanction_beyond_ones_permission_takes_the_decision_back(
    moderator: User, rude: User
) -> None:
    case = claimed_case(moderator, rude)
    suspension = SanctionRequest("suspension", "You called people fools.")
    with pytest.raises(PermissionDenied):
        cases.decide(moderator, case.pk, "upheld", requests=[MUTE, suspension])
    case.refresh_from_db()
    assert case.is_open
    assert not Sanction.objects.exists()


def test_nothing_else_is_done_to_an_account_that_is_gone(moderator: User, rude: User) -> None:
    case = claimed_case(moderator, rude)
    rude.delete()
    with pytest.raises(Refusal, match="account no longer exists"):
        cases.decide(moderator, case.pk, "upheld", requests=[MUTE])
    assert cases.decide(moderator, case.pk, "upheld").subject_name == "Rude"


def test_reporters_are_told_by_mail(
    moderator: User, rude: User, django_capture_on_commit_callbacks: Any
) -> None:
    case = claimed_case(moderator, rude, make_player("Vera"))
    with django_capture_on_commit_callbacks(execute=True):
        cases.decide(moderator, case.pk, "no-breach", to_reporters="It was <i>a joke</i>.")
    (sent,) = mail.outbox
    assert sent.to == ["Vera@example.org"]
    assert "no rule was broken" in str(sent.body)
    assert "It was <i>a joke</i>." in str(sent.body)
    assert "Mo" not in str(sent.body)


def test_telling_many_reporters_asks_no_more_than_telling_two(
    moderator: User, django_capture_on_commit_callbacks: Any
) -> None:
    asked = []
    for subject, count in ((make_player("Rude-1"), 2), (make_player("Rude-2"), 5)):
        case, comment = claimed_case(moderator, subject), comment_of(subject)
        for number in range(count):
            report_comment(make_player(f"{subject.username}-{number}"), comment)
        with (
            CaptureQueriesContext(connection) as queries,
            django_capture_on_commit_callbacks(execute=True),
        ):
            cases.decide(moderator, case.pk, "no-breach")
        asked.append(len(queries))
    assert asked[0] == asked[1]
    assert len(mail.outbox) == 7


def test_reporters_are_told_at_one_confirmed_address_if_they_want_it(
    moderator: User, rude: User, django_capture_on_commit_callbacks: Any
) -> None:
    comment = comment_of(rude)
    two, none, unconfirmed = (make_player(name) for name in ("Two", "None", "Unconfirmed"))
    EmailAddress.objects.create(user=two, email="second@example.org", verified=True)
    EmailAddress.objects.filter(user=unconfirmed).update(verified=False)
    save_preferences(none, mail_reports=False)
    for user in (two, none, unconfirmed):
        case = report_comment(user, comment).case
    with django_capture_on_commit_callbacks(execute=True):
        cases.decide(moderator, claims.claim(moderator, case.pk).pk, "no-breach")
    assert [sent.to for sent in mail.outbox] == [["Two@example.org"]]


def test_the_subject_reads_what_the_moderator_wrote(
    moderator: User, django_capture_on_commit_callbacks: Any
) -> None:
    subject = make_player("Rudi")
    case = claimed_case(moderator, subject)
    with django_capture_on_commit_callbacks(execute=True):
        cases.decide(moderator, case.pk, "no-breach", to_subject="Please be kinder.")
    assert [sent.to for sent in mail.outbox] == [["Rudi@example.org"]]
    assert "Please be kinder." in str(mail.outbox[0].body)
    assert list(cases.messages_to(subject)) == [case]


def test_nobody_is_mailed_about_a_decision_that_was_taken_back(
    moderator: User, rude: User, django_capture_on_commit_callbacks: Any
) -> None:
    case = claimed_case(moderator, rude, make_player("Vera"))
    with django_capture_on_commit_callbacks(execute=True), pytest.raises(Refusal):
        cases.decide(moderator, case.pk, "guilty")
    assert not mail.outbox


def test_a_note_is_kept_with_the_case(moderator: User, rude: User) -> None:
    case = case_about(rude)
    cases.add_note(moderator, case.pk, " Look at the second game. ")
    assert Note.objects.get(case=case).text == "Look at the second game."
    with pytest.raises(Refusal):
        cases.add_note(moderator, case.pk, " ")


def test_a_case_that_does_not_exist_is_not_found(moderator: User) -> None:
    for call in (claims.claim, claims.release):
        with pytest.raises(NotFound):
            call(moderator, 999)
