"""What a moderator does while they look at a case is in the log as part of it."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.sanctions.models import ModerationAction, Sanction
from games.chat import services as chat
from games.services.comments import delete_comment
from moderation.models import Case
from moderation.services import cases, claims, renaming, rulings
from tests.games.factories import make_running_game, make_user
from tests.moderation.people import make_staff
from tests.moderation.reported import case_about, claimed_case, comment_of, line_of

pytestmark = pytest.mark.django_db
Act = Callable[[User, User], object]


@pytest.fixture
def senior() -> User:
    return make_staff("senior", "Sue")


def rename(senior: User, rude: User) -> None:
    renaming.rename(senior, rude, "It is rude.")


def rule(senior: User, rude: User) -> None:
    rulings.rule("annul", make_running_game(rude, make_user("Victim")), senior, "It was not fair.")


def remove_line(senior: User, rude: User) -> None:
    chat.remove(line_of(rude), senior)


def remove_comment(senior: User, rude: User) -> None:
    delete_comment(comment_of(rude), senior)


ACTS = [rename, rule, remove_line, remove_comment]


def logged_case(senior: User) -> int | None:
    last = ModerationAction.objects.filter(actor=senior.pk).latest("pk")
    return last.case


@pytest.mark.parametrize("act", ACTS)
def test_an_act_against_the_subject_belongs_to_the_case(act: Act, senior: User, rude: User) -> None:
    case = claimed_case(senior, rude)
    Case.objects.update(claimed_until=timezone.now() - timedelta(seconds=1))
    act(senior, rude)
    assert logged_case(senior) == case.pk


@pytest.mark.parametrize("act", ACTS)
def test_an_act_against_somebody_else_does_not(act: Act, senior: User, rude: User) -> None:
    claimed_case(senior, rude)
    act(senior, make_user("Another"))
    assert logged_case(senior) is None


@pytest.mark.parametrize("act", ACTS)
def test_an_act_belongs_to_no_case_of_a_colleague(
    act: Act, senior: User, other: User, rude: User
) -> None:
    claimed_case(other, rude)
    act(senior, rude)
    assert logged_case(senior) is None


def test_an_act_after_the_decision_belongs_to_no_case(senior: User, rude: User) -> None:
    cases.decide(senior, claimed_case(senior, rude).pk, "no-breach")
    remove_line(senior, rude)
    assert logged_case(senior) is None


def test_the_warning_of_a_new_name_is_among_what_the_case_gave(senior: User, rude: User) -> None:
    case = claims.claim(senior, case_about(rude).pk)
    rename(senior, rude)
    assert Sanction.objects.get().case == case
