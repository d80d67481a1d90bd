"""What a sanction forbids it forbids at once: also what was begun a moment before."""

from collections.abc import Callable

import pytest

from accounts.models import User, UserManager
from accounts.sanctions.checks import Sanctioned
from accounts.sanctions.models import Sanction
from games.chat import services as chat
from games.chat.models import ChatLine, RefusedLine
from games.models import StepComment
from games.services.comments import add_comment
from moderation.models import Report
from moderation.services import reports
from tests.games.factories import make_finished_game, make_running_game
from tests.moderation.people import sanctioned
from tests.moderation.reported import comment_of

Kind = Sanction.Kind
Meanwhile = Callable[[str], None]


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Meanwhile:
    """Have the user who is locked get a sanction just before, from a moderator who was faster."""
    locked = UserManager.locked

    def sanction_first(kind: str) -> None:
        def late(manager: UserManager, pk: int, *others: int | None) -> User:
            for user in User.objects.filter(pk__in=[pk, *others]):
                sanctioned(user, kind)
            return locked(manager, pk, *others)

        monkeypatch.setattr(UserManager, "locked", late)

    return sanction_first


def test_a_line_is_not_said_once_a_mute_holds(rude: User, vera: User, meanwhile: Meanwhile) -> None:
    game = make_running_game(rude, vera)
    assert chat.say(game, rude, text="Hello you all")
    meanwhile(Kind.CHAT_MUTE)
    with pytest.raises(Sanctioned):
        chat.say(game, rude, text="You are all fools")
    assert ChatLine.objects.count() == 1
    assert not RefusedLine.objects.exists()


def test_a_comment_is_not_written_once_a_mute_holds(rude: User, meanwhile: Meanwhile) -> None:
    game = make_finished_game("rule-of-28", "rule-of-28", resign_after=12)
    assert add_comment(game, 3, rude, "Brave!")
    meanwhile(Kind.CHAT_MUTE)
    with pytest.raises(Sanctioned):
        add_comment(game, 3, rude, "You are all fools")
    assert StepComment.objects.count() == 1


def test_a_report_is_not_sent_once_a_ban_holds(
    rude: User, vera: User, meanwhile: Meanwhile
) -> None:
    said = comment_of(rude)
    meanwhile(Kind.REPORT_BAN)
    with pytest.raises(Sanctioned):
        reports.report(vera, "comment", said.pk, "abuse", "")
    assert not Report.objects.exists()
