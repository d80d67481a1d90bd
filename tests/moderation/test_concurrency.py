"""Many moderators and reporters in the same instant: no two get in each other's way."""

from collections.abc import Callable, Iterator
from importlib import import_module
from inspect import getmembers, isfunction, signature
from pkgutil import iter_modules
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.refusals import Refusal
from accounts.sanctions.actions import Action
from accounts.sanctions.models import ModerationAction, Sanction
from lifecycle.deletion import DeletionBlocked, delete_user
from moderation import services
from moderation.models import Appeal, Case, Report
from moderation.services import appeals, cases, claims, reports, sanctions
from moderation.services.refusals import AlreadyReported
from moderation.services.sanctions import SanctionRequest
from tests.games.factories import make_user
from tests.live.test_concurrency import REPEATS, at_once
from tests.moderation.people import make_staff, sanctioned
from tests.moderation.reported import case_about, claimed_case, comment_of, report_comment

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.services]

MANY = 10


def moderators(count: int) -> list[User]:
    return [make_staff("moderator", f"Mo-{number}") for number in range(count)]


def test_ten_moderators_who_take_the_next_case_get_ten_different_ones() -> None:
    reporter = make_user("Vera")
    for number in range(MANY):
        case_about(make_user(f"Rude-{number}"), reporter)
    taken = at_once(*[lambda user=user: claims.take_next(user) for user in moderators(MANY)])
    assert len({case.pk for case in taken}) == MANY
    holders = set(Case.objects.values_list("claimed_by", flat=True))
    assert len(holders) == MANY
    assert ModerationAction.objects.count() == MANY


def test_where_there_are_fewer_cases_some_get_none_and_nobody_the_same() -> None:
    reporter = make_user("Vera")
    for number in range(3):
        case_about(make_user(f"Rude-{number}"), reporter)
    taken = at_once(*[lambda user=user: claims.take_next(user) for user in moderators(MANY)])
    got = [case.pk for case in taken if case is not None]
    assert len(got) == len(set(got)) == 3


def test_a_moderator_who_presses_twice_gets_one_case() -> None:
    reporter, (moderator,) = make_user("Vera"), moderators(1)
    for number in range(5):
        case_about(make_user(f"Rude-{number}"), reporter)
    taken = at_once(*[lambda: claims.take_next(moderator)] * 5)
    assert len({case.pk for case in taken}) == 1
    assert Case.objects.filter(claimed_by=moderator).count() == 1


def test_of_ten_who_claim_one_case_one_has_it() -> None:
    case = case_about(make_user("Rude"))
    results = at_once(*[lambda user=user: claims.claim(user, case.pk) for user in moderators(MANY)])
    assert sum(isinstance(result, Case) for result in results) == 1


def test_a_case_is_decided_once_however_often_the_button_is_pressed() -> None:
    (moderator,) = moderators(1)
    case = claimed_case(moderator, make_user("Rude"))
    request = SanctionRequest("chat-mute", "You called people fools.")

    def decide() -> Case:
        return cases.decide(moderator, case.pk, "upheld", requests=[request])

    results = at_once(*[decide] * 5)
    assert sum(isinstance(result, Case) for result in results) == 1
    assert Sanction.objects.count() == 1


def test_one_report_sent_ten_times_is_one() -> None:
    reporter, comment = make_user("Vera"), comment_of(make_user("Rude"))
    results = at_once(*[lambda: report_comment(reporter, comment)] * MANY)
    assert sum(isinstance(result, Report) for result in results) == 1
    assert sum(isinstance(result, AlreadyReported) for result in results) == MANY - 1
    assert Case.objects.count() == Report.objects.count() == 1


def test_ten_reporters_open_one_case() -> None:
    comment = comment_of(make_user("Rude"))
    users = [make_user(f"Vera-{number}") for number in range(MANY)]
    results = at_once(*[lambda user=user: report_comment(user, comment) for user in users])
    assert {result.case.pk for result in results} == {Case.objects.get().pk}
    assert Report.objects.count() == MANY


def test_the_limit_of_open_reports_holds_for_many_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reports, "MOST_OPEN", 3)
    reporter, subject = make_user("Vera"), make_user("Rude")
    game = comment_of(subject).game
    said = [comment_of(subject, str(number), game) for number in range(MANY)]
    at_once(*[lambda comment=comment: report_comment(reporter, comment) for comment in said])
    assert Report.objects.count() == 3


def test_two_alarms_at_the_same_moment_make_one_report() -> None:
    subject = make_user("Rude")
    comment = comment_of(subject)
    at_once(*[lambda: reports.automatic(subject, "abuse", "comment", comment.pk, "Word.")] * 5)
    assert Report.objects.count() == 1


def test_a_report_during_the_decision_is_in_a_case_that_is_open_or_was_answered() -> None:
    (moderator,) = moderators(1)
    subject = make_user("Rude")
    case = claimed_case(moderator, subject)
    comment = comment_of(subject)
    users = [make_user(f"Vera-{number}") for number in range(4)]
    at_once(
        lambda: cases.decide(moderator, case.pk, "no-breach"),
        *[lambda user=user: report_comment(user, comment) for user in users],
    )
    assert Report.objects.count() == 5
    assert not Report.objects.filter(is_open=True, case__decided_at__isnull=False).exists()
    assert not Report.objects.filter(is_open=False, case__decided_at=None).exists()


def test_an_account_goes_or_is_muted_if_both_are_wanted_at_once() -> None:
    (moderator,) = moderators(1)
    request = SanctionRequest("chat-mute", "You called people fools.")
    for number in range(REPEATS // 2):
        subject = make_user(f"Rude-{number}")
        case = claimed_case(moderator, subject)
        _decided, deleted = at_once(
            lambda: cases.decide(moderator, case.pk, "upheld", requests=[request]),  # noqa: B023
            lambda: delete_user(subject),  # noqa: B023
        )
        stays = isinstance(deleted, DeletionBlocked)
        assert User.objects.filter(pk=subject.pk).exists() == stays
        assert Sanction.objects.filter(user=subject.pk).exists() == stays


def test_a_sanction_lifted_here_and_on_appeal_at_once_is_lifted_once() -> None:
    giver, judge = moderators(2)

    def lift_twice(user: User) -> Appeal:
        sanction = sanctioned(user, given_by=giver)
        appeal = appeals.open_appeal(user, sanction, "I said nothing.")
        results = at_once(
            lambda: sanctions.revoke(giver, sanction, "My mistake."),
            lambda: appeals.answer(judge, appeal, "You are right.", Action.LIFTED_ON_APPEAL),
        )
        assert sum(isinstance(result, Refusal) for result in results) == 1
        return appeal

    for number in range(REPEATS // 2):
        appeal = lift_twice(make_user(f"Rude-{number}"))
        appeal.refresh_from_db()
        assert appeal.status == Appeal.Status.LIFTED


def acts_of_moderators() -> Iterator[Callable[..., Any]]:
    """Yield the functions of the services that are one transaction of a moderator."""
    for found in iter_modules(services.__path__, f"{services.__name__}."):
        for _, act in getmembers(import_module(found.name), isfunction):
            is_transaction = act.__module__ == found.name and hasattr(act, "__wrapped__")
            if is_transaction and {"moderator", "actor"} & signature(act).parameters.keys():
                yield act


def test_every_act_of_a_moderator_waits_longer_for_locks() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one lock for all, and one time to wait for it")
    acts = list(acts_of_moderators())
    assert claims.claim in acts
    for act in acts:
        with CaptureQueriesContext(connection) as asked, pytest.raises(TypeError):
            act()  # without arguments it gets no further
        assert any("lock_timeout" in query["sql"] for query in asked), act
