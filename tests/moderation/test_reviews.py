"""Reviews of what trainees did: by somebody with more experience, but not about themselves."""

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from accounts.models import User
from accounts.moderation.admin.dashboard import dashboard
from accounts.moderation.models import Review
from accounts.moderation.services import appeals, reviews
from accounts.refusals import Refusal
from accounts.sanctions import log
from accounts.sanctions.actions import Action
from accounts.sanctions.models import ModerationAction
from tests.moderation.people import make_player, make_staff, sanctioned
from tests.staff import staff_client

pytestmark = pytest.mark.django_db

SECRET = "I think that this senior plays under two names."


@pytest.fixture
def senior() -> User:
    return make_staff("senior", "Sue")


@pytest.fixture
def learner() -> User:
    return make_staff("moderator", "Learner", is_trainee=True)


@pytest.fixture
def act(learner: User, senior: User) -> ModerationAction:
    """What a trainee noted about the senior."""
    return log.write(learner, Action.NOTED_ON_CASE, suspect=senior, reason=SECRET)


def shown_to(user: User, name: str = "moderation:reviews") -> str:
    page: str = staff_client(user).get(reverse(name)).content.decode()
    return page


def test_a_review_is_told_to_the_log(learner: User, senior: User) -> None:
    act = log.write(learner, Action.MUTED, suspect=make_player("Rude"))
    assert dashboard(senior)["reviews"] == 1
    assert reviews.review(senior, act.pk, right=True).right
    assert ModerationAction.objects.get(verb=Action.REVIEWED).target == f"act {act.pk}"
    assert dashboard(senior)["reviews"] == 0


def test_nobody_reads_what_a_trainee_noted_about_themselves(
    act: ModerationAction, senior: User
) -> None:
    assert SECRET not in shown_to(senior)
    assert dashboard(senior)["reviews"] == 0
    assert SECRET in shown_to(make_staff("senior", "Other"))


def test_nobody_reviews_what_was_done_to_themselves(act: ModerationAction, senior: User) -> None:
    with pytest.raises(Refusal, match="Somebody else") as refused:
        reviews.review(senior, act.pk, right=False, note="No.")
    assert refused.value.status == 403
    assert not Review.objects.exists()


def test_nobody_reads_a_review_of_what_was_done_to_themselves(
    act: ModerationAction, senior: User
) -> None:
    other = make_staff("senior", "Other")
    reviews.review(other, act.pk, right=False, note="He does not.")
    name = "admin:moderation_review_changelist"
    assert "He does not." not in shown_to(senior, name)
    assert "He does not." in shown_to(other, name)


def test_no_trainee_reviews_another(act: ModerationAction) -> None:
    trainee = make_staff("senior", "New-senior", is_trainee=True)
    with pytest.raises(PermissionDenied):
        reviews.review(trainee, act.pk, right=True)
    assert staff_client(trainee).get(reverse("moderation:reviews")).status_code == 403
    assert "reviews" not in dashboard(trainee)


def test_the_appeal_of_a_trainee_is_nothing_to_review(learner: User, senior: User) -> None:
    mute = sanctioned(learner, given_by=make_staff("moderator"))
    appeals.open_appeal(learner, mute, "I said nothing.")
    assert not reviews.waiting(senior).exists()
