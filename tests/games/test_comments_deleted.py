"""A comment that two people delete at the same moment: the first of them decided what is kept."""

import pytest

from accounts.models import User
from accounts.sanctions.actions import Action
from accounts.sanctions.models import ModerationAction
from games.models import Game, StepComment
from games.services.comments import delete_comment
from tests.games.factories import make_user

pytestmark = pytest.mark.django_db

WORDS = "Rude words"


@pytest.fixture
def said(finished: Game, mireille: User) -> StepComment:
    return StepComment.objects.create(game=finished, user=mireille, text=WORDS, seq=3)


@pytest.fixture
def warden(db: None) -> User:
    return make_user("warden", is_superuser=True)


def delete_as_seen(said: StepComment, *users: User) -> None:
    """Have each of these delete the comment as it was before any of them did."""
    for seen, user in [(StepComment.objects.get(pk=said.pk), user) for user in users]:
        delete_comment(seen, user)
    said.refresh_from_db()


def test_what_its_author_deleted_stays_gone(
    said: StepComment, mireille: User, warden: User
) -> None:
    delete_as_seen(said, mireille, warden)
    assert (said.text, said.removed_by) == ("", mireille)
    assert not ModerationAction.objects.exists()


def test_what_staff_removed_stays_in_the_administration(
    said: StepComment, mireille: User, warden: User
) -> None:
    delete_as_seen(said, warden, mireille)
    assert (said.text, said.removed_by) == (WORDS, warden)
    assert ModerationAction.objects.get().action == Action.REMOVED_COMMENT
