"""What was reported goes with the decision, where the moderator has not taken its tick away."""

from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.sanctions.actions import Action
from accounts.sanctions.models import ModerationAction
from games.chat import services as chat
from games.chat.models import Channel, ChatLine
from games.models import StepComment
from games.services.comments import delete_comment
from moderation.models import Case, Evidence
from moderation.services import cases, claims, reports
from moderation.services.refusals import Recused
from moderation.services.sanctions import SanctionRequest
from tests.games.factories import make_finished_game, make_running_game, make_user
from tests.html import elements, one, text_of
from tests.moderation.panel import case_page
from tests.moderation.people import make_staff
from tests.moderation.reported import comment_of, line_of, report_comment
from tests.staff import staff_client

pytestmark = pytest.mark.django_db


@pytest.fixture
def line(rude: User) -> ChatLine:
    return line_of(rude, "a rude line")


@pytest.fixture
def comment(rude: User) -> StepComment:
    return comment_of(rude, "a rude comment")


@pytest.fixture
def case(moderator: User, vera: User, line: ChatLine, comment: StepComment) -> Case:
    """Return a claimed case with a line and a comment."""
    reports.report(vera, "line", line.pk, "abuse", "")
    return claims.claim(moderator, report_comment(vera, comment).case.pk)


@pytest.fixture
def client(moderator: User) -> Client:
    return staff_client(moderator)


def both(line: ChatLine, comment: StepComment) -> list[str]:
    return [f"line {line.pk}", f"comment {comment.pk}"]


def are_gone(*items: ChatLine | StepComment) -> list[bool]:
    for item in items:
        item.refresh_from_db()
    return [
        (item.removed_at if isinstance(item, ChatLine) else item.deleted_at) is not None
        for item in items
    ]


def post(client: Client, case: Case, **data: Any) -> Any:
    return client.post(reverse("moderation:case_decide", args=[case.pk]), data)


def test_what_was_reported_goes_with_the_decision_and_is_logged_with_the_case(
    moderator: User, case: Case, line: ChatLine, comment: StepComment
) -> None:
    cases.decide(moderator, case.pk, "upheld", remove=both(line, comment))
    assert are_gone(line, comment) == [True, True]
    acts = ModerationAction.objects.filter(case=case.pk)
    assert set(acts.values_list("action", flat=True)) >= {
        Action.REMOVED_LINE,
        Action.REMOVED_COMMENT,
    }
    assert acts.get(action=Action.DECIDED).after["removed"] == both(line, comment)


def test_only_what_is_ticked_goes(
    moderator: User, case: Case, line: ChatLine, comment: StepComment
) -> None:
    cases.decide(moderator, case.pk, "upheld", remove=[f"comment {comment.pk}"])
    assert are_gone(line, comment) == [False, True]


def test_nothing_goes_where_no_breach_was_found(
    client: Client, case: Case, line: ChatLine, comment: StepComment
) -> None:
    assert post(client, case, verdict="no-breach", remove=both(line, comment)).status_code == 302
    assert are_gone(line, comment) == [False, False]


def test_what_was_not_reported_in_the_case_stays(moderator: User, rude: User, case: Case) -> None:
    other = line_of(rude, "never reported")
    cases.decide(moderator, case.pk, "upheld", remove=[f"line {other.pk}", "line x", "case 1"])
    assert are_gone(other) == [False]


def test_what_is_gone_already_is_no_mistake(
    client: Client, rude: User, case: Case, line: ChatLine, comment: StepComment
) -> None:
    helper = make_staff("helper")
    chat.remove(line, helper)
    delete_comment(comment, rude)
    assert post(client, case, verdict="upheld", remove=both(line, comment)).status_code == 302
    decided = ModerationAction.objects.get(action=Action.DECIDED)
    assert decided.after["removed"] == []
    line.refresh_from_db()
    assert line.removed_by == helper


def test_a_decision_that_is_refused_removes_nothing(
    moderator: User, case: Case, line: ChatLine, comment: StepComment
) -> None:
    beyond = SanctionRequest("suspension", "You called people fools.")
    with pytest.raises(PermissionDenied):
        cases.decide(moderator, case.pk, "upheld", requests=[beyond], remove=both(line, comment))
    assert are_gone(line, comment) == [False, False]


def test_who_is_recused_removes_nothing(
    moderator: User, rude: User, case: Case, line: ChatLine
) -> None:
    make_finished_game(moderator, rude, resign_after=12)
    with pytest.raises(Recused):
        cases.decide(moderator, case.pk, "upheld", remove=[f"line {line.pk}"])
    assert are_gone(line) == [False]


def test_who_removes_no_lines_decides_without_them(
    client: Client, moderator: User, case: Case, line: ChatLine
) -> None:
    for group in moderator.groups.all():
        group.permissions.remove(Permission.objects.get(codename="remove_lines"))
    assert not elements(client.get(case_page(case)), "[name=remove]")
    assert post(client, case, verdict="upheld", remove=[f"line {line.pk}"]).status_code == 302
    assert are_gone(line) == [False]


def test_the_form_has_everything_ticked_that_still_stands(
    client: Client, case: Case, line: ChatLine, comment: StepComment
) -> None:
    page = client.get(case_page(case))
    assert page.context["form"]["remove"].value() == both(line, comment)
    assert len(elements(page, "[name=remove]")) == 2
    chat.remove(line, make_staff("helper"))
    page = client.get(case_page(case))
    assert page.context["form"]["remove"].value() == [f"comment {comment.pk}"]


def test_the_form_keeps_the_ticks_when_a_template_is_put_in(
    client: Client, case: Case, comment: StepComment
) -> None:
    page = post(client, case, fill="to_subject", remove=[f"comment {comment.pk}"])
    assert page.context["form"]["remove"].value() == [f"comment {comment.pk}"]


def test_a_line_the_moderator_may_not_read_yet_is_neither_shown_nor_removed(
    moderator: User, rude: User, vera: User, client: Client
) -> None:
    game = make_running_game(moderator, make_user("Opponent"), events=6)
    line = line_of(rude, "secret advice", game, channel=Channel.SPECTATORS)
    case = claims.claim(moderator, reports.report(vera, "line", line.pk, "abuse", "").case.pk)
    assert "secret advice" not in client.get(case_page(case)).content.decode()
    cases.decide(moderator, case.pk, "upheld", remove=[f"line {line.pk}"])
    assert are_gone(line) == [False]


def test_the_evidence_stays_word_for_word_and_says_what_was_removed(
    client: Client, moderator: User, case: Case, line: ChatLine
) -> None:
    before = list(Evidence.objects.order_by("pk").values_list("snapshot", flat=True))
    cases.decide(moderator, case.pk, "upheld", remove=[f"line {line.pk}"])
    assert list(Evidence.objects.order_by("pk").values_list("snapshot", flat=True)) == before
    page = client.get(case_page(case)).content.decode()
    assert "Rude: a rude line" in text_of(one(page, "body"))
    assert len(elements(page, "span.mod-tag", "removed")) == 2  # as evidence, and in the chat


def test_nobody_reads_the_line_any_more_not_even_its_author(
    moderator: User, rude: User, case: Case, line: ChatLine, comment: StepComment
) -> None:
    cases.decide(moderator, case.pk, "upheld", remove=both(line, comment))
    author = Client()
    author.force_login(rude)
    chat_page = author.get(reverse("chat", args=[line.game.code])).content.decode()
    assert "a rude line" not in chat_page
    assert "Removed by a moderator" in chat_page
    replay = author.get(reverse("replay", args=[comment.game.code, comment.seq]))
    assert "a rude comment" not in replay.content.decode()
